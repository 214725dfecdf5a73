/** @file Tables and procedures of the documents feature. */
import type { TableSet } from '../../../store/procedure.ts';
import * as assign from './assign.ts';
import * as give from './assignment-history.ts';
import * as attach from './attach.ts';
import * as attachEnd from './attach-end.ts';
import * as attachLists from './attach-lists.ts';
import * as attachSettle from './attach-settle.ts';
import * as batches from './batches.ts';
import * as cancellation from './cancellation.ts';
import * as close from './close.ts';
import * as earlier from './earlier.ts';
import * as forget from './forget.ts';
import * as intake from './intake.ts';
import * as lists from './lists.ts';
import * as mapping from './mapping.ts';
import { checksBegunSchema, mappingSchema, returnedSchema, unfinishedSchema } from './migrations.ts';
import * as openBatches from './open-batches.ts';
import { openWork } from './open-work.ts';
import * as review from './review.ts';
import { documentsSchema } from './schema.ts';
import * as transfer from './transfer.ts';

/** The table set of the documents feature. */
export const documentsTables: TableSet = {
  name: 'documents',
  migrations: [documentsSchema, mappingSchema, returnedSchema, unfinishedSchema, checksBegunSchema],
  procedures: [
    batches.createBatch,
    batches.getBatch,
    batches.draftBatch,
    batches.setBatchState,
    batches.setProfileBatches,
    batches.pauseAll,
    batches.resumeAll,
    batches.discardBatch,
    batches.summary,
    openBatches.openBatchIds,
    openBatches.openBatches,
    openBatches.hasUnfinishedWork,
    earlier.earlierBatches,
    close.closeBatch,
    intake.recordDrop,
    intake.unlistedPaths,
    intake.addFound,
    intake.claimForCheck,
    intake.recordChecks,
    intake.waitingFiles,
    intake.recheckReturned,
    intake.endChecking,
    intake.resetChecking,
    assign.assign,
    assign.unassign,
    assign.folders,
    assign.assignFolders,
    assign.exclude,
    assign.include,
    assign.recheck,
    assign.retry,
    assign.cancelDocuments,
    cancellation.previewCancellation,
    mapping.previewMapping,
    mapping.applyMapping,
    give.undoMapping,
    forget.removeProfile,
    lists.list,
    lists.listed,
    lists.reasons,
    lists.listFiles,
    lists.detail,
    lists.exportRun,
    review.review,
    review.reviewGroups,
    review.reviewDocuments,
    review.start,
    transfer.claimUploadJobs,
    transfer.nextDue,
    transfer.markSending,
    transfer.markStored,
    transfer.failAttempt,
    transfer.endBatches,
    transfer.cancelBatch,
    attach.attachable,
    attach.beginAttach,
    attachEnd.endAttach,
    attachLists.unknownOutcomes,
    attachSettle.settle,
    attachSettle.consent,
    attachLists.attachedDocuments,
    attachEnd.recover,
    openWork,
  ],
};
