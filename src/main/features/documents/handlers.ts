/** @file Handlers of the documents commands. */

import { documentsCommands, type Selection } from '../../../shared/contract/documents.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { displayHost } from '../../../shared/model/environment.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { References } from '../../bridge/references.ts';
import { type Handlers, handle } from '../../bridge/registrar.ts';
import type { Clock, Dialogs } from '../../platform.ts';
import type { SavedFiles } from '../../saved-files.ts';
import type { Procedure } from '../../store/procedure.ts';
import type { Store } from '../../store/store.ts';
import type { Documents } from './documents.ts';
import type { DocumentsWorker } from './documents-worker.ts';
import { exportResult } from './export.ts';
import * as assign from './tables/assign.ts';
import * as attach from './tables/attach-settle.ts';
import * as batches from './tables/batches.ts';
import { previewCancellation } from './tables/cancellation.ts';
import { closeBatch } from './tables/close.ts';
import { selectEarlierBatches } from './tables/earlier.ts';
import * as lists from './tables/lists.ts';
import * as review from './tables/review.ts';

interface HandlerDeps {
  readonly documents: Documents;
  readonly store: Store;
  readonly clock: Clock;
  readonly dialogs: Dialogs;
  readonly saved: SavedFiles;
  readonly references: References;
  readonly osUser: string;
  readonly largeBytes: () => number;
  readonly onExported: (subject: string, profile: Profile) => void;
  readonly onClosed: (subject: string, profile: Profile) => void;
}

interface SelectedDocuments {
  readonly batchId: number;
  readonly selection: Selection;
}

