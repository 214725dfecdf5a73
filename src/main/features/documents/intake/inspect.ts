/** @file Checks one file: name, extension, content, and its SHA-256, from one reading of its bytes. */
import { createHash } from 'node:crypto';
import { type FileHandle, stat } from 'node:fs/promises';
import {
  type AllowedExtension,
  type ContentKind,
  type DocumentReason,
  type DocumentWarning,
  extensionOf,
  isAllowedExtension,
} from '../../../../shared/model/document.ts';
import { directionMarks, hasInvisible } from '../../../../shared/model/hidden-characters.ts';
import { headLength, kindOfExtension, kindOfHead, kindToTell, markEncoding } from './content.ts';
import { listReason } from './lists.ts';
import { openDocument } from './open.ts';
import { pieceLength, type Watcher } from './read.ts';
import { reasonAt, waitsForFile } from './reasons.ts';
import { inspectSvg } from './svg.ts';
import { namesIn } from './walk.ts';

/** What a check found. */
export interface Inspection {
  readonly state: 'ready' | 'rejected' | 'excluded' | 'waiting-for-file';
  readonly reason: DocumentReason | null;
  readonly warnings: DocumentWarning[];
  readonly kind: ContentKind | null;
  /** Bytes. */
  readonly size: number | null;
  /** Time of the last change in milliseconds since 1970. */
  readonly modifiedAt: number | null;
  /** Hexadecimal. */
  readonly sha256: string | null;
}

/** Larger drawings are rejected rather than parsed: no scan is an SVG of this size. */
const largestSvg = 32 * 1024 * 1024;
const readingTries = 3;

function rejected(reason: DocumentReason, facts: Partial<Inspection> = {}): Inspection {
  const state = waitsForFile(reason) ? 'waiting-for-file' : 'rejected';
  return { state, reason, warnings: [], kind: null, size: null, modifiedAt: null, sha256: null, ...facts };
}

/** Checks a file. `largeBytes` is the size above which a warning is given. Never rejects. */
export async function inspect(
  path: string,
  name: string,
  largeBytes: number,
  watcher: Watcher,
): Promise<Inspection> {
  const nameProblem = checkName(name);
  if (nameProblem !== null) return rejected(nameProblem);
  const extension = extensionOf(name);
  if (!isAllowedExtension(extension)) {
    if (await isFolder(path)) return rejected(await folderReason(path));
    const list = await listReason(path, extension, watcher);
    if (list !== null) return { ...rejected(list), state: 'excluded' };
    const code = extension === '' ? 'extension-missing' : 'extension-not-allowed';
    return rejected({ code, facts: { extension } });
  }
  try {
    for (let attempt = 1; attempt <= readingTries; attempt += 1) {
      const read = await readWhole(path, extension === 'svg', watcher);
      if (extension === 'svg') watcher.onComputing();
      if (read !== null) return judge(read, extension, name, largeBytes);
    }
    // Somebody is still writing it.
    return rejected({ code: 'file-locked', facts: {} });
  } catch (thrown) {
    const reason = await reasonAt(path, thrown);
    return rejected(reason.code === 'is-folder' ? await folderReason(path) : reason);
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  );
}

async function folderReason(path: string): Promise<DocumentReason> {
  const names = await namesIn(path).catch(() => []);
  return { code: 'is-folder', facts: { files: names.length } };
}

/** Control characters cannot be shown, and a backslash separates folders elsewhere. */
function checkName(name: string): DocumentReason | null {
  return /[\p{Cc}\\]/u.test(name) ? { code: 'name-not-allowed', facts: {} } : null;
}

function warningsOf(name: string, size: number, largeBytes: number): DocumentWarning[] {
  const warnings: DocumentWarning[] = [];
  if (size > largeBytes) warnings.push('large');
  if (directionMarks.test(name)) warnings.push('name-direction');
  if (hasInvisible(name)) warnings.push('name-hidden');
  if (new TextEncoder().encode(name).length > 200) warnings.push('name-long');
  return warnings;
}

interface Reading {
  readonly size: number;
  readonly modifiedAt: number;
  readonly sha256: string;
  readonly head: Uint8Array;
  /** The whole text, when it was asked for and is not too long. */
  readonly text: string | null;
}

function judge(read: Reading, extension: AllowedExtension, name: string, largeBytes: number): Inspection {
  const { size, modifiedAt, sha256 } = read;
  const facts = { size, modifiedAt, sha256 };
  if (size === 0) return rejected({ code: 'empty-file', facts: {} }, { size, modifiedAt });
  const kind = kindOfHead(read.head);
  const promised = kindOfExtension[extension];
  if (kind !== promised) {
    const found = kindToTell(read.head);
    return rejected({ code: 'content-differs', facts: { extension, found } }, { ...facts, kind: found });
  }
  if (promised === 'svg') {
    const problem: DocumentReason | null =
      read.text === null ? { code: 'svg-not-drawing', facts: { what: 'size' } } : inspectSvg(read.text);
    if (problem !== null) return rejected(problem, { ...facts, kind });
  }
  return { state: 'ready', reason: null, warnings: warningsOf(name, size, largeBytes), kind, ...facts };
}

/** Reads and hashes a file; `null` when it changed under the reading. */
async function readWhole(path: string, keepText: boolean, { onProgress }: Watcher): Promise<Reading | null> {
  const file = await openDocument(path);
  try {
    const before = await file.stat();
    const hash = createHash('sha256');
    const kept: Uint8Array[] = [];
    const keepLength = keepText && before.size <= largestSvg ? before.size : headLength;
    let length = 0;
    for await (const chunk of chunksOf(file, Math.min(pieceLength, Math.max(before.size, 1)))) {
      onProgress();
      hash.update(chunk);
      if (length < keepLength) kept.push(Uint8Array.from(chunk.subarray(0, keepLength - length)));
      length += chunk.length;
      if (length > before.size) return null;
    }
    const after = await file.stat();
    if (length !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs) return null;
    const bytes = Buffer.concat(kept);
    return {
      size: length,
      modifiedAt: after.mtimeMs,
      sha256: hash.digest('hex'),
      head: bytes.subarray(0, headLength),
      text: keepText && before.size <= largestSvg ? new TextDecoder(markEncoding(bytes)).decode(bytes) : null,
    };
  } finally {
    await file.close();
  }
}

/** The bytes of a file in order. Each chunk is valid until the next one is asked for. */
async function* chunksOf(file: FileHandle, length: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(length);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, length);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
