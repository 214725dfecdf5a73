/** @file Reads the cells of one sheet row by row. */
import { dateText, type NumberFormat, numberText } from './cell-values.ts';
import { workbookError } from './workbook-error.ts';
import {
  type Archive,
  readSheetPart,
  TextCollector,
  unescapeText,
  type WorkbookSheet,
} from './workbook-parts.ts';
import type { Attributes, XmlEvents } from './xml-part.ts';

/** Size of the largest sheet. */
const maxRows = 1_048_576;
const maxColumns = 16_384;

const truthValues: ReadonlyMap<string, string> = new Map([
  ['1', 'TRUE'],
  ['true', 'TRUE'],
  ['0', 'FALSE'],
  ['false', 'FALSE'],
]);
/** A date, a time or both in ISO 8601. */
const datePattern = /^(?:\d{4}-\d{2}-\d{2}|T?\d{2}:\d{2})(?:[T:.+Z\d-]{0,24})$/;

export interface SheetCell {
  readonly text: string;
  /** A number or date, which a spreadsheet does not write in two ways. */
  readonly isValue: boolean;
}

export interface SheetContext {
  readonly archive: Archive;
  readonly texts: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly isFrom1904: boolean;
}

interface OpenCell {
  readonly column: number;
  readonly place: string;
  readonly type: string;
  readonly format: NumberFormat;
  /** `null` without an element of the value. */
  value: string | null;
  hasFormula: boolean;
}

/** Returns the column of a cell reference such as `AB12`, from 0; -1 if it is none of the row. */
function columnOf(reference: string, row: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  if (letters === '' || reference.slice(letters.length) !== String(row + 1)) return -1;
  let number = 0;
  for (let at = 0; at < letters.length; at += 1) number = number * 26 + letters.charCodeAt(at) - 64;
  return number > maxColumns ? -1 : number - 1;
}

class SheetReader implements XmlEvents {
  readonly #context: SheetContext;
  readonly #sheet: WorkbookSheet;
  readonly #onRow: (row: number, cells: ReadonlyMap<number, SheetCell>) => void;
  #inline = new TextCollector();
  #row = -1;
  #column = -1;
  #cells = new Map<number, SheetCell>();
  #cell: OpenCell | null = null;
  #isInValue = false;

  constructor(
    context: SheetContext,
    sheet: WorkbookSheet,
    onRow: (row: number, cells: ReadonlyMap<number, SheetCell>) => void,
  ) {
    this.#context = context;
    this.#sheet = sheet;
    this.#onRow = onRow;
  }

  onOpen(name: string, attributeOf: Attributes): void {
    if (name === 'row') this.#beginRow(attributeOf('r'));
    else if (name === 'c') this.#beginCell(attributeOf);
    else if (name === 'f' && this.#cell !== null) this.#cell.hasFormula = true;
    else if (name === 'v') this.#beginValue();
    this.#inline.open(name);
  }

  onClose(name: string): void {
    this.#inline.close(name);
    if (name === 'v') this.#isInValue = false;
    if (name === 'c') this.#endCell();
    if (name === 'row') this.#onRow(this.#row, this.#cells);
  }

  onText(text: string): void {
    if (this.#isInValue && this.#cell !== null) this.#cell.value = (this.#cell.value ?? '') + text;
    this.#inline.add(text);
  }

  #beginRow(number: string | undefined): void {
    const row = number === undefined ? this.#row + 1 : Number(number) - 1;
    if (!Number.isInteger(row) || row <= this.#row || row >= maxRows) throw workbookError('damaged');
    this.#row = row;
    this.#column = -1;
    this.#cells = new Map();
  }

  #beginCell(attributeOf: Attributes): void {
    const reference = attributeOf('r');
    const column = reference === undefined ? this.#column + 1 : columnOf(reference, this.#row);
    if (column <= this.#column || column >= maxColumns) throw workbookError('damaged');
    this.#column = column;
    this.#inline = new TextCollector();
    this.#cell = {
      column,
      place: `${this.#sheet.name}!${reference ?? `R${this.#row + 1}C${column + 1}`}`,
      type: attributeOf('t') ?? 'n',
      format: this.#context.formats[Number(attributeOf('s') ?? 0)] ?? 'number',
      value: null,
      hasFormula: false,
    };
  }

  #beginValue(): void {
    const cell = this.#cell;
    if (cell === null) return;
    if (cell.value !== null) throw workbookError('unreadable-cell', [cell.place]);
    cell.value = '';
    this.#isInValue = true;
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null) throw workbookError('damaged');
    const value = cell.value ?? '';
    const inline = this.#inline.text;
    // Some programs write the text of a cell where its type has none.
    if (inline !== '' && (cell.type === 'inlineStr' || value === ''))
      this.#cells.set(cell.column, { text: inline, isValue: false });
    else if (value !== '') this.#cells.set(cell.column, this.#readValue(cell, value));
    // The result of a text formula may be empty.
    else if (cell.hasFormula && cell.type !== 'str') throw workbookError('no-result', [cell.place]);
  }

  #readValue({ type, format, place }: OpenCell, value: string): SheetCell {
    const text = this.#readText(type, format, value);
    if (text === undefined) throw workbookError('unreadable-cell', [place]);
    return { text, isValue: type === 'n' || type === 'd' };
  }

  /** Returns the text of a value, or `undefined` for one that its type cannot have. */
  #readText(type: string, format: NumberFormat, value: string): string | undefined {
    switch (type) {
      case 's':
        return /^\d{1,9}$/.test(value) ? this.#context.texts[Number(value)] : undefined;
      case 'b':
        return truthValues.get(value);
      case 'd':
        return datePattern.test(value)
          ? value.replace(/T00:00:00(?:\.0{1,9})?$/, '').replace('T', ' ')
          : undefined;
      case 'n': {
        const number = numberText(value) ?? undefined;
        return number === undefined || format === 'number'
          ? number
          : dateText(value, format, this.#context.isFrom1904);
      }
      case 'str':
      case 'inlineStr':
      case 'e':
        return unescapeText(value);
      default:
        return undefined;
    }
  }
}

/** Reads the rows of a sheet that have an element, in ascending order. Throws `ledger-workbook`. */
export async function readSheetRows(
  context: SheetContext,
  sheet: WorkbookSheet,
  onRow: (row: number, cells: ReadonlyMap<number, SheetCell>) => void,
): Promise<void> {
  const reader = new SheetReader(context, sheet, onRow);
  await readSheetPart(context.archive, sheet.path, reader);
}
