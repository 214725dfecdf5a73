/** @file What can be done with selected documents, with how many of them, and how main is asked for it. */
import type { DocumentFilter, Selection } from '../../../shared/contract/documents.ts';
import type { BatchState } from '../../../shared/model/batch.ts';
import type { DocumentGroup } from '../../../shared/model/document.ts';
import { packIds } from '../../../shared/model/id-set.ts';
import { phaseOf } from './batch-numbers.ts';
import type { Ticked, TickedFacts } from './ticked-documents.ts';

/** Something that can be done with several documents at once. */
export type Act =
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

const preparing: Readonly<Record<Act, readonly DocumentGroup[]>> = {
  assign: assignable,
  unassign: ['assigned', 'duplicate', 'waiting-for-file'],
  'send-anyway': ['duplicate'],
  include: ['excluded'],
  recheck: ['rejected', 'waiting-for-file'],
  retry: [],
  exclude: ['rejected', ...assignable],
  cancel: [],
};

/** What was left out before the start has perhaps no beneficiary, so nothing takes many of them back in at once. */
const started: Readonly<Record<Act, readonly DocumentGroup[]>> = {
  assign: [],
  unassign: [],
  'send-anyway': ['duplicate'],
  include: [],
  recheck: ['waiting-for-file'],
  retry: ['problem'],
  exclude: ['checking', 'duplicate', 'waiting-for-file', 'problem', 'queued'],
  cancel: ['uploading', 'stored'],
};

/** The acts in the order of their buttons. */
export const acts: readonly Act[] = [
  'assign',
  'retry',
  'recheck',
  'send-anyway',
  'include',
  'unassign',
  'exclude',
  'cancel',
];

/** Groups whose documents an act is about. */
export function groupsOfAct(act: Act, batch: BatchState): readonly DocumentGroup[] {
  if (batch === 'cancelled') return [];
  return (phaseOf(batch) === 'preparing' ? preparing : started)[act];
}

function concerns(act: Act, facts: TickedFacts, groups: readonly DocumentGroup[]): boolean {
  if (!groups.includes(facts.group)) return false;
  if (act === 'unassign') return facts.assigned;
  // What is on its way to a beneficiary is waited for.
  return act !== 'cancel' || facts.state !== 'attaching';
}

/** With how many of the ticked documents each act can be done. */
export function reachOfActs(batch: BatchState, { ids, facts }: Ticked): ReadonlyMap<Act, number> {
  const kinds = new Map<string, { readonly facts: TickedFacts; count: number }>();
  for (const id of ids) {
    const known = facts.get(id);
    if (known === undefined) continue;
    const name = `${known.group} ${known.state} ${known.assigned}`;
    const kind = kinds.get(name);
    if (kind === undefined) kinds.set(name, { facts: known, count: 1 });
    else kind.count += 1;
  }
  const reach = new Map<Act, number>();
  for (const act of acts) {
    const groups = groupsOfAct(act, batch);
    let count = 0;
    for (const kind of kinds.values()) if (concerns(act, kind.facts, groups)) count += kind.count;
    reach.set(act, count);
  }
  return reach;
}

/** The selection by which main is asked to do an act with ticked documents: never with others. */
export function selectionOfAct(
  act: Act,
  batch: BatchState,
  { ids }: Ticked,
  filter: DocumentFilter,
): Selection {
  return { kind: 'ticked', filter, ids: packIds(ids), groups: [...groupsOfAct(act, batch)] };
}
