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

const decoder = new TextDecoder('utf-8', { fatal: true });

function findEnd(bytes: Buffer): number {
  const last = bytes.length - endLength;
  for (let at = last; at >= last - maxCommentLength; at -= 1)
    if (bytes.readUInt32LE(at) === endSignature && bytes.readUInt16LE(at + 20) === last - at) return at;
  throw workbookError('damaged');
}

const readLarge = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at));

interface DirectoryPlace {
  /** Number of entries. */
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/** Finds the directory by the record at the end of the archive, and by the ZIP64 record in front of that if there is one. */
function findDirectory(bytes: Buffer): DirectoryPlace {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const start = bytes.readUInt32LE(end + 16);
  const locator = end - zip64LocatorLength;
  if (bytes.readUInt16LE(end + 4) !== 0 || bytes.readUInt16LE(end + 8) !== count)
    throw workbookError('damaged');
  if (bytes.readUInt32LE(locator) !== zip64LocatorSignature) return { count, start, end };
  const record = readLarge(bytes, locator + 8);
  const isRecord = record + zip64EndLength === locator && bytes.readUInt32LE(record) === zip64EndSignature;
  if (!isRecord || bytes.readUInt32LE(record + 16) !== 0) throw workbookError('damaged');
  const large = { count: readLarge(bytes, record + 32), start: readLarge(bytes, record + 48), end: record };
  if (![large.count, zip64Count].includes(count) || ![large.start, zip64Number].includes(start))
    throw workbookError('damaged');
  return large;
}

/** Returns where the packed content starts, after the header in front of it, which must have the same name. */
function findContent(bytes: Buffer, offset: number, name: Buffer): number {
  const nameEnd = offset + localHeaderLength + bytes.readUInt16LE(offset + 26);
  const isSame = bytes.subarray(offset + localHeaderLength, nameEnd).equals(name);
  if (bytes.readUInt32LE(offset) !== localSignature || !isSame) throw workbookError('damaged');
  return nameEnd + bytes.readUInt16LE(offset + 28);
}

/** Reads the numbers of an entry, which are in its ZIP64 field if 32 bits cannot hold them. */
function readNumbers(bytes: Buffer, at: number, extraStart: number, extraEnd: number) {
  let field = extraStart;
  while (field < extraEnd && bytes.readUInt16LE(field) !== zip64ExtraId)
    field += 4 + bytes.readUInt16LE(field + 2);
  let next = field + 4;
  const read = (place: number): number => {
    const number = bytes.readUInt32LE(at + place);
    if (number !== zip64Number) return number;
    next += 8;
    if (next > extraEnd) throw workbookError('damaged');
    return readLarge(bytes, next - 8);
  };
  return { size: read(24), packedSize: read(20), offset: read(42) };
}

function readEntry(
  bytes: Buffer,
  at: number,
): { readonly entry: ZipEntry; readonly offset: number; readonly next: number } {
  if (bytes.readUInt32LE(at) !== directorySignature) throw workbookError('damaged');
  const nameEnd = at + directoryEntryLength + bytes.readUInt16LE(at + 28);
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
  const next = extraEnd + bytes.readUInt16LE(at + 32);
  const { size, packedSize, offset } = readNumbers(bytes, at, nameEnd, extraEnd);
  if ((bytes.readUInt16LE(at + 8) & encryptedFlag) !== 0) throw workbookError('protected');
  const method = bytes.readUInt16LE(at + 10);
  if (method !== methodStored && method !== methodDeflated) throw workbookError('damaged');
  const name = bytes.subarray(at + directoryEntryLength, nameEnd);
  const start = findContent(bytes, offset, name);
  const isDeflated = method === methodDeflated;
  const checksum = bytes.readUInt32LE(at + 16);
  const entry = { name: decoder.decode(name), isDeflated, start, end: start + packedSize, size, checksum };
  return { entry, offset, next };
}

function readEntries(bytes: Buffer): ZipDirectory {
  const directory = findDirectory(bytes);
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

/** Lists the entries by their paths in lower case. Throws `ledger-workbook` for everything that a program could read in another way. */
export function readDirectory(bytes: Uint8Array): ZipDirectory {
  if (compoundFile.every((byte, index) => bytes[index] === byte)) throw workbookError('protected');
  try {
    return readEntries(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  } catch (thrown) {
    // A place outside of the archive, or a name that is no UTF-8.
    if (thrown instanceof RangeError || thrown instanceof TypeError) throw workbookError('damaged');
    throw thrown;
  }
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
  }
}
