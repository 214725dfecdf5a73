/** @file Visibility, order and widths of a statement's columns, and their conversion to a layout that is stored by name. */
import {
  type ColumnLayout,
  maxColumnWidth,
  minColumnWidth,
  type PinnedSide,
} from '../../../../../shared/model/statements/column-layout.ts';
import type { ColumnRole, StatementColumn } from '../../../../../shared/model/statements/open-statement.ts';

/** State of the columns of an open statement, by column index in the file. */
export interface ColumnState {
  /** All columns: pinned on the left, unpinned, pinned on the right. */
  readonly order: readonly number[];
  readonly hidden: ReadonlySet<number>;
  readonly pinned: ReadonlyMap<number, PinnedSide>;
  /** Widths set by the clerk, in pixels. */
  readonly widths: ReadonlyMap<number, number>;
  /** The column that the clerk chose as references, or `null`. */
  readonly reference: number | null;
}

/** Number of columns of a wide file that are visible by default. */
const initiallyVisible = 60;

/** Roles of the columns that come first, and of those that stay in sight on the right. */
const firstRoles: readonly ColumnRole[] = ['date', 'counterparty', 'description'];
const amountRoles: readonly ColumnRole[] = ['debit', 'credit', 'amount', 'balance'];

function columnsWithRoles(columns: readonly StatementColumn[], roles: readonly ColumnRole[]): number[] {
  return roles.flatMap((role) => columns.flatMap((column, index) => (column.role === role ? [index] : [])));
}

/**
 * Returns the state before the clerk changes it: date, counterparty and description first, amounts and balance pinned
 * on the right, the other columns between them in the order of the file.
 */
export function defaultColumnState(columns: readonly StatementColumn[]): ColumnState {
  const firstColumns = columnsWithRoles(columns, firstRoles);
  const amountColumns = columnsWithRoles(columns, amountRoles);
  const placed = new Set([...firstColumns, ...amountColumns]);
  const others = columns.map((_, index) => index).filter((index) => !placed.has(index));
  return {
    order: [...firstColumns, ...others, ...amountColumns],
    hidden: new Set(others.slice(initiallyVisible)),
    pinned: new Map(amountColumns.map((index) => [index, 'right'])),
    widths: new Map(),
    reference: null,
  };
}

/** A column by its name; `nth` counts earlier columns of the same name. */
interface NamedColumn {
  readonly name: string;
  readonly nth: number;
}

/** Returns the names by which a layout refers to the columns of a file. */
export function namesOf(columns: readonly StatementColumn[]): NamedColumn[] {
  const countByName = new Map<string, number>();
  return columns.map(({ name }) => {
    const nth = countByName.get(name) ?? 0;
    countByName.set(name, nth + 1);
    return { name, nth };
  });
}

const nameKey = ({ name, nth }: NamedColumn) => `${nth} ${name}`;

/** Applies a stored layout to the columns of a file; new columns come last, in the order of the file. */
export function columnStateOf(columns: readonly StatementColumn[], layout: ColumnLayout | null): ColumnState {
  if (layout === null) return defaultColumnState(columns);
  const indexByName = new Map(namesOf(columns).map((named, index) => [nameKey(named), index]));
  const storedColumns = layout.columns.flatMap((column) => {
    const index = indexByName.get(nameKey(column));
    return index === undefined ? [] : [{ ...column, index }];
  });
  const storedIndexes = new Set(storedColumns.map(({ index }) => index));
  const added = columns.map((_, index) => index).filter((index) => !storedIndexes.has(index));
  const hidden = new Set(storedColumns.filter((column) => column.hidden).map(({ index }) => index));
  const pinned = new Map(
    storedColumns.flatMap(({ index, pinned: side }) => (side === null ? [] : [[index, side] as const])),
  );
  const widths = storedColumns.flatMap(({ index, width }) =>
    width === null ? [] : [[index, width] as const],
  );
  return {
    order: orderBySide([...storedColumns.map(({ index }) => index), ...added], pinned),
    // A statement without a visible column would be useless.
    hidden: hidden.size >= columns.length ? new Set() : hidden,
    pinned,
    widths: new Map(widths),
    reference: layout.reference === null ? null : (indexByName.get(nameKey(layout.reference)) ?? null),
  };
}

export function toColumnLayout(
  columns: readonly StatementColumn[],
  { order, hidden, pinned, widths, reference }: ColumnState,
): ColumnLayout {
  const names = namesOf(columns);
  return {
    columns: order.flatMap((index) => {
      const named = names[index];
      if (named === undefined) return [];
      const width = widths.get(index) ?? null;
      return [{ ...named, hidden: hidden.has(index), pinned: pinned.get(index) ?? null, width }];
    }),
    reference: reference === null ? null : (names[reference] ?? null),
  };
}

