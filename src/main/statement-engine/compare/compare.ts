/**
 * @file Compares the rows of two statements. Rows with the same texts are paired first, then rows with the same values, also
 * beside another running balance, then rows with the same reference, or without one with the same date, amount and name, which
 * are changed. Rows without a partner are added or removed. Order is ignored.
 */
import type { RowDifference } from '../../../shared/model/statements/comparison.ts';
import type { Table } from '../read/table.ts';
import { type Relation, RowComparer, rowTextEnd, trimmedFoldedCell } from './compare-cells.ts';
import { type ColumnPair, type MatchedColumns, matchColumns } from './compare-columns.ts';
import { equalBytes, joinByHash, mixBytes, viewOf } from './compare-hash.ts';
import {
  type ComparedTable,
  type Days,
  eachSampledRow,
  findDays,
  hashUnpaired,
  noPartner,
  type Side,
  selectRows,
} from './compare-rows.ts';
import { pairEqualRuns } from './compare-runs.ts';

/** The column by which rows are matched, or why there is none. */
interface KeyDecision {
  /** Position among the matched columns. */
  readonly position: number | null;
  readonly reason: 'missing' | 'repeated' | null;
}

/** Minimum share of rows with a reference, and of references that differ from the others. */
const minFilledShare = 0.5;
const minDistinctShare = 0.9;

/** True if most rows have a reference and most references occur once, in the first and the last rows. */
function isUnique({ table }: ComparedTable, column: number): boolean {
  const view = viewOf(table.tokens.folded);
  const range = { start: 0, end: 0 };
  const hashes = new Set<number>();
  let rows = 0;
  let filled = 0;
  eachSampledRow(table.rows, (row) => {
    rows += 1;
    trimmedFoldedCell(table, row, column, range);
    if (range.end === range.start) return;
    filled += 1;
    hashes.add(mixBytes(0, view, range.start, range.end));
  });
  return filled >= rows * minFilledShare && hashes.size >= filled * minDistinctShare;
}

/** Decides whether the references are unique enough to match rows. */
function findKey(earlier: ComparedTable, later: ComparedTable, pairs: readonly ColumnPair[]): KeyDecision {
  const position = pairs.findIndex(
    (pair) => pair.earlier === earlier.roles.reference && pair.later === later.roles.reference,
  );
  const pair = pairs[position];
  if (pair === undefined) return { position: null, reason: 'missing' };
  const isKey = isUnique(earlier, pair.earlier) && isUnique(later, pair.later);
  return isKey ? { position, reason: null } : { position: null, reason: 'repeated' };
}

/** Codes of differences in {@link Comparison.kinds}. */
export const differenceCodes = {
  same: 0,
  notation: 1,
  changed: 2,
  added: 3,
  removed: 4,
} as const satisfies Record<RowDifference, number>;

/** All compared rows in the order of the earlier file, each added row after the row that it follows in the later file. */
export interface Comparison {
  readonly columns: MatchedColumns;
  readonly comparer: RowComparer;
  /** Codes of the differences. */
  readonly kinds: Uint8Array;
  /** Row of the earlier and of the later table; -1 for none. */
  readonly earlierRows: Int32Array;
  readonly laterRows: Int32Array;
  readonly key: KeyDecision;
  readonly days: 'all' | 'overlap' | 'undated';
  readonly outside: { readonly earlier: number; readonly later: number };
  readonly blank: { readonly earlier: number; readonly later: number };
  readonly isReordered: boolean;
  /** Number of changed cells of each pair of columns. */
  readonly changedCells: readonly number[];
}

/** True if equal bytes of two rows are equal cells. */
function haveSameShape(earlier: Table, later: Table, { pairs }: MatchedColumns): boolean {
  return (
    earlier.layout.separator === later.layout.separator &&
    earlier.tokens.openQuotes.length === 0 &&
    later.tokens.openQuotes.length === 0 &&
    pairs.length === earlier.columns.length &&
    pairs.length === later.columns.length &&
    pairs.every((pair) => pair.earlier === pair.later)
  );
}

/** Pairs rows whose bytes are the same. */
function pairEqualBytes(earlier: Side, later: Side, onPair: (row: number, laterRow: number) => void): void {
  const isFree = (row: number, laterRow: number) => earlier.marks[row] === 1 && later.marks[laterRow] === 1;
  pairEqualRuns(
    { table: earlier.table, first: Math.max(0, earlier.marks.indexOf(1)) },
    { table: later.table, first: Math.max(0, later.marks.indexOf(1)) },
    (row, laterRow) => {
      if (isFree(row, laterRow)) onPair(row, laterRow);
    },
  );
  const views = { earlier: viewOf(earlier.table.text), later: viewOf(later.table.text) };
  const startOf = ({ table }: Side, row: number) => table.tokens.starts[row + table.head] ?? 0;
  const hashRow = (side: Side, view: DataView) => (row: number) =>
    mixBytes(0, view, startOf(side, row), rowTextEnd(side.table, row));
  joinByHash(
    hashUnpaired(earlier, hashRow(earlier, views.earlier)),
    hashUnpaired(later, hashRow(later, views.later)),
    (row, laterRow) =>
      equalBytes(
        views.earlier,
        startOf(earlier, row),
        rowTextEnd(earlier.table, row),
        views.later,
        startOf(later, laterRow),
        rowTextEnd(later.table, laterRow),
      ),
    onPair,
  );
}

