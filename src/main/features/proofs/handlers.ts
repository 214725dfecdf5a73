/** @file Command handlers of the proofs feature. */

import { type ChosenProofs, proofsCommands } from '../../../shared/contract/proofs.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { omittedList } from '../../../shared/messages/proof-kinds.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { OmissionReason, OmittedProof } from '../../../shared/model/proofs/omitted-proof.ts';
import type { ProofVersion } from '../../../shared/model/proofs/proof.ts';
import { isReference } from '../../../shared/model/proofs/references.ts';
import type { Contents } from '../../bridge/contents.ts';
import { type Handlers, handle } from '../../bridge/registrar.ts';
import type { Library } from '../../library/library.ts';
import type { Dialogs, Shell } from '../../platform.ts';
import type { SavedFiles } from '../../saved-files.ts';
import { proofFileName } from './export/proof-file-name.ts';
import { type SaveItem, saveAsZip, saveOne, saveToFolder } from './export/save-proofs.ts';
import { type ProofEntry, rowOf } from './proof-index.ts';
import type { StoredProof } from './proof-metadata.ts';
import type { ProofRepository } from './proof-repository.ts';
import type { Proofs } from './proofs.ts';
import type { ProofsWorker } from './proofs-worker.ts';
import type { Reader } from './reading/reader.ts';
import type { ContentForm } from './reading/reader-messages.ts';

export interface ProofsHandlersDeps {
  readonly proofs: Proofs;
  readonly library: Library;
  readonly repository: ProofRepository;
  readonly reader: Reader;
  readonly contents: Contents;
  readonly dialogs: Dialogs;
  readonly saved: SavedFiles;
  readonly shell: Shell;
  readonly onExported: (path: string, profile: Profile) => void;
  readonly onLinkOpened: (host: string, profile: Profile) => void;
}

const maxListedOmissions = 50;
/** References that fit into a system dialog. */
const maxReferencesInDialog = 12;

export interface ProofsHandlers {
  readonly handlers: Handlers;
  /** The document of a stored version; `null` means the newest. Rejects with `proof-unknown` or a library error. */
  original(id: number, version: string | null): Promise<{ name: string; bytes: Uint8Array }>;
}

