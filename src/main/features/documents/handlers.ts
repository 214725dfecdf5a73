/** @file Handlers of the documents commands. */
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { displayHost } from '../../../shared/model/session/environment.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { Procedure } from '../../storage/store/procedure.ts';
import type { Ports } from '../ports.ts';
import * as assign from './database/assign/assign.ts';
import * as folders from './database/assign/folders.ts';
import * as attach from './database/attach/attach-settle.ts';
import * as batches from './database/batches.ts';
import { previewCancellation } from './database/cancellation.ts';
import { closeBatch } from './database/close.ts';
import { selectEarlierBatches } from './database/earlier.ts';
import * as lists from './database/lists.ts';
import * as review from './database/review.ts';
import type { Documents } from './documents.ts';
import type { DocumentsWorker } from './documents-worker.ts';
import { exportResult } from './export.ts';
import { saveReceipt } from './receipt/save-receipt.ts';

interface HandlerDeps extends Pick<Ports, 'store' | 'clock' | 'dialogs' | 'saved' | 'renderPages'> {
  readonly documents: Documents;
  readonly version: string;
  readonly osUser: string;
  readonly largeBytes: () => number;
  readonly onExported: (subject: string, profile: Profile) => void;
  readonly onClosed: (subject: string, profile: Profile) => void;
}

interface OfBatch {
  readonly batchId: number;
}

/** Time and OS user of a change. */
interface Stamp {
  readonly at: number;
  readonly by: string;
}

