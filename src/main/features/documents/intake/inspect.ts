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
import { inspectDrawing } from '../../../svg-content.ts';
import { detectEncoding, headLength, kindOfExtension, kindOfHead, kindToReport } from './content.ts';
import { JpegStructure } from './jpeg-structure.ts';
import { listReason } from './lists.ts';
import type { Inspection } from './messages.ts';
import { openDocument } from './open.ts';
import { maxExaminedBytes, type PdfExaminer } from './pdf-examiner.ts';
import { PdfStructure } from './pdf-structure.ts';
import { PngStructure } from './png-structure.ts';
import { reasonAt, waitsForFile } from './reasons.ts';
import { chunkLength, type Watcher } from './reread.ts';
import type { Peek, StructureCheck } from './structure.ts';
import { listNames } from './walk.ts';

const structures: Readonly<Record<ContentKind, (() => StructureCheck) | null>> = {
  pdf: () => new PdfStructure(),
  png: () => new PngStructure(),
  jpeg: () => new JpegStructure(),
  svg: null,
  other: null,
};

/** Creates the check for a kind of file; `null` when there is none. */
function structureOf(kind: ContentKind): StructureCheck | null {
  return structures[kind]?.() ?? null;
}

/** Bytes above which a name gets a warning: some file systems cut longer names. */
const maxNameBytes = 200;
/** Larger drawings are rejected without being parsed: no scan is an SVG of this size. */
const maxSvgBytes = 32 * 1024 * 1024;
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
      const content = await readAndHash(path, kindOfExtension[extension], watcher);
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
  if (new TextEncoder().encode(name).length > maxNameBytes) warnings.push('name-long');
  return warnings;
}

interface FileContent {
  readonly size: number;
  readonly modifiedAt: number;
  readonly sha256: string;
  readonly head: Uint8Array;
  /** The whole text, if requested and not too long. */
  readonly text: string | null;
  readonly defects: readonly DocumentWarning[] | 'doubtful';
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

/** Reads and hashes a file; `null` when the file changed during the read. */
async function readAndHash(
  path: string,
  expectedKind: ContentKind,
  { onProgress }: Watcher,
): Promise<FileContent | null> {
  const shouldKeepText = expectedKind === 'svg';
  const structure = structureOf(expectedKind);
  const file = await openDocument(path);
  try {
    const statusBefore = await file.stat();
    const hash = createHash('sha256');
    const textChunks: Uint8Array[] = [];
    const maxTextBytes = shouldKeepText && statusBefore.size <= maxSvgBytes ? statusBefore.size : headLength;
    let length = 0;
    let lastChunk: Buffer = Buffer.alloc(0);
    for await (const chunk of readChunks(file, Math.min(chunkLength, Math.max(statusBefore.size, 1)))) {
      onProgress();
      hash.update(chunk);
      if (length < maxTextBytes) textChunks.push(Uint8Array.from(chunk.subarray(0, maxTextBytes - length)));
      structure?.add(chunk);
      lastChunk = chunk;
      length += chunk.length;
      if (length > statusBefore.size) return null;
    }
    const peek: Peek = async (position, bytes) => {
      const start = length - lastChunk.length;
      // The end of a small file is still in memory.
      if (position >= start) return lastChunk.subarray(position - start, position - start + bytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, position);
      return buffer.subarray(0, bytesRead);
    };
    const structureResult = length === 0 || structure === null ? 'sound' : await structure.finish(peek);
    const statusAfter = await file.stat();
    if (
      length !== statusBefore.size ||
      statusAfter.size !== statusBefore.size ||
      statusAfter.mtimeMs !== statusBefore.mtimeMs
    )
      return null;
    const bytes = Buffer.concat(textChunks);
    return {
      size: length,
      modifiedAt: statusAfter.mtimeMs,
      sha256: hash.digest('hex'),
      head: bytes.subarray(0, headLength),
      defects:
        structureResult === 'sound'
          ? []
          : structureResult === 'doubtful'
            ? structureResult
            : [structureResult],
      text:
        shouldKeepText && statusBefore.size <= maxSvgBytes
          ? new TextDecoder(detectEncoding(bytes)).decode(bytes)
          : null,
    };
  } finally {
    await file.close();
  }
}

/** Examines a PDF whose head and end are inconclusive. */
async function examinePdf(
  path: string,
  size: number,
  { watcher, pdfExaminer }: InspectDeps,
): Promise<readonly DocumentWarning[]> {
  if (size > maxExaminedBytes) return [];
  const bytes = Buffer.alloc(size);
  const file = await openDocument(path);
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

/** Reads a file in chunks. A chunk is valid until the next one is requested. */
async function* readChunks(file: FileHandle, length: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, length);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Returns why a text is not a harmless drawing, or `null` when it is one. */
export function inspectSvg(text: string): DocumentReason | null {
  const finding = inspectDrawing(text);
  if (finding === null) return null;
  const code = finding.kind === 'active' ? 'svg-active' : 'svg-not-drawing';
  return { code, facts: { what: finding.what } };
}
