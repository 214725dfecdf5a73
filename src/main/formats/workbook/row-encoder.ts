/**
 * @file Encodes rows of a sheet as SpreadsheetML. No cell is ever a formula: a text is an inline string, whatever it
 * starts with.
 */
import { PaydeskError } from '../../../shared/errors.ts';
import { trimCharactersAtEnd, trimCharactersAtStart } from '../../../shared/trim-characters.ts';
import { cellStyles, numberStyle, styleCount } from './cell-styles.ts';

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
const initialBytes = 300_000;
/** Maximum number of bytes of the XML around a cell or at the ends of a row. */
const maxMarkupBytes = 128;

/** A part of a text in UTF-8. */
export interface ByteRange {
  bytes: Uint8Array;
  start: number;
  end: number;
}

const noBytes = new Uint8Array();
const asciiBytes = (text: string) => Buffer.from(text, 'latin1');
const rowStart = asciiBytes('<row r="');
const rowStartEnd = asciiBytes('">');
const rowEnd = asciiBytes('</row>');
const textEnd = asciiBytes('</t></is></c>');
const valueEnd = asciiBytes('</v></c>');
const textStart = (style: number, attribute = '') => `" s="${style}" t="inlineStr"><is><t${attribute}>`;
/** What follows the reference of a cell with a text, and of one with a value, by their styles. */
const textStarts = Array.from({ length: styleCount }, (_, style) => asciiBytes(textStart(style)));
const spacedTextStarts = Array.from({ length: styleCount }, (_, style) =>
  asciiBytes(textStart(style, ' xml:space="preserve"')),
);
const valueStarts = Array.from({ length: styleCount }, (_, style) => asciiBytes(`" s="${style}"><v>`));

const blank = 0x20;
/**
 * A 1 for each byte that stands for itself in XML: most of ASCII, and all bytes of the letters that have two bytes, except those
 * with 0xC2, which begins controls and a space.
 */
const isPlainByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isAscii = byte >= blank && byte < 0x7f && !'&<>_'.includes(String.fromCharCode(byte));
  return isAscii || (byte >= 0x80 && byte <= 0xbf) || (byte >= 0xc3 && byte <= 0xdf) ? 1 : 0;
});

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
  /** The start of a cell and the letters of its column. */
  readonly #cellStarts: readonly Uint8Array[];
  #row = 0;
  #rowDigits = noBytes;
  #bytes = Buffer.allocUnsafe(initialBytes);
  #length = 0;

  constructor(columnCount: number) {
    this.#cellStarts = Array.from({ length: columnCount }, (_, column) =>
      asciiBytes(`<c r="${columnLetters(column)}`),
    );
  }

  /** Number of bytes of the rows since {@link take}. */
  get length(): number {
    return this.#length;
  }

  /** Begins the row with a number, from 1. */
  beginRow(row: number): void {
    this.#row = row;
    this.#rowDigits = asciiBytes(String(row));
    this.#reserve(0);
    this.#append(rowStart, 0, rowStart.length);
    this.#append(this.#rowDigits, 0, this.#rowDigits.length);
    this.#append(rowStartEnd, 0, rowStartEnd.length);
  }

  endRow(): void {
    this.#reserve(0);
    this.#append(rowEnd, 0, rowEnd.length);
  }

  /** Throws `workbook-cell-too-long`. */
  addText(column: number, text: string, style: number = cellStyles.text): void {
    if (text === '') return;
    if (text.length > maxCellLength)
      throw new PaydeskError('workbook-cell-too-long', 'The text of a cell is too long for a workbook', {
        details: { cell: `${columnLetters(column)}${this.#row}`, length: text.length, max: maxCellLength },
      });
    const escaped = escapeCellText(text);
    this.#reserve(escaped.length * maxBytesPerUnit);
    this.#beginCell(column, (hasOuterOrSpecialSpace.test(text) ? spacedTextStarts : textStarts)[style]);
    this.#length += this.#bytes.write(escaped, this.#length);
    this.#append(textEnd, 0, textEnd.length);
  }

  /**
   * Adds a text given as UTF-8, of at least one byte. Returns false and adds nothing for one that {@link addText} may have
   * to escape or to refuse.
   */
  addPlainText(column: number, { bytes: text, start, end }: ByteRange): boolean {
    if (end - start > maxCellLength || text[start] === blank || text[end - 1] === blank) return false;
    this.#reserve(end - start);
    const lengthBefore = this.#length;
    this.#beginCell(column, textStarts[cellStyles.text]);
    const bytes = this.#bytes;
    let to = this.#length;
    for (let at = start; at < end; at += 1, to += 1) {
      const byte = text[at] ?? 0;
      if (isPlainByte[byte] !== 1 || (byte === blank && text[at + 1] === blank)) {
        this.#length = lengthBefore;
        return false;
      }
      bytes[to] = byte;
    }
    this.#length = to;
    this.#append(textEnd, 0, textEnd.length);
    return true;
  }

  /** Adds a decimal number such as `-1234.50`. Returns false for one that is not exact in spreadsheets. */
  addNumber(column: number, decimal: string, decimals: number, isGrouped: boolean): boolean {
    if (!isExact(decimal)) return false;
    this.#addValue(column, decimal, numberStyle(decimals, isGrouped));
    return true;
  }

  /** Adds a decimal number in ASCII with a style. Returns false for one that may not be exact in spreadsheets. */
  addPlainNumber(column: number, { bytes, start, end }: ByteRange, style: number): boolean {
    if (end - start > maxSignificantDigits) return false;
    this.#reserve(end - start);
    this.#beginCell(column, valueStarts[style]);
    this.#append(bytes, start, end);
    this.#append(valueEnd, 0, valueEnd.length);
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

  /** Adds a value that consists of ASCII characters. */
  #addValue(column: number, value: string, style: number): void {
    this.#reserve(value.length);
    this.#beginCell(column, valueStarts[style]);
    const bytes = this.#bytes;
    let to = this.#length;
    for (let at = 0; at < value.length; at += 1, to += 1) bytes[to] = value.charCodeAt(at);
    this.#length = to;
    this.#append(valueEnd, 0, valueEnd.length);
  }

  #beginCell(column: number, start: Uint8Array = noBytes): void {
    const cellStart = this.#cellStarts[column] ?? noBytes;
    this.#append(cellStart, 0, cellStart.length);
    this.#append(this.#rowDigits, 0, this.#rowDigits.length);
    this.#append(start, 0, start.length);
  }

  /** Appends bytes to the reserved memory. They are few: a copy by `set` takes longer. */
  #append(source: Uint8Array, start: number, end: number): void {
    const bytes = this.#bytes;
    let to = this.#length;
    for (let at = start; at < end; at += 1, to += 1) bytes[to] = source[at] ?? 0;
    this.#length = to;
  }

  /** Reserves memory for the content of a cell, in bytes, and for its markup. */
  #reserve(contentLength: number): void {
    const neededLength = this.#length + contentLength + maxMarkupBytes;
    if (neededLength <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(neededLength * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  /** Returns the rows since the last call as UTF-8. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(initialBytes);
    this.#length = 0;
    return bytes;
  }
}
