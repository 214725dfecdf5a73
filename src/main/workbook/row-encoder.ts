/**
 * @file Encodes rows of a sheet as SpreadsheetML. No cell is ever a formula: a text is an inline string, whatever it
 * starts with.
 */
import { PaydeskError } from '../../shared/errors.ts';
import { trimCharactersAtEnd, trimCharactersAtStart } from '../../shared/trim-characters.ts';
import { cellStyles, numberStyle } from './cell-styles.ts';

/** Maximum length of a cell's text in UTF-16 code units, as spreadsheets count. */
const maxCellLength = 32_767;
/** Significant digits that spreadsheets keep of a number. */
const maxSignificantDigits = 15;
/** The first day whose number is the same in all spreadsheets: for some of them, 1900 has a February 29. */
const firstDate = 19_000_301;
const dayMs = 86_400_000;
/** The day with the number 0. */
const dayZeroMs = Date.UTC(1899, 11, 30);

/** Bytes of UTF-8 for one UTF-16 code unit. */
const maxBytesPerUnit = 3;
const initialBytes = 1_000_000;

/** Matches texts that may need an escape; most texts do not, and the test is fast. */
const mayBeUnsafe = /[^ -%'-;=?-^`-~\u00a0-\ud7ff]/;
/** Matches what XML cannot contain or does not return unchanged, and a text that would be read as the escape of that. */
const unsafe = /[&<>\ufffe\uffff]|(?![\t\n\u007f-\u009f])\p{Cc}|\p{Cs}|_(?=x[0-9A-Fa-f]{4}_)/gu;
/** Matches space that a reader of XML may remove or replace. */
const hasOuterOrSpecialSpace = /^\s|\s$|[\t\n\r]| {2}/;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return entities[character] ?? `_x${code}_`;
}

/** Escapes a text for SpreadsheetML, in which `_x000D_` stands for a carriage return. */
export function escapeCellText(text: string): string {
  return mayBeUnsafe.test(text) ? text.replace(unsafe, escapeCharacter) : text;
}

/** Returns the letters of a column, from 0: `A` … `Z`, `AA` … */
export function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}

/** True for a decimal number that a spreadsheet keeps with all its digits. */
function isExact(decimal: string): boolean {
  if (decimal.length <= maxSignificantDigits) return true;
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const digits = trimCharactersAtStart(`${whole}${trimCharactersAtEnd(fraction, '0')}`, '0');
  return digits.length <= maxSignificantDigits;
}

/** Returns the number of a day given as YYYYMMDD; `null` for a day that spreadsheets do not count alike. */
function toDayNumber(date: number): number | null {
  if (date < firstDate) return null;
  const timeMs = Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100);
  return (timeMs - dayZeroMs) / dayMs;
}

/** Encodes rows one after the other, each cell by cell. Empty cells are left out. */
export class RowEncoder {
  readonly #letters: readonly string[];
  #row = 0;
  /** The current row. */
  #xml = '';
  #bytes = Buffer.allocUnsafe(initialBytes);
  #length = 0;

  constructor(columnCount: number) {
    this.#letters = Array.from({ length: columnCount }, (_, column) => columnLetters(column));
  }

  /** Number of bytes of the rows since {@link take}. */
  get length(): number {
    return this.#length;
  }

  /** Begins the row with a number, from 1. */
  beginRow(row: number): void {
    this.#row = row;
    this.#xml = `<row r="${row}">`;
  }

  endRow(): void {
    // Row by row: one long text would be built from pieces first, which takes twice as long.
    const row = `${this.#xml}</row>`;
    const neededLength = this.#length + row.length * maxBytesPerUnit;
    if (neededLength > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(neededLength * 2);
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(row, this.#length);
  }

  /** Throws `workbook-cell-too-long`. */
  addText(column: number, text: string, style: number = cellStyles.text): void {
    if (text === '') return;
    if (text.length > maxCellLength)
      throw new PaydeskError('workbook-cell-too-long', 'The text of a cell is too long for a workbook', {
        details: { cell: `${columnLetters(column)}${this.#row}`, length: text.length, max: maxCellLength },
      });
    const space = hasOuterOrSpecialSpace.test(text) ? ' xml:space="preserve"' : '';
    this.#xml += `<c r="${this.#letters[column]}${this.#row}" s="${style}" t="inlineStr"><is><t${space}>${escapeCellText(text)}</t></is></c>`;
  }

  /** Adds a decimal number such as `-1234.50`. Returns false for one that is not exact in spreadsheets. */
  addNumber(column: number, decimal: string, decimals: number, isGrouped: boolean): boolean {
    if (!isExact(decimal)) return false;
    this.#addValue(column, decimal, numberStyle(decimals, isGrouped));
    return true;
  }

  /** Adds a day given as YYYYMMDD. Returns false for a day that is another one in some spreadsheets. */
  addDate(column: number, date: number): boolean {
    const day = toDayNumber(date);
    if (day === null) return false;
    this.#addValue(column, String(day), cellStyles.date);
    return true;
  }

  /** Adds a day and the seconds since its midnight. Returns false as {@link addDate} does. */
  addDateTime(column: number, date: number, seconds: number): boolean {
    const day = toDayNumber(date);
    if (day === null) return false;
    // Spreadsheets keep fifteen digits: ten decimals are a hundred-thousandth of a second.
    this.#addValue(column, (day + seconds / 86_400).toFixed(10), cellStyles.dateTime);
    return true;
  }

  #addValue(column: number, value: string, style: number): void {
    this.#xml += `<c r="${this.#letters[column]}${this.#row}" s="${style}"><v>${value}</v></c>`;
  }

  /** Returns the rows since the last call as UTF-8. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return bytes;
  }
}
