/** @file What can be done with selected documents, with how many of them, and how main is asked for it. */
import type { DocumentFilter, DocumentRow, Selection } from '../../../shared/contract/documents.ts';
import type { BatchState } from '../../../shared/model/batch.ts';
import type { DocumentGroup } from '../../../shared/model/document.ts';
import { isSelected, type RowSelection } from '../../components/data-grid/selection.ts';
import { phaseOf } from './batch-numbers.ts';

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

/** What of the list is known: the rows that were loaded, and the documents of each group. */
export interface KnownRows {
  /** Loaded rows of the list, in any order. */
  readonly rows: readonly DocumentRow[];
  readonly counts: Readonly<Partial<Record<DocumentGroup, number | undefined>>>;
  readonly filter: DocumentFilter;
  /** Rows of the whole list under the filter. */
  readonly total: number;
}

function concerns(act: Act, row: DocumentRow, groups: readonly DocumentGroup[]): boolean {
  return groups.includes(row.group) && (act !== 'unassign' || row.beneficiary !== null);
}

/**
 * With how many of the selected documents an act can be done. Selected rows that were not loaded count as if it could;
 * where everything is selected and neither text nor reason narrows the list, the numbers of the groups are exact.
 */
export function reachOfAct(act: Act, batch: BatchState, selection: RowSelection, known: KnownRows): number {
  const groups = groupsOfAct(act, batch);
  if (groups.length === 0) return 0;
  if (selection.kind === 'all' && known.filter.text === '' && known.filter.reason === undefined) {
    const { group } = known.filter;
    const meant = group === null ? groups : groups.filter((one) => one === group);
    const sum = meant.reduce((total, one) => total + (known.counts[one] ?? 0), 0);
    const left = known.rows.filter((row) => selection.except.has(row.id) && meant.includes(row.group));
    return Math.max(0, sum - left.length);
  }
  const selected = known.rows.filter((row) => isSelected(selection, row.id));
  const can = selected.filter((row) => concerns(act, row, groups)).length;
  const all = selection.kind === 'all' ? known.total - selection.except.size : selection.ids.size;
  return can + Math.max(0, all - selected.length);
}

/** The selections by which main is asked to do an act: only of documents that it is about. */
export function selectionsOfAct(
  act: Act,
  batch: BatchState,
  selection: RowSelection,
  known: KnownRows,
): readonly Selection[] {
  const groups = groupsOfAct(act, batch);
  if (selection.kind === 'some') {
    const others = new Set(known.rows.filter((row) => !concerns(act, row, groups)).map(({ id }) => id));
    const ids = [...selection.ids].filter((id) => !others.has(id));
    return ids.length === 0 ? [] : [{ kind: 'some', ids }];
  }
  const { group, ...rest } = known.filter;
  const except = [...selection.except];
  return groups
    .filter((one) => group === null || group === one)
    .map((one) => ({ kind: 'all', filter: { group: one, ...rest }, except }));
}
