/** @file The lists of the files of a pack: checksums in the format of `sha256sum`, and the table for readers. */
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { maxEntries, NameList, PackLimitError } from './pack-limits.ts';
import { isPackPath, sumsPath, toPathKey } from './pack-path.ts';

/** A file and the SHA-256 of its content, in hex. */
interface Checksum {
  readonly path: string;
  readonly sha256: string;
}

const linePattern = /^([0-9a-f]{64}) {2}(.+)$/;

function compareTexts(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0;
}

/** Formats the list: one line per file, sorted by path. */
export function formatSums(files: readonly Checksum[]): string {
  return files
    .toSorted((one, two) => compareTexts(one.path, two.path))
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    .join('');
}

interface ParsedSums {
  /** SHA-256 by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Lines that {@link formatSums} never writes, as `12: …`; at least one if the list has any other form. */
  readonly invalidLines: NameList;
}

/** Maximum length of a line in a message, in characters. */
const maxShownLength = 200;

/** Decodes UTF-8; `null` for other bytes, which would become characters that stand for several of them. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Yields the lines of a text without their line feeds. Throws {@link PackLimitError} after {@link maxEntries} lines. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let count = 0; count === 0 || start < text.length; count += 1) {
    if (count === maxEntries) throw new PackLimitError('The list of checksums has too many lines');
    const end = text.indexOf('\n', start);
    yield text.slice(start, end === -1 ? text.length : end);
    start = end === -1 ? text.length : end + 1;
  }
}

/**
 * Parses a list that may have been altered. A line with an unsafe path is invalid, and its path is never returned. Throws
 * {@link PackLimitError} for more lines than a pack may have files.
 */
export function parseSums(bytes: Uint8Array): ParsedSums {
  const decodedText = decode(bytes);
  const text = decodedText ?? new TextDecoder('latin1').decode(bytes);
  const files = new Map<string, string>();
  const keys = new Set<string>();
  const invalidLines = new NameList();
  let lastPath = '';
  const isComplete = text.endsWith('\n');
  let number = 0;
  for (const line of linesOf(text)) {
    number += 1;
    const [, sha256, path] = linePattern.exec(line) ?? [];
    const isValid =
      sha256 !== undefined &&
      path !== undefined &&
      isPackPath(path) &&
      path !== sumsPath &&
      !keys.has(toPathKey(path)) &&
      path > lastPath;
    if (!isValid) {
      invalidLines.add(`${number}: ${line.slice(0, maxShownLength)}`);
      continue;
    }
    files.set(path, sha256);
    keys.add(toPathKey(path));
    lastPath = path;
  }
  // The end of the list is missing, although its last line looks complete.
  if ((!isComplete || decodedText === null) && invalidLines.total === 0)
    invalidLines.add(`${files.size}: ${lastPath}`);
  return { files, invalidLines };
}

const indexRowSchema = z.tuple([
  z.string(),
  z.string(),
  z.string().regex(/^\d{1,15}$/),
  z.string().regex(/^[0-9a-f]{64}$/),
]);

/** A line of the table. */
export interface IndexedFile {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/**
 * Parses a table that may have been altered; `null` for bytes that are no CSV file. Rows of another form, with an unsafe path
 * or a repeated one are left out.
 */
export function parseIndex(bytes: Uint8Array): ReadonlyMap<string, IndexedFile> | null {
  let rows: unknown[];
  try {
    rows = parse(Buffer.from(bytes), { bom: true, relax_column_count: true, to: maxEntries });
  } catch {
    return null;
  }
  const files = new Map<string, IndexedFile>();
  const repeated = new Set<string>();
  for (const row of rows) {
    const { data } = indexRowSchema.safeParse(row);
    if (data === undefined) continue;
    const [path, , size, sha256] = data;
    if (files.has(path)) repeated.add(path);
    if (isPackPath(path)) files.set(path, { size: Number(size), sha256 });
  }
  for (const path of repeated) files.delete(path);
  return files;
}
