/** @file Visibility, order and widths of a statement's columns, and their conversion to a layout that is stored by name. */
import { type ColumnLayout, maxColumnWidth, minColumnWidth } from '../../../shared/model/column-layout.ts';
import type { ReviewColumn } from '../../../shared/model/review.ts';

/** State of the columns of an open statement, by column index in the file. */
export interface ColumnState {
  /** All columns, pinned columns first. */
  readonly order: readonly number[];
  readonly hidden: ReadonlySet<number>;
  readonly pinned: ReadonlySet<number>;
  /** Widths set by the clerk, in pixels. */
  readonly widths: ReadonlyMap<number, number>;
  /** The column that the clerk chose as references, or `null`. */
  readonly reference: number | null;
}

/** Number of columns of a wide file that are visible by default. */
const initiallyVisible = 60;

/** Returns the state before the clerk changes it: all columns in the order of the file. */
export function defaultColumnState(columns: readonly ReviewColumn[]): ColumnState {
  const order = columns.map((_, index) => index);
  return {
    order,
    hidden: new Set(order.slice(initiallyVisible)),
    pinned: new Set(),
    widths: new Map(),
    reference: null,
  };
}

/** A column by its name; `nth` counts earlier columns of the same name. */
interface NamedColumn {
  readonly name: string;
  readonly nth: number;
}

function namesOf(columns: readonly ReviewColumn[]): NamedColumn[] {
  const countByName = new Map<string, number>();
  return columns.map(({ name }) => {
    const nth = countByName.get(name) ?? 0;
    countByName.set(name, nth + 1);
    return { name, nth };
  });
}

const nameKey = ({ name, nth }: NamedColumn) => `${nth} ${name}`;

/** Applies a stored layout to the columns of a file; new columns come last, in the order of the file. */
export function columnStateOf(columns: readonly ReviewColumn[], layout: ColumnLayout | null): ColumnState {
  if (layout === null) return defaultColumnState(columns);
  const indexByName = new Map(namesOf(columns).map((named, index) => [nameKey(named), index]));
  const storedColumns = layout.columns.flatMap((column) => {
    const index = indexByName.get(nameKey(column));
    return index === undefined ? [] : [{ ...column, index }];
  });
  const storedIndexes = new Set(storedColumns.map(({ index }) => index));
  const added = columns.map((_, index) => index).filter((index) => !storedIndexes.has(index));
  const hidden = new Set(storedColumns.filter((column) => column.hidden).map(({ index }) => index));
  const pinned = new Set(storedColumns.filter((column) => column.pinned).map(({ index }) => index));
  const widths = storedColumns.flatMap(({ index, width }) =>
    width === null ? [] : [[index, width] as const],
  );
  return {
    order: pinnedFirst([...storedColumns.map(({ index }) => index), ...added], pinned),
    // A statement without a visible column would be useless.
    hidden: hidden.size >= columns.length ? new Set() : hidden,
    pinned,
    widths: new Map(widths),
    reference: layout.reference === null ? null : (indexByName.get(nameKey(layout.reference)) ?? null),
  };
}

export function toColumnLayout(
  columns: readonly ReviewColumn[],
  { order, hidden, pinned, widths, reference }: ColumnState,
): ColumnLayout {
  const names = namesOf(columns);
  return {
    columns: order.flatMap((index) => {
      const named = names[index];
      if (named === undefined) return [];
      const width = widths.get(index) ?? null;
      return [{ ...named, hidden: hidden.has(index), pinned: pinned.has(index), width }];
    }),
    reference: reference === null ? null : (names[reference] ?? null),
  };
}

function pinnedFirst(order: readonly number[], pinned: ReadonlySet<number>): number[] {
  return [...order.filter((index) => pinned.has(index)), ...order.filter((index) => !pinned.has(index))];
}

/** Returns the visible columns in order. */
export function shownColumns({ order, hidden }: ColumnState): number[] {
  return order.filter((index) => !hidden.has(index));
}

