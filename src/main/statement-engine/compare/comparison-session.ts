/** @file A comparison of two open statements: its summary, and its rows by kind of difference. */
import {
  type ComparedColumn,
  type ComparedRow,
  type ComparisonSummary,
  type RowDifference,
  rowDifferenceSchema,
} from '../../../shared/model/statements/comparison.ts';
import { detach } from '../../workers/detach-buffer.ts';
import { determineMeanings } from '../columns/roles.ts';
import { releaseTable, type Table } from '../read/table.ts';
import { type Comparison, compareTables, differenceCodes } from './compare.ts';
import type { Days } from './compare-rows.ts';

/** Maximum bytes of a cell in the window; exports have the whole cell. */
const maxShown = 2_000;

/** A statement to compare, and the column of references that the clerk chose, or `null`. */
interface OpenStatement {
  readonly table: Table;
  readonly reference: number | null;
}

function withRoles({ table, reference }: OpenStatement) {
  const { roles } = determineMeanings(table);
  return { table, roles: reference === null ? roles : { ...roles, reference } };
}

export class ComparisonSession {
  readonly #earlier: Table;
  readonly #later: Table;
  readonly #comparison: Comparison;
  /** Positions of the listed rows; `null` for all. */
  #listed: { readonly key: string; readonly positions: Uint32Array } | null = null;

  constructor(earlier: OpenStatement, later: OpenStatement, days: Days | null) {
    this.#earlier = earlier.table;
    this.#later = later.table;
    this.#comparison = compareTables(withRoles(earlier), withRoles(later), days);
  }

  /** Frees all memory. The session is unusable afterwards. */
  dispose(): void {
    const { kinds, earlierRows, laterRows } = this.#comparison;
    for (const list of [kinds, earlierRows, laterRows]) detach(list);
    releaseTable(this.#earlier);
    releaseTable(this.#later);
  }

  summary(): ComparisonSummary {
    const { columns, key, changedCells, days, outside, blank, isReordered } = this.#comparison;
    const keyPair = key.position === null ? undefined : columns.pairs[key.position];
    const both = <Value>(ofTable: (table: Table) => Value) => ({
      earlier: ofTable(this.#earlier),
      later: ofTable(this.#later),
    });
    return {
      rows: both(({ rows }) => rows),
      counts: this.#counts(),
      columns: columns.pairs.map((pair, index): ComparedColumn => {
        const column = this.#earlier.columns[pair.earlier];
        const laterColumn = this.#later.columns[pair.later];
        return {
          name: column?.name ?? '',
          nameInLater: laterColumn?.name ?? '',
          earlier: pair.earlier,
          later: pair.later,
          isNumber: pair.kind === 'number',
          isReadDifferently: column?.kind !== laterColumn?.kind,
          changedCells: changedCells[index] ?? 0,
        };
      }),
      onlyIn: {
        earlier: columns.onlyEarlier.map((index) => this.#earlier.columns[index]?.name ?? ''),
        later: columns.onlyLater.map((index) => this.#later.columns[index]?.name ?? ''),
      },
      key: keyPair === undefined ? null : (this.#earlier.columns[keyPair.earlier]?.name ?? ''),
      noKeyReason: key.reason,
      days,
      outside,
      blank,
      preamble: both(({ layout }) => layout.preamble),
      encodings: both(({ encoding }) => encoding.encoding),
      isReordered,
    };
  }

  #counts(): Record<RowDifference, number> {
    const counts = { same: 0, notation: 0, changed: 0, added: 0, removed: 0 };
    const byCode = new Uint32Array(rowDifferenceSchema.options.length);
    for (const kind of this.#comparison.kinds) byCode[kind] = (byCode[kind] ?? 0) + 1;
    for (const difference of rowDifferenceSchema.options)
      counts[difference] = byCode[differenceCodes[difference]] ?? 0;
    return counts;
  }

  /** Lists the positions of rows with one of the differences. */
  #list(differences: readonly RowDifference[]): Uint32Array {
    const key = differences.toSorted().join();
    if (this.#listed?.key === key) return this.#listed.positions;
    const wanted = new Set<number>(differences.map((difference) => differenceCodes[difference]));
    const { kinds } = this.#comparison;
    const positions = new Uint32Array(kinds.length);
    let count = 0;
    for (let position = 0; position < kinds.length; position += 1) {
      if (!wanted.has(kinds[position] ?? 0)) continue;
      positions[count] = position;
      count += 1;
    }
    this.#listed = { key, positions: positions.slice(0, count) };
    return this.#listed.positions;
  }

  /** Returns rows with one of the differences, and the number of all of them. */
  rows(
    differences: readonly RowDifference[],
    {
      offset,
      limit,
      isWhole,
    }: { readonly offset: number; readonly limit: number; readonly isWhole: boolean },
  ): { total: number; rows: ComparedRow[] } {
    const positions = this.#list(differences);
    const maxBytes = isWhole ? undefined : maxShown;
    const rows = Array.from(positions.subarray(offset, offset + limit), (position) =>
      this.#row(position, maxBytes),
    );
    return { total: positions.length, rows };
  }

  #row(position: number, maxBytes: number | undefined): ComparedRow {
    const { kinds, earlierRows, laterRows, columns, comparer } = this.#comparison;
    const earlierRow = earlierRows[position] ?? -1;
    const laterRow = laterRows[position] ?? -1;
    const side = (table: Table, row: number, columnOf: (index: number) => number) => {
      if (row < 0) return null;
      const cells = table.cells(row, maxBytes);
      return { row, cells: columns.pairs.map((_, index) => cells[columnOf(index)] ?? '') };
    };
    const changed: number[] = [];
    const notation: number[] = [];
    if (earlierRow >= 0 && laterRow >= 0) {
      comparer.compare(earlierRow, laterRow);
      for (const [index, relation] of comparer.relations.entries()) {
        if (relation === 'changed') changed.push(index);
        else if (relation === 'notation') notation.push(index);
      }
    }
    return {
      difference: differenceOfCode(kinds[position] ?? 0),
      earlier: side(this.#earlier, earlierRow, (index) => columns.pairs[index]?.earlier ?? -1),
      later: side(this.#later, laterRow, (index) => columns.pairs[index]?.later ?? -1),
      changed,
      notation,
    };
  }

  /**
   * Returns the place, among the rows with one of the differences, of the next row after `from` that differs; before
   * `from` with `isBackward`. Wraps around; `null` if no row differs.
   */
  nextDifference(differences: readonly RowDifference[], from: number, isBackward: boolean): number | null {
    const positions = this.#list(differences);
    const { kinds } = this.#comparison;
    const length = positions.length;
    const start = isBackward ? Math.max(0, from) : from;
    for (let steps = 1; steps <= length; steps += 1) {
      const place = (start + (isBackward ? length - steps : steps)) % length;
      if (kinds[positions[place] ?? 0] !== differenceCodes.same) return place;
    }
    return null;
  }
}

function differenceOfCode(code: number): RowDifference {
  return rowDifferenceSchema.options.find((difference) => differenceCodes[difference] === code) ?? 'changed';
}
