/** @file Finds the rows that stand in two statements of one wallet whose periods overlap. Nothing is removed. */

import { dayNumber } from '../checks/integrity.ts';
import { cellEnd } from '../read/fold.ts';
import { foldedCell } from '../read/table.ts';
import type { UnionPart } from './union.ts';

function overlaps(one: UnionPart, two: UnionPart): boolean {
  return (
    one !== two &&
    one.origin.walletId === two.origin.walletId &&
    one.origin.since <= two.origin.till &&
    two.origin.since <= one.origin.till
  );
}

/** Returns a test of the rows on days that another statement of the wallet also covers. Without dates, all rows are tested. */
function createDayTest(part: UnionPart, others: readonly UnionPart[]): (row: number) => boolean {
  const { date } = part.meanings.roles;
  const column = date === null ? undefined : part.table.columns[date];
  if (column?.kind !== 'date') return () => true;
  const periods = others.map(({ origin }) => [dayNumber(origin.since), dayNumber(origin.till)] as const);
  return (row) => {
    const day = column.values[row] ?? 0;
    return day !== 0 && periods.some(([since, till]) => day >= since && day <= till);
  };
}

/** Creates a reader of the folded cells of a row, in the order of the united columns. */
function createRowReader({ table, columns }: UnionPart): (row: number) => string {
  const { folded } = table.tokens;
  const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
  const separator = String.fromCharCode(cellEnd);
  const range = { start: 0, end: 0 };
  return (row) => {
    let text = '';
    for (const own of columns) {
      if (own !== null) {
        foldedCell(table, row, own, range);
        text += bytes.toString('latin1', range.start, range.end);
      }
      text += separator;
    }
    return text;
  };
}

/** A statement with the statements of its wallet whose periods overlap its own. */
interface OverlappingPart {
  readonly part: UnionPart;
  readonly others: readonly UnionPart[];
}

/** Marks the repeated rows of a statement, and adds its rows to the known ones. */
function markRepeated(
  { part, others }: OverlappingPart,
  known: Map<string, number>,
  marks: Uint8Array,
): void {
  const isOnSharedDay = createDayTest(part, others);
  const readRow = createRowReader(part);
  const own = new Map<string, number>();
  for (let row = 0; row < part.table.rows; row += 1) {
    if (!isOnSharedDay(row)) continue;
    const text = readRow(row);
    const count = (own.get(text) ?? 0) + 1;
    own.set(text, count);
    if (count <= (known.get(text) ?? 0)) marks[part.firstRow + row] = 1;
  }
  for (const [text, count] of own) known.set(text, Math.max(count, known.get(text) ?? 0));
}

/**
 * Marks each row with 1 that an earlier statement of the same wallet has too, on a day that both cover. A row that one
 * statement has twice and the other one three times is repeated twice. Returns `null` if no periods overlap.
 */
export function findRepeatedRows(parts: readonly UnionPart[], rows: number): Uint8Array | null {
  const overlapping = parts.flatMap((part): OverlappingPart[] => {
    const others = parts.filter((other) => overlaps(part, other));
    return others.length === 0 ? [] : [{ part, others }];
  });
  if (overlapping.length === 0) return null;
  const marks = new Uint8Array(rows);
  for (const statements of Map.groupBy(overlapping, ({ part }) => part.origin.walletId).values()) {
    const known = new Map<string, number>();
    for (const statement of statements) markRepeated(statement, known, marks);
  }
  return marks;
}
