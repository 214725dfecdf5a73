/** @file Tables and procedures of the documents feature. */
import { defineFeatureDatabase } from '../../../storage/store/procedure.ts';
import * as assign from './assign/assign.ts';
import * as assignmentHistory from './assign/assignment-history.ts';
import * as folders from './assign/folders.ts';
import * as mapping from './assign/mapping.ts';
import * as attach from './attach/attach.ts';
import * as attachEnd from './attach/attach-end.ts';
import * as attachLists from './attach/attach-lists.ts';
import * as attachSettle from './attach/attach-settle.ts';
import * as batches from './batches.ts';
import * as cancellation from './cancellation.ts';
import * as close from './close.ts';
import * as drafts from './drafts.ts';
import * as intake from './dropped-files.ts';
import * as earlier from './earlier.ts';
import * as forget from './forget.ts';
import * as lists from './lists.ts';
import * as namedDocuments from './named-documents.ts';
import * as openBatches from './open-batches.ts';
import * as openWork from './open-work.ts';
import * as receipt from './receipt.ts';
import * as rejections from './rejections.ts';
import * as review from './review.ts';
import { documentsSchema } from './schema.ts';
import * as transfer from './transfer.ts';
import * as waitingFiles from './waiting-files.ts';

/** The table set of the documents feature. */
export const documentsDatabase = defineFeatureDatabase(
  'documents',
  documentsSchema,
  assign,
  assignmentHistory,
  attach,
  attachEnd,
  attachLists,
  attachSettle,
  batches,
  cancellation,
  close,
  drafts,
  earlier,
  folders,
  forget,
  intake,
  lists,
  mapping,
  namedDocuments,
  openBatches,
  openWork,
  receipt,
  rejections,
  review,
  transfer,
  waitingFiles,
);
