/** @file The actions on one document by its state, the best one first. */
import type { DocumentDetail, DocumentRow } from '../../../../shared/contract/documents.ts';
import type { BatchState } from '../../../../shared/model/documents/batch.ts';
import type { DocumentReasonCode, DocumentState } from '../../../../shared/model/documents/document.ts';
import { documentSets } from '../../../../shared/model/documents/document-machine.ts';
import { includesState } from '../../../../shared/model/state-machine.ts';
import { phaseOf } from '../batches/batch-numbers.ts';

export type DocumentAction =
  | 'assign'
  | 'reassign'
  | 'unassign'
  | 'exclude'
  | 'include'
  | 'include-now'
  | 'send-anyway'
  | 'recheck'
  | 'check-new-version'
  | 'retry'
  | 'try-now'
  | 'cancel'
  | 'settle'
  | 'attach-others';

type DocumentFacts = Pick<DocumentRow, 'state' | 'group' | 'reason' | 'beneficiary'>;

/** Reasons that another check of the same file cannot change. */
const permanentReasons: ReadonlySet<DocumentReasonCode> = new Set([
  'extension-missing',
  'extension-not-allowed',
  'is-folder',
  'empty-folder',
  'link-loop',
  'not-a-file',
  'temporary-copy',
  'name-not-allowed',
]);

/** Reasons of entries that are never documents. */
const listReasons: ReadonlySet<DocumentReasonCode> = new Set([
  'list-of-beneficiaries',
  'list-of-files',
  'folder-repeated',
]);

function preparingActions(document: DocumentFacts): readonly DocumentAction[] {
  const { state, reason, beneficiary } = document;
  const assign: readonly DocumentAction[] = beneficiary === null ? ['assign'] : ['reassign', 'unassign'];
  switch (state) {
    case 'found':
    case 'checking':
      return ['exclude'];
    case 'ready':
      return [...assign, 'exclude'];
    case 'rejected':
      return reason !== null && permanentReasons.has(reason.code) ? ['exclude'] : ['recheck', 'exclude'];
    case 'duplicate':
      return ['send-anyway', 'exclude', ...(beneficiary === null ? [] : (['reassign'] as const))];
    case 'waiting-for-file':
      return ['recheck', ...assign, 'exclude'];
    case 'excluded':
    case 'cancelled':
      return reason !== null && listReasons.has(reason.code) ? [] : ['include'];
    default:
      return [];
  }
}

/** In a started batch, a document without a beneficiary cannot be included again. */
function startedActions(document: DocumentFacts): readonly DocumentAction[] {
  const { state, group, reason, beneficiary } = document;
  if (group === 'on-hold') return state === 'ready' ? ['settle', 'exclude'] : ['settle', 'cancel'];
  switch (state) {
    case 'found':
    case 'checking':
    case 'ready':
      return ['exclude'];
    case 'waiting-to-retry':
      return ['try-now', 'exclude'];
    case 'duplicate':
      return ['send-anyway', 'exclude'];
    case 'waiting-for-file':
      return ['recheck', 'exclude'];
    case 'linking':
    case 'sending':
    case 'stored':
      return ['cancel'];
    case 'attach-unknown':
      return ['settle'];
    case 'failed':
      return [reason?.code === 'file-changed' ? 'check-new-version' : 'retry', 'exclude'];
    case 'rejected':
      return beneficiary === null ? [] : ['recheck', 'exclude'];
    case 'excluded':
    case 'cancelled':
      return beneficiary === null ? [] : ['include-now'];
    case 'attaching':
    case 'attached':
      return [];
  }
}

/** Returns the actions on a document, the best one first. A cancelled batch allows only settlement. */
export function documentActions(document: DocumentFacts, batch: BatchState): readonly DocumentAction[] {
  if (batch === 'cancelled') return document.state === 'attach-unknown' ? ['settle'] : [];
  return phaseOf(batch) === 'preparing' ? preparingActions(document) : startedActions(document);
}

/**
 * Returns the actions on a document in the panel. While stored documents of the same beneficiary wait for failed
 * documents, `attach-others` is among the actions: it attaches the stored documents alone.
 */
export function documentActionsInPanel(
  document: DocumentFacts & Pick<DocumentDetail, 'siblings'>,
  batch: BatchState,
): readonly DocumentAction[] {
  const actions = documentActions(document, batch);
  const { stored, failed } = document.siblings;
  const isWaiting = includesState<DocumentState>(documentSets.incomplete, document.state);
  const isIncomplete = isWaiting && stored > 0 && failed > 0 && document.group !== 'on-hold';
  if (!isIncomplete || batch === 'cancelled') return actions;
  return document.state === 'stored' ? ['attach-others', ...actions] : [...actions, 'attach-others'];
}
