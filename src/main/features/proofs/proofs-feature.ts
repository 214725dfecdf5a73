/** @file Composition of the proofs feature. */
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { ProofEvidence } from '../../app/evidence-sources.ts';
import type { RetainedItems } from '../../app/retained-items.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import { createPagesJobs, printPages, renderPages } from '../../formats/pages/render-pages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Ports } from '../ports.ts';
import { createProofEvidence } from './evidence.ts';
import { createReader } from './extraction/reader.ts';
import { createProofsHandlers, type ProofsHandlers } from './handlers.ts';
import { createProofRepository } from './proof-repository.ts';
import { createProofs, type Proofs, type ProofsDeps } from './proofs.ts';
import { createRetainedProofs } from './retained-proofs.ts';

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

export interface ProofsFeature extends Omit<Proofs, 'activeWorker' | 'requireActiveProfile' | 'reloadAfter'> {
  readonly handlers: Handlers;
  readonly original: ProofsHandlers['readOriginal'];
  /** The stored proofs for an evidence pack. */
  readonly evidence: ProofEvidence;
  /** The stored proofs for a retention period. */
  readonly retained: RetainedItems;
  /** Pages of texts: Chromium makes them, and the reader thread joins their parts. */
  readonly pagePorts: Pick<Ports, 'renderPages' | 'printPages'>;
  /** Ends the reader thread. No proof can be read afterwards. */
  closeReader(): Promise<void>;
}

export function createProofsFeature(deps: ProofsFeatureDeps): ProofsFeature {
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
    evidence: createProofEvidence({ ...deps, proofs, repository }),
    retained: createRetainedProofs({ ...deps, proofs, repository }),
    pagePorts: {
      renderPages: (text) => jobs.run((job) => renderPages(pageDeps, text, job)),
      printPages: (text) => printPages(deps.pages, text),
    },
    async closeReader() {
      await Promise.all([reader.close(), rereader.close()]);
    },
  };
}