/** Shows or hides a column; the last visible column stays. */
export function withShown(columnState: ColumnState, index: number, shown: boolean): ColumnState {
  const hidden = new Set(columnState.hidden);
  if (shown) hidden.delete(index);
  else if (shownColumns(columnState).length > 1) hidden.add(index);
  return { ...columnState, hidden };
}

/** Pins a column on the left, after the other pinned columns, or unpins it. */
export function withPinned(columnState: ColumnState, index: number, pin: boolean): ColumnState {
  const pinned = new Set(columnState.pinned);
  if (pin) pinned.add(index);
  else pinned.delete(index);
  const rest = columnState.order.filter((other) => other !== index);
  const firstFree = rest.findIndex((other) => !columnState.pinned.has(other));
  const place = firstFree < 0 ? rest.length : firstFree;
  const order = [...rest.slice(0, place), index, ...rest.slice(place)];
  return { ...columnState, pinned, order: pinnedFirst(order, pinned) };
}

/** Moves a column by `steps` among the visible columns; pinned columns stay among pinned columns. */
export function withMoved(columnState: ColumnState, index: number, steps: number): ColumnState {
  const sameSide = shownColumns(columnState).filter(
    (other) => columnState.pinned.has(other) === columnState.pinned.has(index),
  );
  const at = sameSide.indexOf(index);
  const target = sameSide[Math.min(Math.max(0, at + steps), sameSide.length - 1)];
  if (at < 0 || target === undefined || target === index) return columnState;
  return withDropped(columnState, index, target, steps > 0);
}

/** Moves a column before or after another column, and pins or unpins it like that column. */
export function withDropped(
  columnState: ColumnState,
  index: number,
  target: number,
  isAfter: boolean,
): ColumnState {
  if (index === target) return columnState;
  const pinned = new Set(columnState.pinned);
  if (pinned.has(target)) pinned.add(index);
  else pinned.delete(index);
  const rest = columnState.order.filter((other) => other !== index);
  const place = rest.indexOf(target) + (isAfter ? 1 : 0);
  return {
    ...columnState,
    pinned,
    order: pinnedFirst([...rest.slice(0, place), index, ...rest.slice(place)], pinned),
  };
}

/** Sets the width of a column; `null` for the fitting width. */
export function withWidth(columnState: ColumnState, index: number, width: number | null): ColumnState {
  const widths = new Map(columnState.widths);
  if (width === null) widths.delete(index);
  else widths.set(index, Math.round(Math.min(Math.max(width, minColumnWidth), maxColumnWidth)));
  return { ...columnState, widths };
}

const digitWidthPx = 8.7;
const letterWidthPx = 7.6;
const cellPaddingPx = 18;
/** Width of the menu button in a column header. */
const headButtonPx = 22;

/** Returns the width in pixels that fits the name and the first rows of a column; `length` is their maximum in characters. */
export function fittingWidth(column: ReviewColumn, name: string, length: number): number {
  const hasDigits = column.kind !== 'text' || column.role === 'reference';
  const text = Math.ceil(length * (hasDigits ? digitWidthPx : letterWidthPx)) + cellPaddingPx;
  const head = Math.ceil(name.length * letterWidthPx) + cellPaddingPx + headButtonPx;
  const minWidth = column.kind === 'number' || column.kind === 'date' ? 100 : 72;
  return Math.min(Math.max(text, head, minWidth), hasDigits ? 224 : 160);
}

/** Returns the column that fills the remaining width: the widest text column, otherwise the last column. */
export function elasticColumn(
  columns: readonly ReviewColumn[],
  shown: readonly number[],
  { widths, pinned }: ColumnState,
  fittingWidthOf: (index: number) => number,
): number | null {
  const flexibleColumns = shown.filter((index) => !widths.has(index) && !pinned.has(index));
  const texts = flexibleColumns.filter(
    (index) => columns[index]?.kind === 'text' && columns[index]?.role === null,
  );
  const widest = texts.toSorted((first, second) => fittingWidthOf(second) - fittingWidthOf(first))[0];
  return widest ?? flexibleColumns.at(-1) ?? null;
}
