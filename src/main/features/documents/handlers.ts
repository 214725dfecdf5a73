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
import { earlierBatches } from './tables/earlier.ts';
import * as lists from './tables/lists.ts';
import * as review from './tables/review.ts';

export interface HandlerDeps {
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

interface Selected {
  readonly batchId: number;
  readonly selection: Selection;
}

export function createDocumentsHandlers(deps: HandlerDeps): Handlers {
  const { documents, store, clock, dialogs, largeBytes } = deps;
  const stamp = () => ({ at: clock.now(), by: deps.osUser });

  async function change<Result extends { readonly changed: number }>(
    work: DocumentsWorker,
    procedure: Procedure<Selected & { at: number; by: string }, Result>,
    { batchId, selection }: Selected,
  ): Promise<Result> {
    await work.batch(batchId);
    const changed = await store.run(procedure, { batchId, selection, ...stamp() });
    work.invalidate(batchId);
    return changed;
  }

  return {
    'documents.add': handle(documentsCommands['documents.add'], async ({ references, profileId }) => {
      const work = profileId === null ? documents.active() : documents.open(profileId);
      return { batchId: await work.addPaths(deps.references.redeem(references)) };
    }),
    'documents.choose': handle(documentsCommands['documents.choose'], async ({ what }) => {
      const work = documents.active();
      const paths = what === 'files' ? await dialogs.chooseFiles() : await dialogs.chooseFolder();
      return { batchId: paths.length === 0 ? null : await work.addPaths(paths) };
    }),
    'documents.list': handle(documentsCommands['documents.list'], async (args) => {
      const work = documents.active();
      await work.batch(args.batchId);
      return store.run(lists.list, args);
    }),
    'documents.listed': handle(documentsCommands['documents.listed'], async (args) => {
      await documents.active().batch(args.batchId);
      return store.run(lists.listed, args);
    }),
    'documents.reasons': handle(documentsCommands['documents.reasons'], async (args) => {
      const work = documents.active();
      await work.batch(args.batchId);
      return store.run(lists.reasons, args);
    }),
    'documents.listFiles': handle(documentsCommands['documents.listFiles'], async (args) => {
      await documents.active().batch(args.batchId);
      return store.run(lists.listFiles, args);
    }),
    'documents.detail': handle(documentsCommands['documents.detail'], async (args) => {
      const work = documents.active();
      const found = await store.run(lists.detail, args);
      if (found === null) throw new PaydeskError('document-unknown', 'There is no such document');
      await work.batch(found.batchId);
      return found;
    }),
    'documents.assign': handle(documentsCommands['documents.assign'], async ({ beneficiaryId, ...args }) => {
      const work = documents.active();
      await work.batch(args.batchId);
      const changed = await store.run(assign.assign, { ...args, beneficiaryId, ...stamp() });
      work.invalidate(args.batchId);
      return changed;
    }),
    'documents.unassign': handle(documentsCommands['documents.unassign'], (args) =>
      change(documents.active(), assign.unassign, args),
    ),
    'documents.folders': handle(documentsCommands['documents.folders'], async ({ batchId }) => {
      const work = documents.active();
      const { profileId } = await work.batch(batchId);
      return store.run(assign.folders, { batchId, profileId });
    }),
    'documents.assignFolders': handle(documentsCommands['documents.assignFolders'], async (args) => {
      const work = documents.active();
      await work.batch(args.batchId);
      const changed = await store.run(assign.assignFolders, { ...args, ...stamp() });
      work.invalidate(args.batchId);
      return changed;
    }),
    'documents.exclude': handle(documentsCommands['documents.exclude'], (args) =>
      change(documents.active(), assign.exclude, args),
    ),
    'documents.include': handle(documentsCommands['documents.include'], (args) =>
      change(documents.active(), assign.include, args),
    ),
    'documents.recheck': handle(documentsCommands['documents.recheck'], (args) =>
      change(documents.active(), assign.recheck, args),
    ),
    'documents.retry': handle(documentsCommands['documents.retry'], async (args) => {
      const work = documents.active();
      const changed = await change(work, assign.retry, args);
      work.retryNow();
      return changed;
    }),
    'documents.cancelDocuments': handle(documentsCommands['documents.cancelDocuments'], async (args) => {
      const work = documents.active();
      await work.batch(args.batchId);
      const cancelled = await store.run(assign.cancelDocuments, { ...args, ...stamp() });
      work.invalidate(args.batchId);
      work.abortDocuments(args.batchId, args.selection);
      return cancelled;
    }),
    'documents.previewCancellation': handle(
      documentsCommands['documents.previewCancellation'],
      async (args) => {
        await documents.active().batch(args.batchId);
        return store.run(previewCancellation, args);
      },
    ),
    'documents.review': handle(documentsCommands['documents.review'], async ({ batchId }) => {
      const work = documents.active();
      await work.batch(batchId);
      const { options, hosts } = work.profile;
      const { recipientUpdate } = options;
      const numbers = await store.run(review.review, { batchId, largeBytes: largeBytes() });
      return { ...numbers, recipientUpdate, host: displayHost(hosts.beneficiary) };
    }),
    'documents.reviewGroups': handle(documentsCommands['documents.reviewGroups'], async (args) => {
      const work = documents.active();
      await work.batch(args.batchId);
      const { recipientUpdate } = work.profile.options;
      return store.run(review.reviewGroups, { ...args, recipientUpdate, largeBytes: largeBytes() });
    }),
    'documents.reviewDocuments': handle(documentsCommands['documents.reviewDocuments'], async (args) => {
      const work = documents.active();
      await work.batch(args.batchId);
      return store.run(review.reviewDocuments, args);
    }),
    'documents.start': handle(documentsCommands['documents.start'], async (args) => {
      const work = documents.active();
      await work.batch(args.batchId);
      await store.run(review.start, { ...args, ...stamp() });
      await work.onBatchStarted(args.batchId);
      return null;
    }),
    'documents.pause': handle(documentsCommands['documents.pause'], async ({ batchId }) => {
      const work = documents.active();
      await work.pause(batchId);
      return null;
    }),
    'documents.resume': handle(documentsCommands['documents.resume'], async ({ batchId }) => {
      const work = documents.active();
      await work.resume(batchId);
      return null;
    }),
    'documents.pauseAll': handle(documentsCommands['documents.pauseAll'], async () => ({
      changed: await documents.active().pauseAll(),
    })),
    'documents.resumeAll': handle(documentsCommands['documents.resumeAll'], async () => ({
      changed: await documents.active().resumeAll(),
    })),
    'documents.cancel': handle(documentsCommands['documents.cancel'], ({ batchId }) =>
      documents.active().cancel(batchId),
    ),
    'documents.attachIncomplete': handle(documentsCommands['documents.attachIncomplete'], async (args) => {
      const work = documents.active();
      await work.batch(args.batchId);
      await store.run(attach.consent, args);
      work.invalidate(args.batchId);
      return null;
    }),
    'documents.discard': handle(documentsCommands['documents.discard'], async ({ batchId }) => {
      const work = documents.active();
      await work.batch(batchId);
      const { changed } = await store.run(batches.discardBatch, { batchId });
      if (changed === 0) throw new PaydeskError('batch-not-ready', 'A started batch cannot be discarded');
      work.invalidate(batchId);
      return null;
    }),
    'documents.close': handle(documentsCommands['documents.close'], async (args) => {
      const work = documents.active();
      const { number } = await work.batch(args.batchId);
      const closed = await store.run(closeBatch, { ...args, ...stamp() });
      work.invalidate(args.batchId);
      deps.onClosed(t('documents.closeRecord', { number, count: closed.changed }), work.profile);
      return closed;
    }),
    'documents.export': handle(documentsCommands['documents.export'], async ({ batchId }) => {
      const work = documents.active();
      const { number } = await work.batch(batchId);
      const path = await exportResult({ store, dialogs, saved: deps.saved, batchId, number });
      if (path === null) return { savedAs: null };
      deps.onExported(path, work.profile);
      return { savedAs: deps.saved.add(path) };
    }),
    'documents.earlier': handle(documentsCommands['documents.earlier'], (args) =>
      store.run(earlierBatches, { ...args, profileId: documents.profile().id }),
    ),
    'documents.open': handle(documentsCommands['documents.open'], async ({ batchId }) => {
      const work = documents.active();
      await work.batch(batchId);
      work.batchPublisher.open(batchId);
      return null;
    }),
  };
}