export function createProofsHandlers(deps: ProofsHandlersDeps): ProofsHandlers {
  const { proofs, library, repository, contents, dialogs } = deps;
  const commands = proofsCommands;

  function entryOf(id: number): ProofEntry {
    const line = proofs.active().index.entry(id);
    if (line === undefined) throw proofUnknown();
    return line;
  }

  function versionOf(id: number, version: string | null): { line: ProofEntry; kept: StoredProof } {
    const line = entryOf(id);
    const kept = version === null ? line.kept.at(-1) : line.kept.find((one) => one.version.id === version);
    if (kept === undefined) throw proofUnknown();
    return { line, kept };
  }

  async function chosenLines(work: ProofsWorker, chosen: ChosenProofs): Promise<ProofEntry[]> {
    await work.ready();
    if (chosen.what === 'filter') return work.index.find(chosen.state, chosen.search);
    return chosen.ids.flatMap((id) => work.index.entry(id) ?? []);
  }

  const nameOf = ({ about }: StoredProof) => {
    const { type, extension } = about.reading;
    return proofFileName({ reference: about.reference, type, extension });
  };

  const savedOf = (kept: StoredProof, profile: Profile): SaveItem => ({
    reference: kept.about.reference,
    name: nameOf(kept),
    async bytes() {
      const { bytes } = await repository.content(kept.version, 'document');
      proofs.requireActiveProfile(profile);
      return bytes;
    },
  });

  async function saveCombined(path: string, kept: readonly StoredProof[], profile: Profile) {
    const readable: { reference: string; body: Uint8Array<ArrayBuffer> }[] = [];
    const left: OmittedProof[] = [];
    for (const { about, version } of kept) {
      const { reference } = about;
      const reason = knownOmissionReason(version);
      const body = reason === null ? await library.readAll(version.id).catch(() => null) : null;
      if (body === null) left.push({ reference, reason: reason ?? 'not-in-library' });
      else readable.push({ reference, body });
    }
    const combined = await deps.reader.combine(readable);
    if (combined.pages === 0) throw new PaydeskError('proof-not-combinable', 'No proof has pages');
    proofs.requireActiveProfile(profile);
    await saveOne(deps.saved.writeFileAtomically, path, combined.bytes);
    left.push(...combined.left);
    return { saved: kept.length - left.length, left };
  }

  /** Lists the proofs that cannot be part of a PDF, and asks the clerk to save without them. */
  async function confirmOmissions(kept: readonly StoredProof[]): Promise<boolean> {
    const left = kept.flatMap(({ about, version }): OmittedProof[] => {
      const reason = knownOmissionReason(version);
      return reason === null ? [] : [{ reference: about.reference, reason }];
    });
    if (left.length === kept.length) throw new PaydeskError('proof-not-combinable', 'No proof has pages');
    if (left.length === 0) return true;
    const answer = await dialogs.choose({
      title: t('proofs.omitted.question', { omitted: left.length, count: kept.length }),
      detail: omittedList(left, left.length, maxReferencesInDialog),
      answers: [t('proofs.omitted.confirm', { count: kept.length - left.length }), t('proofs.cancel')],
    });
    return answer === 0;
  }

  async function saveAll(profile: Profile, kept: readonly StoredProof[], as: 'folder' | 'zip' | 'pdf') {
    if (as === 'pdf' && !(await confirmOmissions(kept))) return { savedAs: null, saved: 0, left: [] };
    const [folder = null] = as === 'folder' ? await dialogs.chooseFolder() : [];
    const path =
      as === 'folder'
        ? folder
        : await dialogs.saveFile(t('proofs.save.dialogTitle'), t('proofs.save.fileName', { extension: as }));
    if (path === null) return { savedAs: null, saved: 0, left: [] };
    proofs.requireActiveProfile(profile);
    const exported = () => deps.onExported(path, profile);
    const all = kept.map((one) => savedOf(one, profile));
    if (as === 'folder') {
      const result = await saveToFolder(deps.saved, path, all, exported);
      return { savedAs: deps.saved.add(path, 'folder'), ...result };
    }
    const result =
      as === 'pdf'
        ? await saveCombined(path, kept, profile)
        : await saveAsZip(deps.saved.writeFileAtomically, path, all);
    exported();
    return { savedAs: deps.saved.add(path), ...result };
  }

  const handlers: Handlers = {
    'proofs.list': handle(commands['proofs.list'], async ({ state, search, offset, limit }) => {
      const work = proofs.active();
      await work.ready();
      const found = work.index.find(state, search);
      const kept = found.filter((line) => line.kept.length > 0).length;
      return { total: found.length, kept, rows: found.slice(offset, offset + limit).map(rowOf) };
    }),
    'proofs.fetch': handle(commands['proofs.fetch'], ({ references, refresh }) => {
      if (!references.every(isReference))
        throw new PaydeskError('arguments-invalid', 'A reference is not a valid path segment', {
          details: { fields: ['references'] },
        });
      return proofs.active().add(references, refresh);
    }),
    'proofs.retry': handle(commands['proofs.retry'], async ({ chosen }) => {
      const again = ['failed', 'cancelled', 'lost', ...(chosen.what === 'these' ? ['not-found'] : [])];
      const work = proofs.active();
      const lines = (await chosenLines(work, chosen)).filter(({ state }) => again.includes(state));
      await work.queue(lines);
      return { queued: lines.length };
    }),
    'proofs.refresh': handle(commands['proofs.refresh'], async ({ chosen }) => {
      const work = proofs.active();
      const lines = (await chosenLines(work, chosen)).filter(({ kept }) => kept.length > 0);
      await work.queue(lines);
      return { queued: lines.length };
    }),
    'proofs.cancel': handle(commands['proofs.cancel'], async () => ({
      cancelled: await proofs.active().cancel(),
    })),
    'proofs.detail': handle(commands['proofs.detail'], async ({ id }) => {
      await proofs.active().ready();
      const line = entryOf(id);
      return { row: rowOf(line), versions: line.kept.map(({ version }) => version).reverse() };
    }),
    'proofs.open': handle(commands['proofs.open'], ({ id, version }) => {
      const { kept } = versionOf(id, version);
      const address = (form: ContentForm) => contents.issue(() => repository.content(kept.version, form));
      return { document: address('document'), received: address('received'), read: address('read') };
    }),
    'proofs.save': handle(commands['proofs.save'], async ({ id, version, form }) => {
      const { profile } = proofs.active();
      const { line, kept } = versionOf(id, version);
      const { bytes } = await repository.content(kept.version, form);
      const name =
        form === 'document'
          ? nameOf(kept)
          : proofFileName({ reference: line.reference, type: 'original', extension: 'txt' });
      const path = await dialogs.saveFile(t('proofs.save.dialogTitleOne'), name);
      if (path === null) return { savedAs: null };
      proofs.requireActiveProfile(profile);
      await saveOne(deps.saved.writeFileAtomically, path, bytes);
      deps.onExported(path, profile);
      return { savedAs: deps.saved.add(path) };
    }),
    'proofs.saveAll': handle(commands['proofs.saveAll'], async ({ chosen, as }) => {
      const work = proofs.active();
      const kept = (await chosenLines(work, chosen)).flatMap((line) => line.kept.at(-1) ?? []);
      if (kept.length === 0) throw proofUnknown();
      const { savedAs, saved, left } = await saveAll(work.profile, kept, as);
      return { savedAs, saved, left: left.slice(0, maxListedOmissions), leftTotal: left.length };
    }),
    'proofs.openLink': handle(commands['proofs.openLink'], async ({ id, version }) => {
      const { profile } = proofs.active();
      const { link } = versionOf(id, version).kept.version;
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
    }),
    'proofs.startOver': handle(commands['proofs.startOver'], async () => {
      const keptAs = await library.startOver();
      await proofs.reload();
      return { keptAs };
    }),
    'proofs.openLibrary': handle(commands['proofs.openLibrary'], async () => {
      await library.list('proof');
      await proofs.reload();
      return null;
    }),
  };
  return {
    handlers,
    async original(id, version) {
      const { kept } = versionOf(id, version);
      return { name: nameOf(kept), bytes: (await repository.content(kept.version, 'document')).bytes };
    },
  };
}

/** The reason to omit a proof from a PDF, as far as it is known without opening the proof. */
function knownOmissionReason({ kind, notes }: ProofVersion): OmissionReason | null {
  if (kind === 'unreadable') return 'unreadable';
  if (kind !== 'pdf' && kind !== 'png' && kind !== 'jpeg') return 'no-pages';
  return notes.includes('pdf-encrypted') ? 'password' : null;
}

function proofUnknown(): PaydeskError {
  return new PaydeskError('proof-unknown', 'No proof is stored under this reference');
}
