/** @file Actions on selected documents: for which groups, for how many, and their selection for the main process. */
import type { DocumentFilter, Selection } from '../../../shared/contract/documents.ts';
import type { BatchState } from '../../../shared/model/batch.ts';
import type { DocumentGroup } from '../../../shared/model/document.ts';
import { packIds } from '../../../shared/model/id-set.ts';
import { phaseOf } from './batch-numbers.ts';
import type { Ticked, TickedFacts } from './ticked-documents.ts';

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

const preparing: Readonly<Record<BulkAction, readonly DocumentGroup[]>> = {
  assign: assignable,
  unassign: ['assigned', 'duplicate', 'waiting-for-file'],
  'send-anyway': ['duplicate'],
  include: ['excluded'],
  recheck: ['rejected', 'waiting-for-file'],
  retry: [],
  exclude: ['rejected', ...assignable],
  cancel: [],
};

/** Documents excluded before the start may have no beneficiary, so they cannot be included together. */
const started: Readonly<Record<BulkAction, readonly DocumentGroup[]>> = {
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

/** Groups to which an action applies. */
export function groupsOfAction(action: BulkAction, batch: BatchState): readonly DocumentGroup[] {
  if (batch === 'cancelled') return [];
  return (phaseOf(batch) === 'preparing' ? preparing : started)[action];
}

function concerns(action: BulkAction, facts: TickedFacts, groups: readonly DocumentGroup[]): boolean {
  if (!groups.includes(facts.group)) return false;
  if (action === 'unassign') return facts.assigned;
  // Documents that are being attached cannot be cancelled.
  return action !== 'cancel' || facts.state !== 'attaching';
}

/** Returns for each action the number of ticked documents to which it applies. */
export function countByAction(batch: BatchState, { ids, facts }: Ticked): ReadonlyMap<BulkAction, number> {
  const kinds = new Map<string, { readonly facts: TickedFacts; count: number }>();
  for (const id of ids) {
    const known = facts.get(id);
    if (known === undefined) continue;
    const name = `${known.group} ${known.state} ${known.assigned}`;
    const kind = kinds.get(name);
    if (kind === undefined) kinds.set(name, { facts: known, count: 1 });
    else kind.count += 1;
  }
  const counts = new Map<BulkAction, number>();
  for (const action of bulkActions) {
    const groups = groupsOfAction(action, batch);
    let count = 0;
    for (const kind of kinds.values()) if (concerns(action, kind.facts, groups)) count += kind.count;
    counts.set(action, count);
  }
  return counts;
}

/** Returns the selection of an action: the ticked documents and no others. */
export function selectionForAction(
  action: BulkAction,
  batch: BatchState,
  { ids }: Ticked,
  filter: DocumentFilter,
): Selection {
  return { kind: 'ticked', filter, ids: packIds(ids), groups: [...groupsOfAction(action, batch)] };
}
