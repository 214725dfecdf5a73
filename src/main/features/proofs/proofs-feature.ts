/** @file Composition of the proofs feature. */
import { z } from 'zod';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { ProofEvidence } from '../../app/evidence-sources.ts';
import { type RetainedItems, toDay } from '../../app/retained-items.ts';
import { createPagesJobs, printPages, renderPages } from '../../formats/pages/render-pages.ts';
import type { TextPages } from '../../formats/pages/text-pages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Library } from '../../storage/library/library.ts';
import { listSealed } from '../../storage/library/sealed-collection.ts';
import type { Store } from '../../storage/store/store.ts';
import type { Ports } from '../ports.ts';
import * as procedures from './database.ts';
import { formatProofFileName } from './export/proof-file-name.ts';
import { createReader } from './extraction/reader.ts';
import { createProofsHandlers } from './handlers.ts';
import { createProofRepository, type ProofRepository } from './proof-repository.ts';
import { createProofs, type Proofs, type ProofsDeps } from './proofs.ts';

interface RetainedProofsDeps {
  readonly store: Pick<Store, 'run'>;
  readonly library: Pick<Library, 'start' | 'state' | 'list'>;
  readonly repository: Pick<ProofRepository, 'removeVersions'>;
  readonly proofs: Pick<Proofs, 'reloadAfter'>;
}

/** The metadata of a proof without its contents, which may be long. */
const retainedSchema = z.object({ profileId: z.string(), reference: z.string(), fetchedAt: z.number() });

/** Creates the access to proofs; an item is one version, identified by its file in the library. */
export function createRetainedProofs({
  store,
  library,
  repository,
  proofs,
}: RetainedProofsDeps): RetainedItems {
  async function list() {
    const items = await listSealed(library, 'proof', retainedSchema);
    return items.map(({ id, about: { profileId, reference, fetchedAt } }) => {
      const fetchedOn = toDay(fetchedAt);
      const dates = { periodStart: fetchedOn, storedOn: fetchedOn };
      return { id, profileId, reference, ...dates, statement: null, sha256: null };
    });
  }

  async function remove(profileId: string, ids: readonly string[]): Promise<void> {
    const removedIds = new Set(ids);
    const ofProfile = (await list()).filter((item) => item.profileId === profileId);
    const kept = new Set(ofProfile.filter(({ id }) => !removedIds.has(id)).map((item) => item.reference));
    const references = ofProfile
      .filter(({ id, reference }) => removedIds.has(id) && !kept.has(reference))
      .map(({ reference }) => reference);
    // The references go first: a reference without its proof would be shown as lost.
    await store.run(procedures.removeSaved, { profileId, references });
    await repository.removeVersions(ofProfile.filter(({ id }) => removedIds.has(id)).map(({ id }) => id));
  }

  return {
    list,
    remove: (profileId, ids) => proofs.reloadAfter(profileId, () => remove(profileId, ids)),
  };
}

function createProofEvidence(deps: {
  readonly proofs: Pick<Proofs, 'activeWorker'>;
  readonly repository: Pick<ProofRepository, 'content'>;
  readonly library: Library;
}): ProofEvidence {
  return {
    async list() {
      const worker = deps.proofs.activeWorker();
      await worker.whenReady();
      return worker.index.entries
        .toSorted((one, two) => (one.reference < two.reference ? -1 : 1))
        .flatMap(({ reference, storedVersions }) =>
          storedVersions.map(({ version, metadata }) => {
            const { type, extension } = metadata.reading;
            return {
              reference,
              version: { id: version.id, kind: version.kind },
              name: formatProofFileName({ reference, type, extension }),
              receivedName: formatProofFileName({ reference, type: null, extension: 'json' }),
              receivedAt: version.fetchedAt,
              contentBytes: version.contentBytes,
              receivedBytes: version.receivedBytes,
              receivedSha256: version.sha256,
            };
          }),
        );
    },
    readDocument: async ({ version }) => (await deps.repository.content(version, 'document')).bytes,
    readReceived: ({ version }) => deps.library.readAll(version.id),
  };
}

interface ProofsFeatureDeps
  extends Omit<ProofsDeps, 'repository'>,
    Pick<Ports, 'library' | 'contents' | 'dialogs' | 'saved' | 'shell' | 'publisher'>,
    Pick<Platform, 'pages'> {
  /** Continues with data from an earlier time. */
  readonly continueEarlier: () => Promise<void>;
  /** Entry module of the proof reader thread. */
  readonly readerEntry: URL;
  readonly record: (kind: 'export' | 'open-link', subject: string, profile: Profile) => void;
}

export type ProofsFeature = ReturnType<typeof createProofsFeature>;

export function createProofsFeature(deps: ProofsFeatureDeps) {
  const { record } = deps;
  const reader = createReader(deps.readerEntry, deps.clock);
  const rereader = createReader(deps.readerEntry, deps.clock);
  const repository = createProofRepository({
    ...deps,
    reader,
    rereader,
    onUnreadable: () => void proofs.reload().catch(deps.onUnexpected),
  });
  const proofs = createProofs({ ...deps, repository });
  const jobs = createPagesJobs((progress) => deps.publisher.publish('pages', progress));
  const pageDeps = { pages: deps.pages, join: reader.join };
  const { handlers, readOriginal: original } = createProofsHandlers({
    ...deps,
    proofs,
    repository,
    reader,
    jobs,
    onExported: (path, profile) => record('export', path, profile),
    onLinkOpened: (host, profile) => record('open-link', host, profile),
  });
  return {
    ...proofs,
    handlers,
    original,
    /** The stored proofs for an evidence pack. */
    evidence: createProofEvidence({ ...deps, proofs, repository }),
    /** The stored proofs for a retention period. */
    retained: createRetainedProofs({ ...deps, proofs, repository }),
    /** Pages of texts: Chromium makes them, and the reader thread joins their parts. */
    pagePorts: {
      renderPages: (text: TextPages) => jobs.run((job) => renderPages(pageDeps, text, job)),
      printPages: (text: TextPages) => printPages(deps.pages, text),
    },
    /** Ends the reader thread. No proof can be read afterwards. */
    async closeReader() {
      await Promise.all([reader.close(), rereader.close()]);
    },
  };
}
