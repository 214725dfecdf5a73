/** @file Checks one file: name, extension, content, and its SHA-256, from one reading of its bytes. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  type AllowedExtension,
  type DocumentReason,
  type DocumentWarning,
  extensionOf,
  isAllowedExtension,
} from '../../../../shared/model/documents/document.ts';
import { type CsvForm, readCsv } from '../../../formats/csv/csv-reader.ts';
import { addressBookForm, manifestForm } from '../../../formats/csv/list-forms.ts';
import { inspectDrawing } from '../../../formats/svg/svg-content.ts';
import { kindOfExtension, kindOfHead, kindToReport } from './content.ts';
import { listNames } from './list-folders.ts';
import type { Inspection } from './messages.ts';
import { openDocument } from './open.ts';
import { maxExaminedBytes, type PdfExaminer } from './pdf-examiner.ts';
import { type FileContent, readContent } from './read-content.ts';
import { reasonAt, waitsForFile } from './reasons.ts';
import { chunkLength, type Watcher } from './reread.ts';

/** Extensions of files that may be lists. */
const listExtensions: ReadonlySet<string> = new Set(['csv', 'tsv']);

/** Larger files are not read; a list of 10,000 lines is less than a tenth of this size. */
const maxListBytes = 8 * 1024 * 1024;

/** Returns the reason for a file that is a list, with its number of usable lines, or `null`. Never rejects. */
async function listReason(
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
    await readCsv<Column>(createReadStream(path), form, ({ cell, problem }) => {
      if (problem === null && form.requiredColumns.every((column) => cell(column) !== '')) lines += 1;
    });
  } catch {
    return 0;
  }
  return lines;
}

/** Bytes above which a name gets a warning: some file systems cut longer names. */
const maxNameBytes = 200;
const maxReadAttempts = 3;

function createRejectedInspection(reason: DocumentReason, facts: Partial<Inspection> = {}): Inspection {
  const state = waitsForFile(reason) ? 'waiting-for-file' : 'rejected';
  return { state, reason, warnings: [], kind: null, size: null, modifiedAt: null, sha256: null, ...facts };
}

/** What a check needs besides the file. */
interface InspectDeps {
  readonly watcher: Watcher;
  readonly pdfExaminer: PdfExaminer;
  /** Size above which a warning is given. */
  readonly largeBytes: number;
}

/** Checks a file. Never rejects. */
export async function inspect(path: string, name: string, deps: InspectDeps): Promise<Inspection> {
  const { watcher } = deps;
  const nameProblem = checkName(name);
  if (nameProblem !== null) return createRejectedInspection(nameProblem);
  const extension = extensionOf(name);
  if (!isAllowedExtension(extension)) {
    if (await isFolderAt(path)) return createRejectedInspection(await createFolderReason(path));
    const reasonOfList = await listReason(path, extension, watcher);
    if (reasonOfList !== null) return { ...createRejectedInspection(reasonOfList), state: 'excluded' };
    const code = extension === '' ? 'extension-missing' : 'extension-not-allowed';
    return createRejectedInspection({ code, facts: { extension } });
  }
  try {
    for (let attempt = 1; attempt <= maxReadAttempts; attempt += 1) {
      const content = await readContent(path, kindOfExtension[extension], watcher);
      if (extension === 'svg') watcher.onComputing();
      if (content === null) continue;
      const inspection = inspectContent(content, extension, name, deps.largeBytes);
      if (inspection.state !== 'ready') return inspection;
      const defects =
        content.defects === 'doubtful' ? await examinePdf(path, content.size, deps) : content.defects;
      return { ...inspection, warnings: [...defects, ...inspection.warnings] };
    }
    // The file is still being written.
    return createRejectedInspection({ code: 'file-locked', facts: {} });
  } catch (thrown) {
    const reason = await reasonAt(path, thrown);
    return createRejectedInspection(reason.code === 'is-folder' ? await createFolderReason(path) : reason);
  }
}

function isFolderAt(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  );
}

async function createFolderReason(path: string): Promise<DocumentReason> {
  const names = await listNames(path).catch(() => []);
  return { code: 'is-folder', facts: { files: names.length } };
}

/** Control characters cannot be displayed, and a backslash separates folders on Windows. */
function checkName(name: string): DocumentReason | null {
  return /[\p{Cc}\\]/u.test(name) ? { code: 'name-not-allowed', facts: {} } : null;
}

/** Marks that change the direction of text, so that `invoice[RLO]fdp.exe` looks like a PDF. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Characters without width, such as zero-width spaces, fillers and tags. Names that differ only in these look the same. */
const zeroWidth =
  /\u034f|[\u00ad\u115f\u1160\u180e\u200b\u2028\u2029\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
/** Joiners at a position where no script and no emoji needs a joiner. */
const uselessJoiner =
  /(?<![\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]/u;

/** True for a name that contains invisible characters. */
function hasInvisible(name: string): boolean {
  return zeroWidth.test(name) || uselessJoiner.test(name);
}

function collectWarnings(name: string, size: number, largeBytes: number): DocumentWarning[] {
  const warnings: DocumentWarning[] = [];
  if (size > largeBytes) warnings.push('large');
  if (directionMarks.test(name)) warnings.push('name-direction');
  if (hasInvisible(name)) warnings.push('name-hidden');
  if (Buffer.byteLength(name) > maxNameBytes) warnings.push('name-long');
  return warnings;
}

function inspectContent(
  content: FileContent,
  extension: AllowedExtension,
  name: string,
  largeBytes: number,
): Inspection {
  const { size, modifiedAt, sha256 } = content;
  const facts = { size, modifiedAt, sha256 };
  if (size === 0) return createRejectedInspection({ code: 'empty-file', facts: {} }, { size, modifiedAt });
  const kind = kindOfHead(content.head);
  const expectedKind = kindOfExtension[extension];
  if (kind !== expectedKind) {
    const reportedKind = kindToReport(content.head);
    return createRejectedInspection(
      { code: 'content-differs', facts: { extension, found: reportedKind } },
      { ...facts, kind: reportedKind },
    );
  }
  if (expectedKind === 'svg') {
    const problem: DocumentReason | null =
      content.text === null ? { code: 'svg-not-drawing', facts: { what: 'size' } } : inspectSvg(content.text);
    if (problem !== null) return createRejectedInspection(problem, { ...facts, kind });
  }
  return { state: 'ready', reason: null, warnings: collectWarnings(name, size, largeBytes), kind, ...facts };
}

/** Examines a PDF whose head and end are inconclusive. */
async function examinePdf(
  path: string,
  size: number,
  { watcher, pdfExaminer }: InspectDeps,
): Promise<readonly DocumentWarning[]> {
  if (size > maxExaminedBytes) return [];
  const bytes = Buffer.alloc(size);
  const { file } = await openDocument(path);
  try {
    for (let offset = 0; offset < size; ) {
      const { bytesRead } = await file.read(bytes, offset, Math.min(chunkLength, size - offset), offset);
      if (bytesRead === 0) return [];
      watcher.onProgress();
      offset += bytesRead;
    }
  } finally {
    await file.close();
  }
  watcher.onComputing();
  return pdfExaminer.examine(bytes);
}

/** Returns why a text is not a harmless drawing, or `null` when it is one. */
export function inspectSvg(text: string): DocumentReason | null {
  const finding = inspectDrawing(text);
  if (finding === null) return null;
  const code = finding.kind === 'active' ? 'svg-active' : 'svg-not-drawing';
  return { code, facts: { what: finding.what } };
}
