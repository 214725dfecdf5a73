/** @file Actions on selected documents: for which groups, for how many, and their selection for the main process. */
import type { DocumentFilter, Selection } from '../../../shared/contract/documents.ts';
import type { BatchState } from '../../../shared/model/batch.ts';
import type { DocumentGroup } from '../../../shared/model/document.ts';
import { packIds } from '../../../shared/model/id-set.ts';
import { phaseOf } from './batch-numbers.ts';
import type { SelectedDocuments, SelectionFacts } from './document-selection.ts';

/** An action on several documents. */
export type BulkAction =
  | 'assign'
  | 'unassign'
  | 'send-anyway'
  | 'include'
  | 'recheck'
  | 'retry'
  | 'exclude'
  | 'cancel';

const assignable = [
  'checking',
  'duplicate',
  'waiting-for-file',
  'unassigned',
  'assigned',
] as const satisfies readonly DocumentGroup[];

const groupsWhilePreparing: Readonly<Record<BulkAction, readonly DocumentGroup[]>> = {
  assign: assignable,
  unassign: ['assigned', 'duplicate', 'waiting-for-file'],
  'send-anyway': ['duplicate'],
  include: ['excluded'],
  recheck: ['rejected', 'waiting-for-file'],
  retry: [],
  exclude: ['rejected', ...assignable],
  cancel: [],
};

/** Documents excluded before the start may have no beneficiary, so `include` applies to no group after the start. */
const groupsAfterStart: Readonly<Record<BulkAction, readonly DocumentGroup[]>> = {
  assign: [],
  unassign: [],
  'send-anyway': ['duplicate'],
  include: [],
  recheck: ['waiting-for-file'],
  retry: ['problem'],
  exclude: ['checking', 'duplicate', 'waiting-for-file', 'problem', 'queued'],
  cancel: ['uploading', 'stored'],
};

/** The actions in the order of their buttons. */
export const bulkActions: readonly BulkAction[] = [
  'assign',
  'retry',
  'recheck',
  'send-anyway',
  'include',
  'unassign',
  'exclude',
  'cancel',
];

/** Groups to which an action applies in a batch of the given state. */
function groupsOfAction(action: BulkAction, state: BatchState): readonly DocumentGroup[] {
  if (state === 'cancelled') return [];
  return (phaseOf(state) === 'preparing' ? groupsWhilePreparing : groupsAfterStart)[action];
}

function isApplicable(action: BulkAction, facts: SelectionFacts, groups: readonly DocumentGroup[]): boolean {
  if (!groups.includes(facts.group)) return false;
  if (action === 'unassign') return facts.assigned;
  // Documents that are being attached cannot be cancelled.
  return action !== 'cancel' || facts.state !== 'attaching';
}

/** Returns for each action the number of selected documents to which it applies. */
export function countByAction(
  state: BatchState,
  { ids, facts }: SelectedDocuments,
): ReadonlyMap<BulkAction, number> {
  // A selection may be large: documents with equal facts are counted together and examined once.
  const countsByFacts = new Map<string, { readonly facts: SelectionFacts; count: number }>();
  for (const id of ids) {
    const documentFacts = facts.get(id);
    if (documentFacts === undefined) continue;
    const key = `${documentFacts.group} ${documentFacts.state} ${documentFacts.assigned}`;
    const counted = countsByFacts.get(key);
    if (counted === undefined) countsByFacts.set(key, { facts: documentFacts, count: 1 });
    else counted.count += 1;
  }
  const counts = new Map<BulkAction, number>();
  for (const action of bulkActions) {
    const groups = groupsOfAction(action, state);
    let count = 0;
    for (const equal of countsByFacts.values()) {
      if (isApplicable(action, equal.facts, groups)) count += equal.count;
    }
    counts.set(action, count);
  }
  return counts;
}

/** Returns the selection of an action: the selected documents, limited to the groups of the action. */
export function selectionForAction(
  action: BulkAction,
  state: BatchState,
  { ids }: SelectedDocuments,
  filter: DocumentFilter,
): Selection {
  return { kind: 'ticked', filter, ids: packIds(ids), groups: [...groupsOfAction(action, state)] };
}
