/** @file Draft of the reading options in the dialog, before they are applied. */
import type {
  ColumnChoice,
  ColumnRole,
  Opened,
  ReadOptions,
  ReadPreview,
} from '../../../../shared/model/statements/open-statement.ts';

/** Types of a column, including the notation of numbers and dates. */
export const columnTypes = [
  'text',
  'number',
  'number-point',
  'number-comma',
  'date',
  'date-day-first',
  'date-month-first',
] as const;

type ColumnType = (typeof columnTypes)[number];

const choiceOfType = {
  text: { type: 'text' },
  number: { type: 'number' },
  'number-point': { type: 'number', decimals: 'point' },
  'number-comma': { type: 'number', decimals: 'comma' },
  date: { type: 'date' },
  'date-day-first': { type: 'date', dates: 'day-first' },
  'date-month-first': { type: 'date', dates: 'month-first' },
} as const satisfies Record<ColumnType, ColumnChoice>;

/** Returns the type in a choice; `null` if it has none. */
export function typeOf({ type, decimals, dates }: ColumnChoice): ColumnType | null {
  if (type === undefined) return null;
  return (
    columnTypes.find((id) => {
      const choice: ColumnChoice = choiceOfType[id];
      return choice.type === type && choice.decimals === decimals && choice.dates === dates;
    }) ?? type
  );
}

/** Sets or clears one option. A change of what divides the cells clears the column choices. */
export function withOption<Key extends Exclude<keyof ReadOptions, 'columns'>>(
  options: ReadOptions,
  key: Key,
  value: ReadOptions[Key] | undefined,
): ReadOptions {
  const next = { ...options };
  if (key === 'separator' || key === 'joinsAmounts') delete next.columns;
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

export function choiceFor(options: ReadOptions, column: number): ColumnChoice {
  return options.columns?.[column] ?? {};
}

/** Sets the type of a column, or leaves it to Paydesk (`null`). */
export function withType(options: ReadOptions, column: number, type: ColumnType | null): ReadOptions {
  const { role } = choiceFor(options, column);
  return withChoice(options, column, {
    ...(type === null ? {} : choiceOfType[type]),
    ...(role === undefined ? {} : { role }),
  });
}

/** Sets the role of a column (`null` for none), or leaves it to Paydesk (`undefined`). */
export function withRole(
  options: ReadOptions,
  column: number,
  role: ColumnRole | null | undefined,
): ReadOptions {
  const { role: _, ...type } = choiceFor(options, column);
  return withChoice(options, column, { ...type, ...(role === undefined ? {} : { role }) });
}

/** Returns whether every option is left to Paydesk. */
export function isEmpty(options: ReadOptions): boolean {
  return Object.keys(options).length === 0;
}

/**
 * Returns the options for the preview, with the encoding that was detected for the whole file, because the preview
 * reads only the beginning of the file.
 */
export function previewOptions(draft: ReadOptions, opened: Opened): ReadOptions {
  if (draft.encoding !== undefined || opened.options.encoding !== undefined) return draft;
  return { ...draft, encoding: opened.encoding };
}

/** Returns the options to apply. Guesses that the clerk has seen in the preview are stored as decisions. */
export function confirmedOptions(
  draft: ReadOptions,
  opened: Opened,
  preview: ReadPreview | null,
): ReadOptions {
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

const maxHeaderRows = 30;
const maxHeaderCells = 12;
/** Maximum number of visible characters of a cell in a row offered as header. */
const maxHeaderCellLength = 40;

interface HeaderRow {
  /** Row of the file, from 0. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Number of further cells. */
  readonly more: number;
  readonly isEmpty: boolean;
}

function shortened(text: string): string {
  const plain = text.trim();
  return plain.length > maxHeaderCellLength ? `${plain.slice(0, maxHeaderCellLength - 1)}…` : plain;
}

/** Returns the first rows of the file, plus the current header if it comes later. */
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