/** Pairs rows with the same reference, the first with the first. Rows without a reference stay unpaired. */
function pairSameKeys(
  earlier: Side,
  later: Side,
  columns: { readonly earlier: number; readonly later: number },
  onPair: (row: number, laterRow: number) => void,
): void {
  const range = { start: 0, end: 0 };
  const laterRange = { start: 0, end: 0 };
  const views = { earlier: viewOf(earlier.table.tokens.folded), later: viewOf(later.table.tokens.folded) };
  const hashKey = (table: Table, column: number, view: DataView) => (row: number) => {
    trimmedFoldedCell(table, row, column, range);
    return range.end === range.start ? null : mixBytes(0, view, range.start, range.end);
  };
  joinByHash(
    hashUnpaired(earlier, hashKey(earlier.table, columns.earlier, views.earlier)),
    hashUnpaired(later, hashKey(later.table, columns.later, views.later)),
    (row, laterRow) => {
      trimmedFoldedCell(earlier.table, row, columns.earlier, range);
      trimmedFoldedCell(later.table, laterRow, columns.later, laterRange);
      return equalBytes(views.earlier, range.start, range.end, views.later, laterRange.start, laterRange.end);
    },
    onPair,
  );
}

/** Lists pairs, removed rows and added rows in the order of both files. */
function listRows(earlier: Side, later: Side, relations: Uint8Array) {
  const length = earlier.table.rows + later.table.rows;
  const kinds = new Uint8Array(length);
  const earlierRows = new Int32Array(length);
  const laterRows = new Int32Array(length);
  let count = 0;
  let nextLater = 0;
  let lastPartner = noPartner;
  let isReordered = false;
  const add = (kind: number, row: number, laterRow: number) => {
    kinds[count] = kind;
    earlierRows[count] = row;
    laterRows[count] = laterRow;
    count += 1;
  };
  const addUnpaired = (end: number) => {
    for (; nextLater < end; nextLater += 1) {
      if (later.marks[nextLater] === 1 && later.partners[nextLater] === noPartner)
        add(differenceCodes.added, noPartner, nextLater);
    }
  };
  for (let row = 0; row < earlier.table.rows; row += 1) {
    if (earlier.marks[row] !== 1) continue;
    const partner = earlier.partners[row] ?? noPartner;
    if (partner === noPartner) {
      add(differenceCodes.removed, row, noPartner);
      continue;
    }
    addUnpaired(partner);
    if (partner < lastPartner) isReordered = true;
    lastPartner = partner;
    add(relations[row] ?? differenceCodes.changed, row, partner);
  }
  addUnpaired(later.table.rows);
  return {
    kinds: kinds.slice(0, count),
    earlierRows: earlierRows.slice(0, count),
    laterRows: laterRows.slice(0, count),
    isReordered,
  };
}

const factRoles = ['date', 'amount', 'debit', 'credit', 'currency', 'counterparty', 'reference'] as const;

/** Returns the positions of the columns that are compared where rows have no reference in common; none without amounts. */
function findFacts(earlier: ComparedTable, later: ComparedTable, pairs: readonly ColumnPair[]): number[] {
  const positionOf = (role: keyof ComparedTable['roles']) =>
    pairs.findIndex((pair) => pair.earlier === earlier.roles[role] && pair.later === later.roles[role]);
  const hasAmounts = (['amount', 'debit', 'credit'] as const).some((role) => positionOf(role) >= 0);
  if (positionOf('date') < 0 || !hasAmounts) return [];
  return factRoles.map(positionOf).filter((position) => position >= 0);
}

/**
 * Marks the pairs as changed whose balances moved although no row before them, or after them in a file that begins with the
 * newest row, is added, removed or changed: between two such rows, all balances move by the same amount. Returns their number.
 */
function markUnexplainedBalances(
  { kinds, earlierRows, laterRows }: Pick<Comparison, 'kinds' | 'earlierRows' | 'laterRows'>,
  moveOf: (row: number, laterRow: number) => number,
): number {
  let count = 0;
  const isDifferent = (kind: number) => kind !== differenceCodes.same && kind !== differenceCodes.notation;
  let move = kinds.some(isDifferent) ? null : 0;
  for (const [place, kind] of kinds.entries()) {
    if (isDifferent(kind)) {
      move = null;
      continue;
    }
    const own = moveOf(earlierRows[place] ?? noPartner, laterRows[place] ?? noPartner);
    if (Number.isFinite(own)) move ??= own;
    if (own === move) continue;
    kinds[place] = differenceCodes.changed;
    count += 1;
  }
  return count;
}

