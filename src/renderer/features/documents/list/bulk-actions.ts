/** @file Actions on selected documents: for which groups, for how many, and their selection for the main process. */
import type { DocumentFilter, Selection } from '../../../../shared/contract/documents.ts';
import type { BatchState } from '../../../../shared/model/documents/batch.ts';
import type { DocumentGroup, DocumentState } from '../../../../shared/model/documents/document.ts';
import { clerkActions } from '../../../../shared/model/documents/document-machine.ts';
import { packIds } from '../../../../shared/model/id-set.ts';
import { includesState } from '../../../../shared/model/state-machine.ts';
import { phaseOf } from '../batches/batch-numbers.ts';
import type { SelectedDocuments, SelectionFacts } from './document-selection.ts';

export type BulkAction = keyof typeof clerkActions;

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
  return clerkActions[action][phaseOf(state) === 'preparing' ? 'preparing' : 'started'];
}

function isApplicable(action: BulkAction, facts: SelectionFacts, groups: readonly DocumentGroup[]): boolean {
  if (!groups.includes(facts.group)) return false;
  if (action === 'unassign' && !facts.assigned) return false;
  return includesState<DocumentState>(clerkActions[action].states, facts.state);
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