/** Moves the columns that say where a row comes from, which are the last ones of a table, to the front. */
export function withOriginsFirst(state: ColumnState, columns: readonly StatementColumn[]): ColumnState {
  const first = columns.length - originColumns;
  const origins = state.order.filter((index) => index >= first);
  const others = state.order.filter((index) => index < first);
  return { ...state, order: orderBySide([...origins, ...others], state.pinned) };
}

/** Number of columns that say where a row of a table comes from: wallet, period and row. */
const originColumns = 3;

function orderBySide(order: readonly number[], pinned: ColumnState['pinned']): number[] {
  return (['left', undefined, 'right'] as const).flatMap((side) =>
    order.filter((index) => pinned.get(index) === side),
  );
}

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

/** Pins a column on a side, next to the columns that scroll, or unpins it with `null`. */
export function withPinned(columnState: ColumnState, index: number, side: PinnedSide | null): ColumnState {
  const previousSide = columnState.pinned.get(index);
  const rest = columnState.order.filter((other) => other !== index);
  const isAtLeft = side === 'left' || (side === null && previousSide === 'left');
  const next = rest.findIndex((other) => {
    const otherSide = columnState.pinned.get(other);
    return isAtLeft ? otherSide !== 'left' : otherSide === 'right';
  });
  return withPlaced(columnState, index, side, rest, next < 0 ? rest.length : next);
}

/** Puts a column at a place among the `rest` of the columns, and pins it. */
function withPlaced(
  columnState: ColumnState,
  index: number,
  side: PinnedSide | null,
  rest: readonly number[],
  place: number,
): ColumnState {
  const pinned = new Map(columnState.pinned);
  if (side === null) pinned.delete(index);
  else pinned.set(index, side);
  return {
    ...columnState,
    pinned,
    order: orderBySide([...rest.slice(0, place), index, ...rest.slice(place)], pinned),
  };
}

/** Returns the visible columns that are pinned like a column: among these it can move. */
export function columnsOfSameSide(columnState: ColumnState, index: number): number[] {
  const side = columnState.pinned.get(index);
  return shownColumns(columnState).filter((other) => columnState.pinned.get(other) === side);
}

/** Moves a column by `steps` among the visible columns that are pinned like it. */
export function withMoved(columnState: ColumnState, index: number, steps: number): ColumnState {
  const sameSide = columnsOfSameSide(columnState, index);
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
  const rest = columnState.order.filter((other) => other !== index);
  const side = columnState.pinned.get(target) ?? null;
  return withPlaced(columnState, index, side, rest, rest.indexOf(target) + (isAfter ? 1 : 0));
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

/** A column takes no more of the room that others leave, in pixels. */
const maxWantedPx = 480;

/** Widths of a column in pixels. */
interface FittingWidths {
  /** What it has in any case. */
  readonly width: number;
  /** What it takes while others leave room. */
  readonly wantedWidth: number;
}

/** Returns the widths that fit the name and the first rows of a column; `length` is their maximum in characters. */
export function fittingWidths(column: StatementColumn, name: string, length: number): FittingWidths {
  const hasDigits = column.kind !== 'text' || column.role === 'reference';
  const text = Math.ceil(length * (hasDigits ? digitWidthPx : letterWidthPx)) + cellPaddingPx;
  const head = Math.ceil(name.length * letterWidthPx) + cellPaddingPx + headButtonPx;
  const minWidth = column.kind === 'number' || column.kind === 'date' ? 100 : 72;
  const whole = Math.max(text, head, minWidth);
  return { width: Math.min(whole, hasDigits ? 224 : 160), wantedWidth: Math.min(whole, maxWantedPx) };
}

/** Returns the column that fills the remaining width: the description, the widest other text, or the last column. */
export function elasticColumn(
  columns: readonly StatementColumn[],
  shown: readonly number[],
  { widths, pinned }: ColumnState,
  fittingWidthOf: (index: number) => number,
): number | null {
  const flexibleColumns = shown.filter((index) => !widths.has(index) && !pinned.has(index));
  const description = flexibleColumns.find((index) => columns[index]?.role === 'description');
  const texts = flexibleColumns.filter(
    (index) => columns[index]?.kind === 'text' && columns[index]?.role === null,
  );
  const widest = texts.toSorted((first, second) => fittingWidthOf(second) - fittingWidthOf(first))[0];
  return description ?? widest ?? flexibleColumns.at(-1) ?? null;
}
