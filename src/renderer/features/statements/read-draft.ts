/** @file What a clerk decides in the dialog about how a file is read, before it is applied. */
import type {
  ColumnChoice,
  ColumnRole,
  Opened,
  ReadOptions,
  ReadPreview,
} from '../../../shared/model/review.ts';

/** A choice that leaves the decision to Paydesk. */
export const foundId = 'found';

/** The types that a column can be given, with the way in which numbers or dates are written. */
export const columnTypes = [
  'text',
  'number',
  'number-point',
  'number-comma',
  'date',
  'date-day-first',
  'date-month-first',
] as const;

export type ColumnType = (typeof columnTypes)[number];

const choiceOfType = {
  text: { type: 'text' },
  number: { type: 'number' },
  'number-point': { type: 'number', decimals: 'point' },
  'number-comma': { type: 'number', decimals: 'comma' },
  date: { type: 'date' },
  'date-day-first': { type: 'date', dates: 'day-first' },
  'date-month-first': { type: 'date', dates: 'month-first' },
} as const satisfies Record<ColumnType, ColumnChoice>;

/** The type that a choice stands for; `null` when it says nothing of the type. */
export function typeOf({ type, decimals, dates }: ColumnChoice): ColumnType | null {
  if (type === undefined) return null;
  return (
    columnTypes.find((id) => {
      const choice: ColumnChoice = choiceOfType[id];
      return choice.type === type && choice.decimals === decimals && choice.dates === dates;
    }) ?? type
  );
}

/** Returns the options with one of them decided, or left to Paydesk. Another delimiter makes other columns. */
export function withOption<Key extends Exclude<keyof ReadOptions, 'columns'>>(
  options: ReadOptions,
  key: Key,
  value: ReadOptions[Key] | undefined,
): ReadOptions {
  const next = { ...options };
  if (key === 'separator') delete next.columns;
  if (value === undefined) delete next[key];
  else next[key] = value;
  return next;
}

function withChoice(options: ReadOptions, column: number, choice: ColumnChoice): ReadOptions {
  const { [column]: _, ...others } = options.columns ?? {};
  const columns = Object.keys(choice).length === 0 ? others : { ...others, [column]: choice };
  const { columns: __, ...rest } = options;
  return Object.keys(columns).length === 0 ? rest : { ...rest, columns };
}

/** The clerk's choice for a column. */
export function choiceFor(options: ReadOptions, column: number): ColumnChoice {
  return options.columns?.[column] ?? {};
}

/** Returns the options with the type of a column decided, or left to Paydesk (`null`). */
export function withType(options: ReadOptions, column: number, type: ColumnType | null): ReadOptions {
  const { role } = choiceFor(options, column);
  return withChoice(options, column, {
    ...(type === null ? {} : choiceOfType[type]),
    ...(role === undefined ? {} : { role }),
  });
}

/** Returns the options with the role of a column decided (`null` for none), or left to Paydesk (`undefined`). */
export function withRole(
  options: ReadOptions,
  column: number,
  role: ColumnRole | null | undefined,
): ReadOptions {
  const { role: _, ...type } = choiceFor(options, column);
  return withChoice(options, column, { ...type, ...(role === undefined ? {} : { role }) });
}

/** True when nothing is decided: Paydesk finds everything out. */
export function isEmpty(options: ReadOptions): boolean {
  return Object.keys(options).length === 0;
}

/**
 * The options of the preview. Encodings are found over all bytes of a file, of which the preview has only the beginning:
 * what was found for the whole file counts.
 */
export function previewOptions(draft: ReadOptions, opened: Opened): ReadOptions {
  if (draft.encoding !== undefined || opened.options.encoding !== undefined) return draft;
  return { ...draft, encoding: opened.encoding };
}

/** The options to apply: what was only a guess is decided by the clerk who looked at it. */
export function confirmed(draft: ReadOptions, opened: Opened, preview: ReadPreview | null): ReadOptions {
  if (preview === null) return draft;
  const shown = preview.opened;
  return {
    ...draft,
    ...(opened.encodingCertain || draft.encoding !== undefined ? {} : { encoding: shown.encoding }),
    ...(opened.layoutCertain
      ? {}
      : { separator: shown.separator, header: shown.header === null ? 'none' : shown.header }),
  };
}

/** Rows of the file that a header is chosen from. */
export const maxHeaderRows = 30;
/** Cells of such a row that are shown. */
const maxHeaderCells = 12;
/** Characters of such a cell. */
const maxHeaderCell = 40;

/** A row of the file to choose as its header. */
export interface HeaderRow {
  /** From 0. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Cells that are not shown. */
  readonly more: number;
  readonly isEmpty: boolean;
}

function shortened(text: string): string {
  const plain = text.trim();
  return plain.length > maxHeaderCell ? `${plain.slice(0, maxHeaderCell - 1)}…` : plain;
}

/** The first rows of the file, and the one that is the header now where it comes later. */
export function headerRows(
  lines: readonly (readonly string[])[],
  header: number | null,
): readonly HeaderRow[] {
  return lines.flatMap((cells, row) => {
    if (row >= maxHeaderRows && row !== header) return [];
    const shown = cells.slice(0, maxHeaderCells).map(shortened);
    const isEmpty = cells.every((cell) => cell.trim() === '');
    return [{ row, cells: isEmpty ? [] : shown, more: isEmpty ? 0 : cells.length - shown.length, isEmpty }];
  });
}
