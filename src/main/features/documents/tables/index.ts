/** @file Tables and procedures of the documents feature. */
import type { TableSet } from '../../../store/procedure.ts';
import * as assign from './assign.ts';
import * as assignmentHistory from './assignment-history.ts';
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
    batches.summarizeBatch,
    openBatches.selectOpenBatchIds,
    openBatches.selectOpenBatches,
    openBatches.hasUnfinishedWork,
    earlier.selectEarlierBatches,
    close.closeBatch,
    intake.recordDrop,
    intake.selectUnlistedPaths,
    intake.addFoundFiles,
    intake.claimForCheck,
    intake.recordChecks,
    intake.selectWaitingFiles,
    intake.requeueReturned,
    intake.endChecking,
    intake.requeueInterruptedChecks,
    assign.assignDocuments,
    assign.unassignDocuments,
    assign.matchFolders,
    assign.assignFolders,
    assign.excludeDocuments,
    assign.includeDocuments,
    assign.recheckDocuments,
    assign.retryDocuments,
    assign.cancelDocuments,
    cancellation.previewCancellation,
    mapping.previewMapping,
    mapping.applyMapping,
    assignmentHistory.undoMapping,
    forget.removeProfile,
    lists.listDocuments,
    lists.groupListedDocuments,
    lists.countReasons,
    lists.selectListFiles,
    lists.selectDetail,
    lists.selectExportPage,
    review.reviewNumbers,
    review.reviewGroups,
    review.reviewDocuments,
    review.startBatch,
    transfer.claimUploadJobs,
    transfer.nextRetryTime,
    transfer.markSending,
    transfer.markStored,
    transfer.failAttempt,
    transfer.endBatches,
    transfer.cancelBatch,
    attach.attachablePairs,
    attach.beginAttach,
    attachEnd.endAttach,
    attachLists.unknownOutcomes,
    attachSettle.settleOutcome,
    attachSettle.recordConsent,
    attachLists.attachedDocuments,
    attachEnd.recoverAfterStart,
    openWork,
  ],
};