/** Selects the rows of both statements; of `days` only if both are dated. */
function selectSides(earlier: ComparedTable, later: ComparedTable, days: Days | null) {
  const dates = { earlier: findDays(earlier), later: findDays(later) };
  const usedDays = dates.earlier !== null && dates.later !== null ? days : null;
  const sides = {
    earlier: selectRows(earlier, dates.earlier, usedDays),
    later: selectRows(later, dates.later, usedDays),
  };
  const unusedDays = days === null ? 'all' : 'undated';
  return { sides, days: usedDays === null ? unusedDays : 'overlap' } as const;
}

/** Compares two statements; with `days`, only their rows of these days. */
export function compareTables(earlier: ComparedTable, later: ComparedTable, days: Days | null): Comparison {
  const columns = matchColumns(
    { columns: earlier.table.columns, roles: earlier.roles },
    { columns: later.table.columns, roles: later.roles },
  );
  const { sides, ...selection } = selectSides(earlier, later, days);
  const comparer = new RowComparer(earlier.table, later.table, columns.pairs);
  const relations = new Uint8Array(earlier.table.rows);
  const changedCells = columns.pairs.map(() => 0);
  const countChanges = (cells: readonly Relation[]) => {
    for (const [index, cell] of cells.entries())
      if (cell === 'changed') changedCells[index] = (changedCells[index] ?? 0) + 1;
  };
  const pair = (relation: Relation) => (row: number, laterRow: number) => {
    sides.earlier.partners[row] = laterRow;
    sides.later.partners[laterRow] = row;
    relations[row] = differenceCodes[relation];
  };
  if (haveSameShape(earlier.table, later.table, columns))
    pairEqualBytes(sides.earlier, sides.later, pair('same'));
  const all = [...columns.pairs.keys()];
  const balance = columns.pairs.findIndex(
    (pair) => pair.earlier === earlier.roles.balance && pair.later === later.roles.balance,
  );
  /** Pairs rows with the same values in some columns; their relation is that of `related` columns. */
  const pairSameValues = (compared: readonly number[], related: readonly number[]) => {
    let relation: Relation = 'changed';
    joinByHash(
      hashUnpaired(sides.earlier, (row) => comparer.hashValues('earlier', row, compared)),
      hashUnpaired(sides.later, (row) => comparer.hashValues('later', row, compared)),
      (row, laterRow) => {
        comparer.compare(row, laterRow);
        relation = comparer.relationIn(related);
        return comparer.relationIn(compared) !== 'changed';
      },
      (row, laterRow) => {
        pair(relation)(row, laterRow);
        if (relation === 'changed') countChanges(comparer.relations);
      },
    );
  };
  const moved = new Uint8Array(balance < 0 ? 0 : earlier.table.rows);
  if (columns.pairs.length > 0) {
    joinByHash(
      hashUnpaired(sides.earlier, (row) => comparer.hashTexts('earlier', row)),
      hashUnpaired(sides.later, (row) => comparer.hashTexts('later', row)),
      (row, laterRow) => comparer.compare(row, laterRow) === 'same',
      pair('same'),
    );
    pairSameValues(all, all);
    const others = all.filter((position) => position !== balance);
    if (balance >= 0 && others.length > 0) {
      for (const [row, partner] of sides.earlier.partners.entries())
        moved[row] = partner === noPartner ? 1 : 0;
      pairSameValues(others, others);
    }
  }
  const key = findKey(earlier, later, columns.pairs);
  const keyColumns = key.position === null ? undefined : columns.pairs[key.position];
  if (keyColumns !== undefined) {
    pairSameKeys(sides.earlier, sides.later, keyColumns, (row, laterRow) => {
      const relation = comparer.compare(row, laterRow);
      pair(relation)(row, laterRow);
      countChanges(comparer.relations);
    });
  }
  const facts = findFacts(earlier, later, columns.pairs);
  if (facts.length > 0) pairSameValues(facts, all);
  const listed = listRows(sides.earlier, sides.later, relations);
  const unexplained = markUnexplainedBalances(listed, (row, laterRow) =>
    moved[row] === 1 ? comparer.differenceIn(balance, row, laterRow) : 0,
  );
  if (unexplained > 0) changedCells[balance] = (changedCells[balance] ?? 0) + unexplained;
  return {
    ...listed,
    columns,
    comparer,
    key,
    ...selection,
    outside: { earlier: sides.earlier.outside, later: sides.later.outside },
    blank: { earlier: sides.earlier.blank, later: sides.later.blank },
    changedCells,
  };
}

/** Returns the row of `later` for each row of `earlier` that it has unchanged; none for files with other columns. */
export function findSameRows(earlier: ComparedTable, later: ComparedTable): ReadonlyMap<number, number> {
  const { columns, kinds, earlierRows, laterRows } = compareTables(earlier, later, null);
  const sameRows = new Map<number, number>();
  if (columns.onlyEarlier.length + columns.onlyLater.length > 0) return sameRows;
  for (const [place, kind] of kinds.entries())
    if (kind === differenceCodes.same) sameRows.set(earlierRows[place] ?? 0, laterRows[place] ?? 0);
  return sameRows;
}
