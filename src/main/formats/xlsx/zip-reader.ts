/**
 * @file Reads a ZIP archive strictly: every entry is listed once, lies apart from the others and has the size and checksum
 * that the directory states. Contents are unpacked as a stream, and never beyond their stated size.
 */
import { crc32, createInflateRaw } from 'node:zlib';
import { workbookError } from './workbook-error.ts';

interface ZipEntry {
  readonly name: string;
  readonly isDeflated: boolean;
  /** Bytes of the packed content. */
  readonly start: number;
  readonly end: number;
  /** Bytes of the unpacked content. */
  readonly size: number;
  readonly checksum: number;
}

export type ZipDirectory = ReadonlyMap<string, ZipEntry>;

/** Maximum number of entries; workbooks have some dozens. */
export const maxEntries = 4_000;

const endSignature = 0x06_05_4b_50;
const directorySignature = 0x02_01_4b_50;
const localSignature = 0x04_03_4b_50;
const endLength = 22;
const directoryEntryLength = 46;
const localHeaderLength = 30;
const maxCommentLength = 0xff_ff;
/** Larger chunks than the default of 16 KB take less time. */
const unpackedChunkBytes = 256 * 1024;
const encryptedFlag = 1;
const methodStored = 0;
const methodDeflated = 8;
/** The value of fields that are only in a ZIP64 record. */
const zip64Count = 0xff_ff;
const zip64Size = 0xff_ff_ff_ff;

/** Start of an encrypted workbook, and of a workbook of Excel 97 to 2003. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

function findEnd(view: DataView): number {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - maxCommentLength); at -= 1)
    if (view.getUint32(at, true) === endSignature && view.getUint16(at + 20, true) === last - at) return at;
  throw workbookError('damaged');
}

function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw workbookError('damaged');
  }
}

/** Returns where the packed content starts, after the header in front of it, which must have the same name. */
function findContent(bytes: Uint8Array, offset: number, name: string): number {
  const view = viewOf(bytes);
  if (offset + localHeaderLength > bytes.length || view.getUint32(offset, true) !== localSignature)
    throw workbookError('damaged');
  const nameEnd = offset + localHeaderLength + view.getUint16(offset + 26, true);
  if (decodeName(bytes.subarray(offset + localHeaderLength, nameEnd)) !== name)
    throw workbookError('damaged');
  return nameEnd + view.getUint16(offset + 28, true);
}

function readEntry(
  bytes: Uint8Array,
  at: number,
): { readonly entry: ZipEntry; readonly offset: number; readonly next: number } {
  const view = viewOf(bytes);
  if (at + directoryEntryLength > bytes.length || view.getUint32(at, true) !== directorySignature)
    throw workbookError('damaged');
  const nameEnd = at + directoryEntryLength + view.getUint16(at + 28, true);
  const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  const [packedSize, size, offset] = [20, 24, 42].map((field) => view.getUint32(at + field, true));
  if (packedSize === undefined || size === undefined || offset === undefined || next > bytes.length)
    throw workbookError('damaged');
  if ([packedSize, size, offset].includes(zip64Size)) throw workbookError('too-large');
  if ((view.getUint16(at + 8, true) & encryptedFlag) !== 0) throw workbookError('protected');
  const method = view.getUint16(at + 10, true);
  if (method !== methodStored && method !== methodDeflated) throw workbookError('damaged');
  const name = decodeName(bytes.subarray(at + directoryEntryLength, nameEnd));
  const start = findContent(bytes, offset, name);
  const isDeflated = method === methodDeflated;
  const checksum = view.getUint32(at + 16, true);
  return { entry: { name, isDeflated, start, end: start + packedSize, size, checksum }, offset, next };
}

/** Lists the entries. Throws `ledger-workbook` for everything that a program could read in another way. */
export function readDirectory(bytes: Uint8Array): ZipDirectory {
  if (compoundFile.every((byte, index) => bytes[index] === byte)) throw workbookError('protected');
  if (bytes.length < endLength) throw workbookError('damaged');
  const view = viewOf(bytes);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const directoryStart = view.getUint32(end + 16, true);
  if (count === zip64Count || directoryStart === zip64Size || count > maxEntries)
    throw workbookError('too-large');
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw workbookError('damaged');
  const entries = new Map<string, ZipEntry>();
  const places: { readonly from: number; readonly to: number }[] = [];
  let at = directoryStart;
  for (let index = 0; index < count; index += 1) {
    const { entry, offset, next } = readEntry(bytes, at);
    // Systems that ignore case would read one of two such entries.
    const key = entry.name.toLowerCase();
    if (entries.has(key)) throw workbookError('damaged');
    entries.set(key, entry);
    places.push({ from: offset, to: entry.end });
    at = next;
  }
  if (at !== end) throw workbookError('damaged');
  requireApart(places, directoryStart);
  return entries;
}

/** Throws unless the entries lie apart from one another and before the directory: overlapping ones multiply their content. */
function requireApart(
  places: readonly { readonly from: number; readonly to: number }[],
  directoryStart: number,
): void {
  let last = 0;
  for (const { from, to } of places.toSorted((one, two) => one.from - two.from)) {
    if (from < last || to > directoryStart) throw workbookError('damaged');
    last = to;
  }
}

/**
 * Yields the content of an entry. Throws `ledger-workbook` when it is larger than `maxBytes`, or not as large as stated, or
 * has another checksum.
 */
export async function* unpack(
  bytes: Uint8Array,
  entry: ZipEntry,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (entry.size > maxBytes) throw workbookError('too-large');
  let size = 0;
  let checksum = 0;
  for await (const chunk of readPacked(bytes.subarray(entry.start, entry.end), entry.isDeflated)) {
    size += chunk.length;
    if (size > entry.size) throw workbookError('damaged');
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (size !== entry.size || checksum !== entry.checksum) throw workbookError('damaged');
}

async function* readPacked(packed: Uint8Array, isDeflated: boolean): AsyncGenerator<Uint8Array> {
  if (!isDeflated) {
    yield packed;
    return;
  }
  const inflate = createInflateRaw({ chunkSize: unpackedChunkBytes });
  inflate.end(packed);
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) yield chunk;
  } catch {
    throw workbookError('damaged');
  } finally {
    inflate.destroy();
  }
}
