/** @file Recognises CSV files that are lists and not documents, by their columns and at least one usable line. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { DocumentReason } from '../../../../shared/model/documents/document.ts';
import { type CsvForm, readCsv } from '../../../formats/csv/csv-reader.ts';
import { addressBookForm, manifestForm } from '../../../formats/csv/list-forms.ts';
import type { Watcher } from './reread.ts';

/** Extensions of files that may be lists. */
const listExtensions: ReadonlySet<string> = new Set(['csv', 'tsv']);

/** Larger files are not read; a list of 10,000 lines is less than a tenth of this size. */
const maxListBytes = 8 * 1024 * 1024;

/** Returns the reason for a file that is a list, with its number of usable lines, or `null`. Never rejects. */
export async function listReason(
  path: string,
  extension: string,
  { onProgress, onComputing }: Watcher,
): Promise<DocumentReason | null> {
  if (!listExtensions.has(extension)) return null;
  const status = await stat(path).catch(() => null);
  if (status === null || !status.isFile() || status.size > maxListBytes) return null;
  onComputing();
  const manifestLines = await countUsableLines(path, manifestForm);
  if (manifestLines > 0) return { code: 'list-of-files', facts: { lines: manifestLines } };
  onProgress();
  onComputing();
  const addressBookLines = await countUsableLines(path, addressBookForm);
  return addressBookLines > 0 ? { code: 'list-of-beneficiaries', facts: { lines: addressBookLines } } : null;
}

async function countUsableLines<Column extends string>(path: string, form: CsvForm<Column>): Promise<number> {
  let lines = 0;
  try {
    await readCsv<Column>(createReadStream(path), form, ({ cell, isUnreadable }) => {
      if (!isUnreadable && form.requiredColumns.every((column) => cell(column) !== '')) lines += 1;
    });
  } catch {
    return 0;
  }
  return lines;
}
