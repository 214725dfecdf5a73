/** @file Converts a sheet of a workbook to CSV, row by row, for the reader of ledgers. */
import { PaydeskError } from '../../../shared/errors.ts';
import { maxLedgerBytes } from '../../../shared/model/statements/ledger.ts';
import type { ReadOptions } from '../../../shared/model/statements/open-statement.ts';
import { readSheetRows, type SheetCell, type SheetContext } from './sheet-rows.ts';
import { workbookError } from './workbook-error.ts';
import { readCellFormats, readSharedTexts, readWorkbook, type WorkbookSheet } from './workbook-parts.ts';
import { readDirectory } from './zip-reader.ts';

/** Bytes that a character may have in UTF-8. */
const maxCharacterBytes = 3;

interface ConvertedSheet {
  readonly csv: Uint8Array;
  /** How the CSV is read. */
  readonly options: ReadOptions;
}

/** Names of the visible sheets with cells, of which the clerk chooses one. */
interface FilledSheets {
  readonly sheets: string[];
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** True for a text of digits and signs, which could be a number with either decimal sign. */
function looksLikeNumber(text: string): boolean {
  return /\d/.test(text) && !/[^\s\d.,'’+-]/.test(text);
}

/** The lines of a sheet; line n of the CSV is row n of the sheet. */
class SheetLines {
  /** Lines with their number of cells. */
  readonly #lines: { readonly text: string; readonly cells: number }[] = [];
  /** Columns with numbers or dates. */
  readonly #valueColumns = new Set<number>();
  /** Columns with texts that look like numbers, whose decimal sign is unknown. */
  readonly #textColumns = new Set<number>();
  #width = 0;
  #characters = 0;

  add(row: number, cells: ReadonlyMap<number, SheetCell>): void {
    if (cells.size === 0) return;
    while (this.#lines.length < row) this.#lines.push({ text: '', cells: 0 });
    const texts: string[] = [];
    for (const [column, { text, isValue }] of cells) {
      texts[column] = quote(text);
      if (isValue) this.#valueColumns.add(column);
      else if (looksLikeNumber(text)) this.#textColumns.add(column);
    }
    const text = texts.join(',');
    this.#lines.push({ text, cells: texts.length });
    this.#width = Math.max(this.#width, texts.length);
    this.#characters += text.length;
    // Every line gets the cells of the widest one.
    const characters = this.#characters + this.#lines.length * this.#width;
    if (characters > maxLedgerBytes)
      throw new PaydeskError('ledger-too-large', 'The sheet is too large', {
        details: { max: maxLedgerBytes },
      });
  }

  convert(): ConvertedSheet {
    const bytes = new Uint8Array(
      this.#lines.reduce((sum, { text }) => sum + text.length * maxCharacterBytes + this.#width + 1, 0),
    );
    const encoder = new TextEncoder();
    let at = 0;
    for (const { text, cells } of this.#lines) {
      const line = `${text}${','.repeat(this.#width - Math.max(cells, 1))}\n`;
      at += encoder.encodeInto(line, bytes.subarray(at)).written;
    }
    const columns = [...this.#valueColumns]
      .filter((column) => !this.#textColumns.has(column))
      .map((column) => [String(column), { decimals: 'point' as const }] as const);
    return {
      csv: bytes.slice(0, at),
      options: { encoding: 'utf-8', separator: ',', columns: Object.fromEntries(columns) },
    };
  }
}

/** Ends the reading of a sheet at its first cell. */
class CellFound extends Error {}

/** Returns whether a sheet has a cell, without reading more of it. */
async function hasCells(context: SheetContext, sheet: WorkbookSheet): Promise<boolean> {
  try {
    await readSheetRows(context, sheet, (_, cells) => {
      if (cells.size > 0) throw new CellFound();
    });
    return false;
  } catch (thrown) {
    if (thrown instanceof CellFound) return true;
    throw thrown;
  }
}

/**
 * Converts the only visible sheet with cells, or the named one. Returns the names of the sheets when there are several.
 * Throws `ledger-workbook` and `ledger-too-large`.
 */
export async function convertWorkbook(
  bytes: Uint8Array,
  sheetName: string | null,
): Promise<ConvertedSheet | FilledSheets> {
  const archive = { bytes, directory: readDirectory(bytes) };
  const { sheets, isFrom1904, textsPath, stylesPath } = await readWorkbook(archive);
  const context: SheetContext = {
    archive,
    isFrom1904,
    texts: await readSharedTexts(archive, textsPath),
    formats: await readCellFormats(archive, stylesPath),
  };
  const wanted = sheets.filter(({ name }) => sheetName === null || name === sheetName);
  const filled: WorkbookSheet[] = [];
  for (const sheet of wanted) if (await hasCells(context, sheet)) filled.push(sheet);
  const [first] = filled;
  if (first === undefined) throw workbookError('empty');
  if (filled.length > 1) return { sheets: filled.map(({ name }) => name) };
  const lines = new SheetLines();
  await readSheetRows(context, first, (row, cells) => lines.add(row, cells));
  return lines.convert();
}
