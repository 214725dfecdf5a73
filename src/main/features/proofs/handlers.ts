/** @file Command handlers of the proofs feature. */
import type { ChosenProofs } from '../../../shared/contract/proofs.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ProofState } from '../../../shared/model/proofs/proof.ts';
import { isReference } from '../../../shared/model/proofs/references.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import { type PagesJobs, printPages } from '../../formats/pages/render-pages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Ports } from '../ports.ts';
import { formatProofFileName } from './export/proof-file-name.ts';
import { confirmBeside, type ProofToCombine, saveAsPdf } from './export/save-as-pdf.ts';
import { type SaveItem, saveAsZip, saveToFolder } from './export/save-proofs.ts';
import type { Reader } from './extraction/reader.ts';
import type { ContentForm } from './extraction/reader-messages.ts';
import { isLink, type ProofEntry, toProofRow } from './proof-index.ts';
import type { StoredProofVersion } from './proof-metadata.ts';
import type { ProofRepository } from './proof-repository.ts';
import type { Proofs } from './proofs.ts';
import type { ProofsWorker } from './proofs-worker.ts';

interface ProofsHandlersDeps
  extends Pick<Ports, 'library' | 'contents' | 'dialogs' | 'saved' | 'shell'>,
    Pick<Platform, 'pages'> {
  /** Continues with data from an earlier time. */
  readonly continueEarlier: () => Promise<void>;
  readonly proofs: Proofs;
  readonly repository: ProofRepository;
  readonly reader: Reader;
  readonly jobs: PagesJobs;
  readonly onExported: (path: string, profile: Profile) => void;
  readonly onLinkOpened: (host: string, profile: Profile) => void;
}

const maxListedProofs = 50;

const retryableStates: ReadonlySet<ProofState> = new Set(['failed', 'cancelled', 'lost']);

/** True when `retry` fetches the reference again. One that the service does not know is retried only when it is named. */
function isRetryable({ state }: ProofEntry, isNamed: boolean): boolean {
  return retryableStates.has(state) || (isNamed && state === 'not-found');
}

