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
const zip64EndSignature = 0x06_06_4b_50;
const zip64EndLength = 56;
const zip64LocatorSignature = 0x07_06_4b_50;
const zip64LocatorLength = 20;
const zip64ExtraId = 1;
/** The value of fields whose number is in a ZIP64 record. */
const zip64Count = 0xff_ff;
const zip64Number = 0xff_ff_ff_ff;

/** Start of an encrypted workbook, and of a workbook of Excel 97 to 2003. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

function findEnd(view: DataView): number {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - maxCommentLength); at -= 1)
    if (view.getUint32(at, true) === endSignature && view.getUint16(at + 20, true) === last - at) return at;
  throw workbookError('damaged');
}

const readLarge = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

interface DirectoryPlace {
  /** Number of entries. */
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/** Finds the directory by the record at the end of the archive, and by the ZIP64 record in front of that if there is one. */
function findDirectory(view: DataView): DirectoryPlace {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  const locator = end - zip64LocatorLength;
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw workbookError('damaged');
  if (locator < 0 || view.getUint32(locator, true) !== zip64LocatorSignature) return { count, start, end };
  const record = readLarge(view, locator + 8);
  const isRecord = record + zip64EndLength === locator && view.getUint32(record, true) === zip64EndSignature;
  if (!isRecord || view.getUint32(record + 16, true) !== 0) throw workbookError('damaged');
  const large = { count: readLarge(view, record + 32), start: readLarge(view, record + 48), end: record };
  if (![large.count, zip64Count].includes(count) || ![large.start, zip64Number].includes(start))
    throw workbookError('damaged');
  return large;
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

interface EntryNumbers {
  readonly size: number;
  readonly packedSize: number;
  readonly offset: number;
}

/** Reads the numbers of an entry, which are in its ZIP64 field if 32 bits cannot hold them. */
function readNumbers(view: DataView, at: number, extraStart: number, extraEnd: number): EntryNumbers {
  let field = extraStart;
  while (field + 4 <= extraEnd && view.getUint16(field, true) !== zip64ExtraId)
    field += 4 + view.getUint16(field + 2, true);
  let next = field + 4;
  const read = (place: number): number => {
    const number = view.getUint32(at + place, true);
    if (number !== zip64Number) return number;
    next += 8;
    if (next > extraEnd) throw workbookError('damaged');
    return readLarge(view, next - 8);
  };
  return { size: read(24), packedSize: read(20), offset: read(42) };
}

function readEntry(
  bytes: Uint8Array,
  at: number,
): { readonly entry: ZipEntry; readonly offset: number; readonly next: number } {
  const view = viewOf(bytes);
  if (at + directoryEntryLength > bytes.length || view.getUint32(at, true) !== directorySignature)
    throw workbookError('damaged');
  const nameEnd = at + directoryEntryLength + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const next = extraEnd + view.getUint16(at + 32, true);
  if (next > bytes.length) throw workbookError('damaged');
  const { size, packedSize, offset } = readNumbers(view, at, nameEnd, extraEnd);
  if ((view.getUint16(at + 8, true) & encryptedFlag) !== 0) throw workbookError('protected');
  const method = view.getUint16(at + 10, true);
  if (method !== methodStored && method !== methodDeflated) throw workbookError('damaged');
  const name = decodeName(bytes.subarray(at + directoryEntryLength, nameEnd));
  const start = findContent(bytes, offset, name);
  const isDeflated = method === methodDeflated;
  const checksum = view.getUint32(at + 16, true);
  return { entry: { name, isDeflated, start, end: start + packedSize, size, checksum }, offset, next };
}

/** Lists the entries by their paths in lower case. Throws `ledger-workbook` for everything that a program could read in another way. */
export function readDirectory(bytes: Uint8Array): ZipDirectory {
  if (compoundFile.every((byte, index) => bytes[index] === byte)) throw workbookError('protected');
  if (bytes.length < endLength) throw workbookError('damaged');
  const view = viewOf(bytes);
  const directory = findDirectory(view);
  if (directory.count > maxEntries) throw workbookError('too-large');
  const entries = new Map<string, ZipEntry>();
  const places: { readonly from: number; readonly to: number }[] = [];
  let at = directory.start;
  for (let index = 0; index < directory.count; index += 1) {
    const { entry, offset, next } = readEntry(bytes, at);
    // Some programs separate folders by backslashes. Systems that ignore case would read one of two such entries.
    const key = entry.name.replaceAll('\\', '/').toLowerCase();
    if (entries.has(key)) throw workbookError('damaged');
    entries.set(key, entry);
    places.push({ from: offset, to: entry.end });
    at = next;
  }
  if (at !== directory.end) throw workbookError('damaged');
  requireApart(places, directory.start);
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
