/** @file The values of a united column: numbers in the same minor units, dates, and the cells that could not be read. */
import type { NumberColumn } from '../columns/numbers.ts';
import { type Column, foldedCell } from '../read/table.ts';
import type { UnitedColumn } from './columns.ts';
import type { UnionPart } from './union.ts';

/** A column of one statement; `index` counts in its own file. */
interface PlacedColumn {
  readonly part: UnionPart;
  readonly column: Column | null;
  readonly index: number;
}

/** Returns the rows of a statement whose cell in a column is not empty, counted in the united table. */
export function filledRows({ part, index }: Pick<PlacedColumn, 'part' | 'index'>): Uint32Array {
  const rows: number[] = [];
  const range = { start: 0, end: 0 };
  const { table, firstRow } = part;
  const { folded } = table.tokens;
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, index, range);
    let at = range.start;
    while (at < range.end && folded[at] === 0x20) at += 1;
    if (at < range.end) rows.push(firstRow + row);
  }
  return Uint32Array.from(rows);
}

/** Joins ascending row numbers of statements, which are in the order of the rows. */
export function joinRows(lists: readonly Uint32Array[]): Uint32Array<ArrayBuffer> {
  const joined = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    joined.set(list, at);
    at += list.length;
  }
  return joined;
}

/** Counts the rows of a statement in the united table. */
export function shiftRows(rows: Uint32Array, firstRow: number): Uint32Array {
  return rows.map((row) => row + firstRow);
}

/** Multiplies the minor units of a column to a larger scale, exactly. */
function setRescaled(
  into: { readonly values: Float64Array; readonly large: Map<number, bigint> },
  { values, large, scale }: Pick<NumberColumn, 'values' | 'large' | 'scale'>,
  firstRow: number,
  unitedScale: number,
): void {
  if (scale === unitedScale) {
    into.values.set(values, firstRow);
    for (const [row, units] of large) into.large.set(firstRow + row, units);
    return;
  }
  const power = unitedScale - scale;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value)) {
      into.values[firstRow + row] = Number.NaN;
      continue;
    }
    const rescaled = value * 10 ** power;
    const exact = large.get(row);
    if (exact === undefined && Number.isSafeInteger(rescaled)) into.values[firstRow + row] = rescaled;
    else {
      const units = (exact ?? BigInt(value)) * 10n ** BigInt(power);
      into.values[firstRow + row] = Number(units);
      if (!Number.isSafeInteger(Number(units))) into.large.set(firstRow + row, units);
    }
  }
}

/** Minor units of several statements in one array. */
interface UnitedNumbers {
  readonly values: Float64Array<ArrayBuffer>;
  readonly large: ReadonlyMap<number, bigint>;
  readonly scale: number;
}

/** Unites numbers of statements; a statement without numbers has none in its rows. */
export function uniteNumbers(
  rows: number,
  placed: readonly {
    readonly firstRow: number;
    readonly numbers: Pick<NumberColumn, 'values' | 'large' | 'scale'> | null;
  }[],
): UnitedNumbers {
  const scale = placed.reduce((most, { numbers }) => Math.max(most, numbers?.scale ?? 0), 0);
  const united = { values: new Float64Array(rows).fill(Number.NaN), large: new Map<number, bigint>(), scale };
  for (const { firstRow, numbers } of placed)
    if (numbers !== null) setRescaled(united, numbers, firstRow, scale);
  return united;
}

function uniteNumberColumn(name: string, rows: number, placed: readonly PlacedColumn[]): Column {
  const numbers = placed.map(({ part, column }) => ({
    firstRow: part.firstRow,
    numbers: column?.kind === 'number' ? column : null,
  }));
  const badRows = joinRows(
    placed.map((place) =>
      place.column?.kind === 'number'
        ? shiftRows(place.column.badRows, place.part.firstRow)
        : filledRows(place),
    ),
  );
  const rules = new Set(numbers.flatMap((place) => (place.numbers === null ? [] : [place.numbers.rule])));
  const [rule = 'integer'] = rules.size > 1 ? [...rules].filter((found) => found !== 'integer') : rules;
  return {
    name,
    kind: 'number',
    rule,
    ...uniteNumbers(rows, numbers),
    currencies: null,
    bad: badRows.length,
    badRows,
  };
}

function uniteDateColumn(name: string, rows: number, placed: readonly PlacedColumn[]): Column {
  const values = new Int32Array(rows);
  const badRows: Uint32Array[] = [];
  let rule: Extract<Column, { kind: 'date' }>['rule'] | null = null;
  let hasTimes = false;
  for (const place of placed) {
    const { column, part } = place;
    if (column?.kind === 'date') {
      values.set(column.values, part.firstRow);
      badRows.push(shiftRows(column.badRows, part.firstRow));
      rule ??= column.rule;
      hasTimes ||= column.hasTimes;
    } else badRows.push(filledRows(place));
  }
  const joined = joinRows(badRows);
  const notation = { rule: rule ?? 'year-first', hasTimes };
  return { name, kind: 'date', ...notation, values, bad: joined.length, badRows: joined };
}

/** Unites one column of all statements. A cell that a statement has not is empty. */
export function uniteValues(
  { name, kind }: UnitedColumn,
  index: number,
  rows: number,
  parts: readonly UnionPart[],
): Column {
  const placed = parts.flatMap((part): PlacedColumn[] => {
    const own = part.columns[index] ?? null;
    return own === null ? [] : [{ part, column: part.table.columns[own] ?? null, index: own }];
  });
  if (kind === 'number') return uniteNumberColumn(name, rows, placed);
  return kind === 'date' ? uniteDateColumn(name, rows, placed) : { name, kind: 'text' };
}

/** Returns the column that counts the rows of each statement from 1. */
export function rowNumberColumn(name: string, rows: number, parts: readonly UnionPart[]): Column {
  const values = new Float64Array(rows);
  for (const { firstRow, table } of parts)
    for (let row = 0; row < table.rows; row += 1) values[firstRow + row] = row + 1;
  const plain = { large: new Map(), currencies: null, bad: 0, badRows: new Uint32Array() };
  return { name, kind: 'number', rule: 'integer', scale: 0, values, ...plain };
}

/** Lets a column of one statement refer to the united values, so that these are in memory once. */
export function shareValues(own: Column, united: Column | undefined, { firstRow, table }: UnionPart): Column {
  if (own.kind === 'date' && united?.kind === 'date')
    return { ...own, values: united.values.subarray(firstRow, firstRow + table.rows) };
  if (own.kind === 'number' && united?.kind === 'number' && own.scale === united.scale)
    return { ...own, values: united.values.subarray(firstRow, firstRow + table.rows) };
  return own;
}