export function createProofsHandlers(deps: ProofsHandlersDeps) {
  const { proofs, library, repository, contents, dialogs } = deps;

  function requireEntry(id: number): ProofEntry {
    const entry = proofs.activeWorker().index.findById(id);
    if (entry === undefined) throw proofUnknown();
    return entry;
  }

  function requireVersion(
    id: number,
    version: string | null,
  ): { entry: ProofEntry; storedVersion: StoredProofVersion } {
    const entry = requireEntry(id);
    const storedVersion =
      version === null
        ? entry.storedVersions.at(-1)
        : entry.storedVersions.find((storedVersion) => storedVersion.version.id === version);
    if (storedVersion === undefined) throw proofUnknown();
    return { entry, storedVersion };
  }

  async function findChosenEntries(worker: ProofsWorker, chosen: ChosenProofs): Promise<ProofEntry[]> {
    await worker.whenReady();
    if (chosen.what === 'filter') return worker.index.findMatching(chosen.state, chosen.search);
    return chosen.ids.flatMap((id) => worker.index.findById(id) ?? []);
  }

  const formatFileName = ({ metadata: about }: StoredProofVersion) => {
    const { type, extension } = about.reading;
    return formatProofFileName({ reference: about.reference, type, extension });
  };

  const toSaveItem = (storedVersion: StoredProofVersion, profile: Profile): SaveItem => ({
    reference: storedVersion.metadata.reference,
    name: formatFileName(storedVersion),
    async bytes() {
      const { bytes } = await repository.content(storedVersion.version, 'document');
      proofs.requireActiveProfile(profile);
      return bytes;
    },
  });

  const toProofToCombine = (storedVersion: StoredProofVersion, profile: Profile): ProofToCombine => {
    const { metadata: about, version } = storedVersion;
    return {
      origin: {
        reference: about.reference,
        profile: profile.name,
        environment: profile.environment,
        receivedAt: version.fetchedAt,
        sha256: version.sha256,
      },
      version,
      item: toSaveItem(storedVersion, profile),
      body: () => library.readAll(version.id).catch(() => null),
    };
  };

  const nothingSaved = { savedAs: null, files: 1, saved: 0, left: [], beside: null };

  async function saveAllAsPdf(profile: Profile, storedVersions: readonly StoredProofVersion[]) {
    const toCombine = storedVersions.map((storedVersion) => toProofToCombine(storedVersion, profile));
    if (!(await confirmBeside(dialogs, toCombine))) return nothingSaved;
    const path = await dialogs.chooseSavePath(
      t('proofs.save.dialogTitle'),
      t('proofs.save.fileName', { extension: 'pdf' }),
    );
    if (path === null) return nothingSaved;
    const requireSignedIn = () => proofs.requireActiveProfile(profile);
    requireSignedIn();
    const onExported = (exported: string) => deps.onExported(exported, profile);
    return deps.jobs.run((job) => saveAsPdf({ ...deps, requireSignedIn, onExported }, path, toCombine, job));
  }

  async function saveAll(
    profile: Profile,
    storedVersions: readonly StoredProofVersion[],
    format: 'folder' | 'zip',
  ) {
    const [folder = null] = format === 'folder' ? await dialogs.chooseFolders() : [];
    const path =
      format === 'folder'
        ? folder
        : await dialogs.chooseSavePath(
            t('proofs.save.dialogTitle'),
            t('proofs.save.fileName', { extension: format }),
          );
    if (path === null) return nothingSaved;
    proofs.requireActiveProfile(profile);
    const onExported = () => deps.onExported(path, profile);
    const saveItems = storedVersions.map((storedVersion) => toSaveItem(storedVersion, profile));
    if (format === 'folder') {
      const result = await saveToFolder(deps.saved, path, saveItems, onExported);
      return { savedAs: deps.saved.add(path, 'folder'), files: 1, ...result, beside: null };
    }
    const result = await saveAsZip(deps.saved.writeFileAtomically, path, saveItems);
    onExported();
    return { savedAs: deps.saved.add(path), files: 1, ...result, beside: null };
  }

  const handlers: Handlers = {
    'proofs.list': async ({ state, search, ids, offset, limit }) => {
      const worker = proofs.activeWorker();
      await worker.whenReady();
      const listedEntries = worker.index.findMatching(state, search);
      const namedIds = ids === undefined ? null : new Set(ids);
      const matchingEntries =
        namedIds === null ? listedEntries : listedEntries.filter(({ id }) => namedIds.has(id));
      const storedEntries = matchingEntries.filter((entry) => entry.storedVersions.length > 0);
      return {
        total: matchingEntries.length,
        kept: storedEntries.length,
        keptLinks: storedEntries.filter(isLink).length,
        retryable: matchingEntries.filter((entry) => isRetryable(entry, namedIds !== null)).length,
        removable: matchingEntries.filter(worker.isRemovable).length,
        rows: matchingEntries.slice(offset, offset + limit).map(toProofRow),
      };
    },
    'proofs.fetch': ({ references, refresh }) => {
      if (!references.every(isReference))
        throw new PaydeskError('arguments-invalid', 'A reference is not a valid path segment', {
          details: { fields: ['references'] },
        });
      return proofs.activeWorker().add(references, refresh);
    },
    'proofs.change': {
      retry: async ({ chosen }) => {
        const worker = proofs.activeWorker();
        const entries = (await findChosenEntries(worker, chosen)).filter((entry) =>
          isRetryable(entry, chosen.what === 'selected'),
        );
        await worker.queue(entries);
        return { queued: entries.length };
      },
      refresh: async ({ chosen }) => {
        const worker = proofs.activeWorker();
        const entries = (await findChosenEntries(worker, chosen)).filter(
          ({ storedVersions }) => storedVersions.length > 0,
        );
        await worker.queue(entries);
        return { queued: entries.length };
      },
      correct: async ({ id, reference }) => {
        const worker = proofs.activeWorker();
        await worker.whenReady();
        // A reference with a stored proof is correct.
        if (!isReference(reference) || requireEntry(id).storedVersions.length > 0)
          throw new PaydeskError('arguments-invalid', 'The reference cannot be corrected');
        return { corrected: await worker.correct(id, reference) };
      },
      remove: async ({ chosen }) => {
        const worker = proofs.activeWorker();
        return { removed: await worker.remove(await findChosenEntries(worker, chosen)) };
      },
      cancel: async () => ({
        cancelled: await proofs.activeWorker().cancel(),
      }),
    },
    'proofs.detail': async ({ id }) => {
      await proofs.activeWorker().whenReady();
      const entry = requireEntry(id);
      return {
        row: toProofRow(entry),
        versions: entry.storedVersions.map(({ version }) => version).reverse(),
      };
    },
    'proofs.open': {
      contents: ({ id, version }) => {
        const { profile } = proofs.activeWorker();
        const { storedVersion } = requireVersion(id, version);
        const issueAddress = (form: ContentForm) =>
          contents.issue(profile.id, () => repository.content(storedVersion.version, form));
        return {
          document: issueAddress('document'),
          received: issueAddress('received'),
          read: issueAddress('read'),
        };
      },
      link: async ({ id, version }) => {
        const { profile } = proofs.activeWorker();
        const { link } = requireVersion(id, version).storedVersion.version;
        if (link === null) throw proofUnknown();
        const host = URL.parse(link)?.host ?? '';
        const answer = await dialogs.choose({
          title: t('proofs.openLink.title', { host }),
          detail: t('proofs.openLink.detail', { link }),
          answers: [t('proofs.openLink.confirm'), t('proofs.openLink.refuse')],
        });
        if (answer !== 0) return { opened: false };
        proofs.requireActiveProfile(profile);
        await deps.shell.openWeb(link);
        deps.onLinkOpened(host, profile);
        return { opened: true };
      },
      print: async ({ id, version }) => {
        const { profile } = proofs.activeWorker();
        const { origin, body } = toProofToCombine(requireVersion(id, version).storedVersion, profile);
        const bytes = await body();
        const sheet = bytes === null ? null : await deps.reader.sheet(origin, bytes);
        if (sheet?.is !== 'text')
          throw new PaydeskError('proof-not-combinable', 'The proof has no pages of Paydesk');
        proofs.requireActiveProfile(profile);
        await printPages(deps.pages, sheet.text);
        return null;
      },
    },
    'proofs.save': {
      cancel: async () => {
        deps.jobs.cancel();
        return null;
      },
      one: async ({ id, version, form }) => {
        const { profile } = proofs.activeWorker();
        const { entry, storedVersion } = requireVersion(id, version);
        const { bytes } = await repository.content(storedVersion.version, form);
        const name =
          form === 'document'
            ? formatFileName(storedVersion)
            : formatProofFileName({ reference: entry.reference, type: 'original', extension: 'txt' });
        const path = await dialogs.chooseSavePath(t('proofs.save.dialogTitleOne'), name);
        if (path === null) return { savedAs: null };
        proofs.requireActiveProfile(profile);
        await deps.saved.writeFileAtomically(path, (file) => file.writeFile(bytes));
        deps.onExported(path, profile);
        return { savedAs: deps.saved.add(path) };
      },
      all: async ({ chosen, as: format }) => {
        const worker = proofs.activeWorker();
        const storedVersions = (await findChosenEntries(worker, chosen)).flatMap(
          (entry) => entry.storedVersions.at(-1) ?? [],
        );
        if (storedVersions.length === 0) throw proofUnknown();
        const { savedAs, files, saved, left, beside } =
          format === 'pdf'
            ? await saveAllAsPdf(worker.profile, storedVersions)
            : await saveAll(worker.profile, storedVersions, format);
        return {
          savedAs,
          files,
          saved,
          left: left.slice(0, maxListedProofs),
          leftTotal: left.length,
          beside:
            beside === null
              ? null
              : {
                  savedAs: beside.savedAs,
                  proofs: beside.proofs.slice(0, maxListedProofs),
                  total: beside.proofs.length,
                },
        };
      },
    },
    'proofs.library': {
      open: async () => {
        await library.list('proof');
        await proofs.reload();
        return null;
      },
      startOver: async () => {
        const keptAs = await library.startOver();
        await proofs.reload();
        return { keptAs };
      },
      continueEarlier: async () => {
        await deps.continueEarlier();
        await proofs.reload();
        return null;
      },
    },
  };
  return {
    handlers,
    /** Reads the document of a version, or of the newest for `null`. Rejects with `proof-unknown` or a library error. */
    async readOriginal(id: number, version: string | null) {
      const { storedVersion } = requireVersion(id, version);
      return {
        name: formatFileName(storedVersion),
        bytes: (await repository.content(storedVersion.version, 'document')).bytes,
      };
    },
  };
}

function proofUnknown(): PaydeskError {
  return new PaydeskError('proof-unknown', 'No proof is stored under this reference');
}