export function createDocumentsHandlers(deps: HandlerDeps): Handlers {
  const { documents, store, clock, dialogs, largeBytes } = deps;
  const stamp = () => ({ at: clock.now(), by: deps.osUser });

  async function changeSelected<Result extends { readonly changed: number }>(
    worker: DocumentsWorker,
    procedure: Procedure<SelectedDocuments & { at: number; by: string }, Result>,
    { batchId, selection }: SelectedDocuments,
  ): Promise<Result> {
    await worker.requireBatch(batchId);
    const changed = await store.run(procedure, { batchId, selection, ...stamp() });
    worker.invalidate(batchId);
    return changed;
  }

  return {
    'documents.add': handle(documentsCommands['documents.add'], async ({ references, profileId }) => {
      const worker = profileId === null ? documents.activeWorker() : documents.workerOf(profileId);
      return { batchId: await worker.addPaths(deps.references.redeem(references)) };
    }),
    'documents.choose': handle(documentsCommands['documents.choose'], async ({ what }) => {
      const worker = documents.activeWorker();
      const paths = what === 'files' ? await dialogs.chooseFiles() : await dialogs.chooseFolders();
      return { batchId: paths.length === 0 ? null : await worker.addPaths(paths) };
    }),
    'documents.list': handle(documentsCommands['documents.list'], async (args) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(args.batchId);
      return store.run(lists.listDocuments, args);
    }),
    'documents.listed': handle(documentsCommands['documents.listed'], async (args) => {
      await documents.activeWorker().requireBatch(args.batchId);
      return store.run(lists.groupListedDocuments, args);
    }),
    'documents.reasons': handle(documentsCommands['documents.reasons'], async (args) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(args.batchId);
      return store.run(lists.countReasons, args);
    }),
    'documents.listFiles': handle(documentsCommands['documents.listFiles'], async (args) => {
      await documents.activeWorker().requireBatch(args.batchId);
      return store.run(lists.selectListFiles, args);
    }),
    'documents.detail': handle(documentsCommands['documents.detail'], async (args) => {
      const worker = documents.activeWorker();
      const found = await store.run(lists.selectDetail, args);
      if (found === null) throw new PaydeskError('document-unknown', 'There is no such document');
      await worker.requireBatch(found.batchId);
      return found;
    }),
    'documents.assign': handle(documentsCommands['documents.assign'], async ({ beneficiaryId, ...args }) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(args.batchId);
      const changed = await store.run(assign.assignDocuments, { ...args, beneficiaryId, ...stamp() });
      worker.invalidate(args.batchId);
      return changed;
    }),
    'documents.unassign': handle(documentsCommands['documents.unassign'], (args) =>
      changeSelected(documents.activeWorker(), assign.unassignDocuments, args),
    ),
    'documents.folders': handle(documentsCommands['documents.folders'], async ({ batchId }) => {
      const worker = documents.activeWorker();
      const { profileId } = await worker.requireBatch(batchId);
      return store.run(assign.matchFolders, { batchId, profileId });
    }),
    'documents.assignFolders': handle(documentsCommands['documents.assignFolders'], async (args) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(args.batchId);
      const changed = await store.run(assign.assignFolders, { ...args, ...stamp() });
      worker.invalidate(args.batchId);
      return changed;
    }),
    'documents.exclude': handle(documentsCommands['documents.exclude'], (args) =>
      changeSelected(documents.activeWorker(), assign.excludeDocuments, args),
    ),
    'documents.include': handle(documentsCommands['documents.include'], (args) =>
      changeSelected(documents.activeWorker(), assign.includeDocuments, args),
    ),
    'documents.recheck': handle(documentsCommands['documents.recheck'], (args) =>
      changeSelected(documents.activeWorker(), assign.recheckDocuments, args),
    ),
    'documents.retry': handle(documentsCommands['documents.retry'], async (args) => {
      const worker = documents.activeWorker();
      const changed = await changeSelected(worker, assign.retryDocuments, args);
      worker.retryNow();
      return changed;
    }),
    'documents.cancelDocuments': handle(documentsCommands['documents.cancelDocuments'], async (args) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(args.batchId);
      const cancelled = await store.run(assign.cancelDocuments, { ...args, ...stamp() });
      worker.invalidate(args.batchId);
      worker.abortDocuments(args.batchId, args.selection);
      return cancelled;
    }),
    'documents.previewCancellation': handle(
      documentsCommands['documents.previewCancellation'],
      async (args) => {
        await documents.activeWorker().requireBatch(args.batchId);
        return store.run(previewCancellation, args);
      },
    ),
    'documents.review': handle(documentsCommands['documents.review'], async ({ batchId }) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(batchId);
      const { options, hosts } = worker.profile;
      const { recipientUpdate } = options;
      const numbers = await store.run(review.reviewNumbers, { batchId, largeBytes: largeBytes() });
      return { ...numbers, recipientUpdate, host: displayHost(hosts.beneficiary) };
    }),
    'documents.reviewGroups': handle(documentsCommands['documents.reviewGroups'], async (args) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(args.batchId);
      const { recipientUpdate } = worker.profile.options;
      return store.run(review.reviewGroups, { ...args, recipientUpdate, largeBytes: largeBytes() });
    }),
    'documents.reviewDocuments': handle(documentsCommands['documents.reviewDocuments'], async (args) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(args.batchId);
      return store.run(review.reviewDocuments, args);
    }),
    'documents.start': handle(documentsCommands['documents.start'], async (args) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(args.batchId);
      await store.run(review.startBatch, { ...args, ...stamp() });
      await worker.onBatchStarted(args.batchId);
      return null;
    }),
    'documents.pause': handle(documentsCommands['documents.pause'], async ({ batchId }) => {
      const worker = documents.activeWorker();
      await worker.pause(batchId);
      return null;
    }),
    'documents.resume': handle(documentsCommands['documents.resume'], async ({ batchId }) => {
      const worker = documents.activeWorker();
      await worker.resume(batchId);
      return null;
    }),
    'documents.pauseAll': handle(documentsCommands['documents.pauseAll'], async () => ({
      changed: await documents.activeWorker().pauseAll(),
    })),
    'documents.resumeAll': handle(documentsCommands['documents.resumeAll'], async () => ({
      changed: await documents.activeWorker().resumeAll(),
    })),
    'documents.cancel': handle(documentsCommands['documents.cancel'], ({ batchId }) =>
      documents.activeWorker().cancel(batchId),
    ),
    'documents.attachIncomplete': handle(documentsCommands['documents.attachIncomplete'], async (args) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(args.batchId);
      await store.run(attach.recordConsent, args);
      worker.invalidate(args.batchId);
      return null;
    }),
    'documents.discard': handle(documentsCommands['documents.discard'], async ({ batchId }) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(batchId);
      const { changed } = await store.run(batches.discardBatch, { batchId });
      if (changed === 0) throw new PaydeskError('batch-not-ready', 'A started batch cannot be discarded');
      worker.invalidate(batchId);
      return null;
    }),
    'documents.close': handle(documentsCommands['documents.close'], async (args) => {
      const worker = documents.activeWorker();
      const { number } = await worker.requireBatch(args.batchId);
      const closed = await store.run(closeBatch, { ...args, ...stamp() });
      worker.invalidate(args.batchId);
      deps.onClosed(t('documents.closeRecord', { number, count: closed.changed }), worker.profile);
      return closed;
    }),
    'documents.export': handle(documentsCommands['documents.export'], async ({ batchId }) => {
      const worker = documents.activeWorker();
      const { number } = await worker.requireBatch(batchId);
      const path = await exportResult({ store, dialogs, saved: deps.saved, batchId, number });
      if (path === null) return { savedAs: null };
      deps.onExported(path, worker.profile);
      return { savedAs: deps.saved.add(path) };
    }),
    'documents.earlier': handle(documentsCommands['documents.earlier'], (args) =>
      store.run(selectEarlierBatches, { ...args, profileId: documents.activeProfile().id }),
    ),
    'documents.open': handle(documentsCommands['documents.open'], async ({ batchId }) => {
      const worker = documents.activeWorker();
      await worker.requireBatch(batchId);
      worker.batchPublisher.open(batchId);
      return null;
    }),
  };
}