export function createDocumentsHandlers(deps: HandlerDeps): Handlers {
  const { documents, store, clock, dialogs, largeBytes } = deps;
  const stamp = (): Stamp => ({ at: clock.now(), by: deps.osUser });

  /** Returns the handler of a query about a batch of the active profile. */
  function query<Args extends OfBatch, Result>(procedure: Procedure<Args, Result>) {
    return async (args: Args): Promise<Result> => {
      await documents.activeWorker().requireBatch(args.batchId);
      return store.run(procedure, args);
    };
  }

  /** Returns the handler of a change of a batch's documents. */
  function change<Args extends OfBatch, Result>(
    run: (args: Args & Stamp, worker: DocumentsWorker) => Promise<Result>,
  ) {
    return async (args: Args): Promise<Result> => {
      const worker = documents.activeWorker();
      await worker.requireBatch(args.batchId);
      const result = await run({ ...args, ...stamp() }, worker);
      worker.invalidate(args.batchId);
      return result;
    };
  }

  return {
    'documents.add': async ({ files, profileId }) => {
      const worker = profileId === null ? documents.activeWorker() : documents.workerOf(profileId);
      const { paths, notOnDisk } = files;
      return { batchId: paths.length === 0 ? null : await worker.addPaths(paths), notOnDisk };
    },
    'documents.choose': async ({ what }) => {
      const worker = documents.activeWorker();
      const paths = what === 'files' ? await dialogs.chooseFiles() : await dialogs.chooseFolders();
      return { batchId: paths.length === 0 ? null : await worker.addPaths(paths) };
    },
    'documents.list': query(lists.listDocuments),
    'documents.query': {
      ids: query(lists.groupListedDocuments),
      reasons: query(lists.countReasons),
      listFiles: query(lists.selectListFiles),
      cancellation: query(previewCancellation),
    },
    'documents.detail': async (args) => {
      const worker = documents.activeWorker();
      const found = await store.run(lists.selectDetail, args);
      if (found === null) throw new PaydeskError('document-unknown', 'There is no such document');
      await worker.requireBatch(found.batchId);
      return found;
    },
    'documents.change': {
      assign: change((args) => store.run(assign.assignDocuments, args)),
      unassign: change((args) => store.run(assign.unassignDocuments, args)),
      exclude: change((args) => store.run(assign.excludeDocuments, args)),
      include: change((args) => store.run(assign.includeDocuments, args)),
      recheck: change((args) => store.run(assign.recheckDocuments, args)),
      retry: change(async (args, worker) => {
        const changed = await store.run(assign.retryDocuments, args);
        worker.retryNow();
        return changed;
      }),
      cancel: change(async (args, worker) => {
        const cancelled = await store.run(assign.cancelDocuments, args);
        worker.abortDocuments(args.batchId, args.selection);
        return cancelled;
      }),
    },
    'documents.folders': {
      list: async ({ batchId }) => {
        const worker = documents.activeWorker();
        const { profileId } = await worker.requireBatch(batchId);
        return store.run(folders.matchFolders, { batchId, profileId });
      },
      assign: change((args) => store.run(folders.assignFolders, args)),
    },
    'documents.review': {
      numbers: async ({ batchId }) => {
        const worker = documents.activeWorker();
        await worker.requireBatch(batchId);
        const { options, hosts } = worker.profile;
        const { recipientUpdate } = options;
        const numbers = await store.run(review.reviewNumbers, { batchId, largeBytes: largeBytes() });
        return { ...numbers, recipientUpdate, host: displayHost(hosts.beneficiary) };
      },
      groups: async (args) => {
        const worker = documents.activeWorker();
        await worker.requireBatch(args.batchId);
        const { recipientUpdate } = worker.profile.options;
        return store.run(review.reviewGroups, { ...args, recipientUpdate, largeBytes: largeBytes() });
      },
      documents: query(review.reviewDocuments),
    },
    'documents.batch': {
      open: async ({ batchId }) => {
        const worker = documents.activeWorker();
        await worker.requireBatch(batchId);
        worker.batchPublisher.open(batchId);
        return null;
      },
      start: async (args) => {
        const worker = documents.activeWorker();
        await worker.requireBatch(args.batchId);
        await store.run(review.startBatch, { ...args, ...stamp() });
        await worker.onBatchStarted(args.batchId);
        return null;
      },
      pause: async ({ batchId }) => {
        await documents.activeWorker().pause(batchId);
        return null;
      },
      resume: async ({ batchId }) => {
        await documents.activeWorker().resume(batchId);
        return null;
      },
      cancel: ({ batchId }) => documents.activeWorker().cancel(batchId),
      attachIncomplete: change((args) => store.run(attach.recordConsent, args)),
      discard: change(async ({ batchId }) => {
        const { changed } = await store.run(batches.discardBatch, { batchId });
        if (changed === 0) throw new PaydeskError('batch-not-ready', 'A started batch cannot be discarded');
        return null;
      }),
      close: async (args) => {
        const worker = documents.activeWorker();
        const { number } = await worker.requireBatch(args.batchId);
        const closed = await store.run(closeBatch, { ...args, ...stamp() });
        worker.invalidate(args.batchId);
        deps.onClosed(t('documents.closeRecord', { number, count: closed.changed }), worker.profile);
        return closed;
      },
    },
    'documents.allBatches': {
      pause: async () => ({ changed: await documents.activeWorker().pauseAll() }),
      resume: async () => ({ changed: await documents.activeWorker().resumeAll() }),
    },
    'documents.export': async ({ batchId, receipt }) => {
      const worker = documents.activeWorker();
      const { number } = await worker.requireBatch(batchId);
      const path =
        receipt === undefined
          ? await exportResult({ store, dialogs, saved: deps.saved, batchId, number })
          : await saveReceipt(
              deps,
              receipt.format,
              { batchId, documentId: receipt.documentId },
              {
                batchNumber: number,
                profile: { name: worker.profile.name, environment: worker.profile.environment },
                savedAt: new Date(clock.now()).toISOString(),
                savedBy: deps.osUser,
                version: deps.version,
              },
            );
      if (path === null) return { savedAs: null };
      deps.onExported(path, worker.profile);
      return { savedAs: deps.saved.add(path) };
    },
    'documents.earlier': (args) =>
      store.run(selectEarlierBatches, { ...args, profileId: documents.activeProfile().id }),
  };
}
