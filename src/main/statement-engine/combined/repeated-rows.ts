/**
 * @file Finds the rows that stand in two statements of one wallet whose periods overlap. Nothing is removed. Rows are the same
 * by the values of reference, date and amount, whatever their notation, their columns and their running balance; rows without
 * a reference by date, amount and name.
 */
import { dayNumber } from '../checks/integrity.ts';
import { computeMovements } from '../columns/movements.ts';
import type { Roles } from '../columns/roles.ts';
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

const separator = String.fromCharCode(cellEnd);

/** Creates a reader of the folded text of the cells of a row in these columns. */
function createCellReader(
  { table }: UnionPart,
  columns: readonly (number | null)[],
): (row: number) => string {
  const { folded } = table.tokens;
  const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
  const range = { start: 0, end: 0 };
  return (row) => {
    let text = '';
    for (const own of columns) {
      if (own !== null) {
        foldedCell(table, row, own, range);
        text += bytes.toString('latin1', range.start, range.end).trim();
      }
      text += separator;
    }
    return text;
  };
}

/** Returns a number without zeros at the end of its decimals. */
function toPlainNumber(units: bigint, scale: number): string {
  let [digits, decimals] = [units, scale];
  for (; decimals > 0 && digits % 10n === 0n; decimals -= 1) digits /= 10n;
  return `${digits}e-${decimals}`;
}

/**
 * Creates a reader of what makes a row the same as a row of another statement. Columns that a statement of the wallet lacks
 * make no difference. A row without a date or an amount is the same if all its cells are.
 */
function createKeyReader(part: UnionPart, statements: readonly OverlappingPart[]): (row: number) => string {
  const { table, meanings } = part;
  const { roles } = meanings;
  const columnOf = (role: keyof Roles) =>
    statements.every((statement) => statement.part.meanings.roles[role] !== null) ? roles[role] : null;
  const [reference, name] = [columnOf('reference'), columnOf('counterparty')];
  const readReference = createCellReader(part, [reference]);
  const readNamed = createCellReader(part, [columnOf('currency'), name]);
  const readCurrency = createCellReader(part, [columnOf('currency')]);
  const readAll = createCellReader(part, part.columns);
  const amountColumn = roles.amount ?? roles.debit ?? roles.credit;
  const movements = amountColumn === null ? null : computeMovements(table, meanings, amountColumn);
  const dates = roles.date === null ? undefined : table.columns[roles.date];
  return (row) => {
    const day = dates?.kind === 'date' ? (dates.values[row] ?? 0) : 0;
    const units = movements?.values[row] ?? Number.NaN;
    if (movements === null || day === 0 || Number.isNaN(units)) return readAll(row);
    const amount = toPlainNumber(movements.large.get(row) ?? BigInt(units), movements.scale);
    const stated = readReference(row);
    return `${day} ${amount} ${stated}${stated === separator ? readNamed(row) : readCurrency(row)}`;
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
  readRow: (row: number) => string,
  known: Map<string, number>,
  marks: Uint8Array,
): void {
  const isOnSharedDay = createDayTest(part, others);
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
    for (const statement of statements)
      markRepeated(statement, createKeyReader(statement.part, statements), known, marks);
  }
  return marks;
}
