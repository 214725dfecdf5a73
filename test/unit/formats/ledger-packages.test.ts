/** @file Packages of workbooks that are unusual but legal: ZIP64 records, other separators of paths, and other encodings. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { maxEntries, readDirectory, unpack } from '../../../src/main/formats/xlsx/zip-reader.ts';
import { errorOf } from '../../fakes/error-of.ts';
import { convertSheet } from '../../fakes/files/converted-sheet.ts';
import { packParts, workbookParts } from '../../fakes/files/make-workbook.ts';

const parts = workbookParts({ sheets: { Books: '<row><c t="inlineStr"><is><t>Süd</t></is></c></row>' } });
const sheetPath = 'xl/worksheets/sheet0.xml';

async function textOf(bytes: Uint8Array): Promise<string> {
  return (await convertSheet(bytes)).text.trimEnd();
}

const endLength = 22;
const unknown16 = 0xff_ff;
const unknown32 = 0xff_ff_ff_ff;

/** Numbers of a ZIP64 record, which a test may change. */
interface Zip64Record {
  readonly entries?: bigint;
  readonly start?: bigint;
  readonly place?: bigint;
  readonly disk?: number;
  readonly kind?: number;
  /** Bytes between the directory and the record. */
  readonly gap?: number;
  /** Bytes behind the record. */
  readonly behind?: number;
  /** Numbers of the record at the end of the archive. */
  readonly endEntries?: number;
  readonly endStart?: number;
}

/** Moves the numbers of the end of an archive to a ZIP64 record. */
function withZip64End({ gap, behind, ...changed }: Zip64Record = {}): Uint8Array {
  const zeros = (length = 0) => Buffer.alloc(length);
  const bytes = Buffer.from(packParts(parts));
  const end = bytes.subarray(-endLength);
  const directoryEnd = bytes.length - endLength;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(changed.kind ?? 0x06_06_4b_50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeUInt32LE(changed.disk ?? 0, 16);
  const entries = changed.entries ?? BigInt(end.readUInt16LE(10));
  record.writeBigUInt64LE(entries, 24);
  record.writeBigUInt64LE(entries, 32);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
  record.writeBigUInt64LE(changed.start ?? BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07_06_4b_50, 0);
  locator.writeBigUInt64LE(changed.place ?? BigInt(directoryEnd + (gap ?? 0)), 8);
  locator.writeUInt32LE(1, 16);
  const newEnd = Buffer.from(end);
  newEnd.writeUInt16LE(changed.endEntries ?? unknown16, 8);
  newEnd.writeUInt16LE(changed.endEntries ?? unknown16, 10);
  newEnd.writeUInt32LE(unknown32, 12);
  newEnd.writeUInt32LE(changed.endStart ?? unknown32, 16);
  return Uint8Array.from(
    Buffer.concat([bytes.subarray(0, directoryEnd), zeros(gap), record, zeros(behind), locator, newEnd]),
  );
}

/** Moves fields of the sheet's directory entry to its extra field. */
function withZip64Entry(
  fields: readonly (20 | 24 | 42)[],
  change: (value: bigint) => bigint = (v) => v,
): Uint8Array {
  const bytes = Buffer.from(packParts(parts));
  const nameAt = bytes.lastIndexOf(sheetPath);
  const at = nameAt - 46;
  const extra = Buffer.alloc(4 + 8 * fields.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * fields.length, 2);
  // In the order of the standard: size, packed size, place.
  for (const [index, field] of fields.entries()) {
    extra.writeBigUInt64LE(change(BigInt(bytes.readUInt32LE(at + field))), 4 + 8 * index);
    bytes.writeUInt32LE(unknown32, at + field);
  }
  if (fields.length === 0) for (const field of [20, 24, 42]) bytes.writeUInt32LE(unknown32, at + field);
  // Another extra field comes first.
  const other = Buffer.from([0x55, 0x54, 1, 0, 9]);
  bytes.writeUInt16LE(other.length + extra.length, at + 30);
  const nameEnd = nameAt + sheetPath.length;
  const end = Buffer.from(bytes.subarray(-endLength));
  end.writeUInt32LE(end.readUInt32LE(12) + other.length + extra.length, 12);
  return Uint8Array.from(
    Buffer.concat([bytes.subarray(0, nameEnd), other, extra, bytes.subarray(nameEnd, -endLength), end]),
  );
}

const renamed = (rename: (path: string) => string) =>
  packParts(Object.fromEntries(Object.entries(parts).map(([path, content]) => [rename(path), content])));

/** Packs the sheet and the workbook in an encoding. */
function encoded(encoding: 'utf16le' | 'utf16be', mark: string, declared: string): Uint8Array {
  const encode = (content: string) => {
    const bytes = Buffer.from(mark + content.replace('encoding="UTF-8"', declared), 'utf16le');
    return encoding === 'utf16be' ? bytes.swap16() : bytes;
  };
  const paths = [sheetPath, 'xl/workbook.xml'];
  const changed = Object.fromEntries(paths.map((path) => [path, encode(parts[path] ?? '')]));
  return packParts({ ...parts, ...changed });
}

const mark = '\ufeff';

/** Adds a comment to the archive or to the entry of the sheet, or a field in front of the sheet's content. */
function withInserted(at: 'comment' | 'local' | 'directory', inserted: Uint8Array): Uint8Array {
  const bytes = Buffer.from(packParts(parts));
  const end = bytes.length - endLength;
  const local = bytes.indexOf(sheetPath);
  const entry = bytes.lastIndexOf(sheetPath);
  const places: Readonly<Record<typeof at, readonly [place: number, counter: number]>> = {
    comment: [bytes.length, bytes.length - 2],
    local: [local + sheetPath.length, local - 2],
    directory: [entry + sheetPath.length, entry - 14],
  };
  const [place, counter] = places[at];
  bytes.writeUInt16LE(inserted.length, counter);
  if (at === 'directory') bytes.writeUInt32LE(bytes.readUInt32LE(end + 12) + inserted.length, end + 12);
  if (at === 'local') bytes.writeUInt32LE(bytes.readUInt32LE(end + 16) + inserted.length, end + 16);
  return Uint8Array.from(Buffer.concat([bytes.subarray(0, place), inserted, bytes.subarray(place)]));
}

/** Part that no program needs, the last of an archive. */
const sparePath = 'spare';

/** Changes an archive, which has the local header of the part at `local` and its directory entry at `entry`. */
function changed(
  change: (bytes: Buffer, local: number, entry: number) => void,
  path = sheetPath,
  archive = packParts({ ...parts, [sparePath]: '' }),
): Uint8Array {
  const bytes = Buffer.from(archive);
  change(bytes, bytes.indexOf(path) - 30, bytes.lastIndexOf(path) - 46);
  return Uint8Array.from(bytes);
}

/** Moves the last number of a ZIP64 field, which follows 9 bytes, to the comment of its entry. */
function shorten(bytes: Buffer, _: number, entry: number): void {
  bytes.writeUInt16LE(9 + 8, entry + 30);
  bytes.writeUInt16LE(8, entry + 32);
}

/** Moves the first entry of the directory to its end. */
function withOtherOrder(): Uint8Array {
  const bytes = Buffer.from(packParts(parts));
  const end = bytes.length - endLength;
  const first = bytes.readUInt32LE(end + 16);
  const second = first + 46 + bytes.readUInt16LE(first + 28);
  const pieces = [bytes.subarray(0, first), bytes.subarray(second, end), bytes.subarray(first, second)];
  return Uint8Array.from(Buffer.concat([...pieces, bytes.subarray(end)]));
}

/** Adds to a field of the part's directory entry. */
const added = (field: number, value: number, path = sheetPath) =>
  changed((bytes, _, at) => bytes.writeUInt32LE(bytes.readUInt32LE(at + field) + value, at + field), path);
const withField = (field: number, value: number, archive?: Uint8Array) =>
  changed((bytes, _, entry) => bytes.writeUInt32LE(value, entry + field), sheetPath, archive);

const bomb = packParts({ ...parts, [sheetPath]: `<worksheet>${' '.repeat(2_000_000)}</worksheet>` });

/** Packs as many parts. */
function withEntries(count: number): Uint8Array {
  const others = Array.from(
    { length: count - Object.keys(parts).length },
    (_, index) => [`${index}`, ''] as const,
  );
  return packParts({ ...parts, ...Object.fromEntries(others) });
}

/** An end of an archive inside a comment. */
const innerEnd = Buffer.from('504b050600000000000000000000000000000000ffff', 'hex');

describe('a package', () => {
  test.each([
    ['a ZIP64 record at its end', withZip64End()],
    ['ZIP64 sizes and a ZIP64 place', withZip64Entry([24, 20, 42])],
    ['a ZIP64 place', withZip64Entry([42])],
    ['a ZIP64 size', withZip64Entry([24])],
    ['backslashes in its paths', renamed((path) => path.replaceAll('/', '\\'))],
    ['backslashes in some paths', renamed((path) => path.replace('xl/worksheets/', 'xl\\worksheets/'))],
    ['capitals in its paths', renamed((path) => path.toUpperCase())],
    ['UTF-16 parts', encoded('utf16le', mark, 'encoding="UTF-16"')],
    ['UTF-16 parts in the other byte order', encoded('utf16be', mark, 'encoding="utf-16"')],
    ['UTF-16 parts without a byte order mark', encoded('utf16le', '', 'encoding="UTF-16LE"')],
    ['UTF-16 parts that declare no encoding', encoded('utf16be', mark, '')],
    ['UTF-16 parts of the other byte order without a mark', encoded('utf16be', '', 'encoding="UTF-16BE"')],
    ['a comment of the largest size', withInserted('comment', Buffer.alloc(0xff_ff, 'x'))],
    ['the end of an archive in a comment', withInserted('comment', innerEnd)],
    ['a field in front of a content', withInserted('local', Buffer.alloc(9))],
    ['its directory in another order', withOtherOrder()],
    ['as many entries as it may have', withEntries(maxEntries)],
    ['a comment of an entry', withInserted('directory', Buffer.alloc(9))],
    [
      'a part that is not packed',
      zipSync(
        Object.fromEntries(
          Object.entries(parts).map(([path, text]) => [path, [strToU8(text), { level: 0 }]]),
        ),
      ),
    ],
    ['a byte order mark in a part of UTF-8', packParts({ ...parts, [sheetPath]: mark + parts[sheetPath] })],
  ])('with %s is read', async (_, bytes) => {
    expect(await textOf(bytes)).toBe('Süd');
  });

  test.each([
    ['more entries than any workbook', withEntries(maxEntries + 1), 'too-large'],
    ['more entries than any workbook in a ZIP64 record', withZip64End({ entries: 1n << 40n }), 'too-large'],
    ['another number of entries in a ZIP64 record', withZip64End({ entries: 3n }), 'damaged'],
    ['a directory elsewhere by a ZIP64 record', withZip64End({ start: 1n << 60n }), 'damaged'],
    ['a ZIP64 record elsewhere', withZip64End({ place: 4n }), 'damaged'],
    ['a ZIP64 record behind the archive', withZip64End({ place: 1n << 60n }), 'damaged'],
    ['a gap in front of the ZIP64 record', withZip64End({ gap: 4 }), 'damaged'],
    ['a gap behind the ZIP64 record', withZip64End({ behind: 4 }), 'damaged'],
    ['an end that contradicts the ZIP64 record', withZip64End({ endEntries: 3 }), 'damaged'],
    ['a place at the end that contradicts the ZIP64 record', withZip64End({ endStart: 4 }), 'damaged'],
    ['ZIP64 numbers without a field', withZip64Entry([]), 'damaged'],
    ['a ZIP64 number behind its field', changed(shorten, sheetPath, withZip64Entry([24, 20])), 'damaged'],
    ['a ZIP64 record on another disk', withZip64End({ disk: 1 }), 'damaged'],
    ['a ZIP64 size beyond the limit', withZip64Entry([24], () => 1n << 40n), 'too-large'],
    ['a ZIP64 place behind the archive', withZip64Entry([42], () => 1n << 40n), 'damaged'],
    ['a ZIP64 record of another kind', withZip64End({ kind: 1 }), 'damaged'],
    ['bytes behind its end', Uint8Array.from([...packParts(parts), 0]), 'damaged'],
    ['a comment that is cut off', withInserted('comment', Buffer.alloc(9)).subarray(0, -1), 'damaged'],
    [
      'a name that is no UTF-8',
      changed((bytes, local, entry) => {
        for (const place of [local + 30, entry + 46]) bytes.writeUInt8(0xff, place);
      }, sparePath),
      'damaged',
    ],
    ['a content without a header', changed((bytes, local) => bytes.writeUInt8(0, local)), 'damaged'],
    ['an entry without a header', changed((bytes, _, entry) => bytes.writeUInt8(0, entry)), 'damaged'],
    [
      'another way of packing',
      changed((bytes, _, entry) => bytes.writeUInt16LE(12, entry + 10), sparePath),
      'damaged',
    ],
    ['a content that reaches into the directory', added(20, 1, sparePath), 'damaged'],
    ['the first byte of another format', Uint8Array.of(0xd0), 'damaged'],
    ['the first bytes of Excel 97', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'protected'],
    ['an encrypted part', changed((bytes, _, entry) => bytes.writeUInt16LE(1, entry + 8)), 'protected'],
    ['a content that unpacks to more than it states', withField(24, 100, bomb), 'damaged'],
    ['a size beyond the limit', withField(24, 2_000_000_000), 'too-large'],
    ['another checksum', withField(16, 1), 'damaged'],
    ['a smaller packed size', withField(20, 10), 'damaged'],
    ['the place of another entry', withField(42, 0), 'damaged'],
    ['a place behind the archive', withField(42, 4_000_000_000), 'damaged'],
    ['a larger size than its content has', added(24, 10), 'damaged'],
    ['an entry that overlaps the next one', added(20, 20), 'damaged'],
    [
      'another name in front of a content',
      changed((bytes, local) => bytes.fill('y', local + 30, local + 31)),
      'damaged',
    ],
    [
      'a gap behind its directory',
      Buffer.concat([bomb.subarray(0, -22), Buffer.alloc(4), bomb.subarray(-22)]),
      'damaged',
    ],
    ['another disk', changed((bytes) => bytes.writeUInt16LE(1, bytes.length - 18)), 'damaged'],
    ['other entries on this disk', changed((bytes) => bytes.writeUInt16LE(1, bytes.length - 14)), 'damaged'],
    [
      'a content that is no packed one',
      changed((bytes, local) =>
        bytes.fill(0xff, local + 30 + sheetPath.length, local + 40 + sheetPath.length),
      ),
      'damaged',
    ],
    [
      'two parts that only differ in case and separator',
      packParts({ ...parts, 'a/b': '', 'A\\B': '' }),
      'damaged',
    ],
    ['UTF-16 that declares UTF-8', encoded('utf16le', mark, 'encoding="UTF-8"'), 'damaged'],
    [
      'half a character of UTF-16',
      packParts({ ...parts, [sheetPath]: Buffer.from([0xff, 0xfe, 0x3c]) }),
      'damaged',
    ],
  ])('with %s is refused', async (_, bytes, problem) => {
    expect(await errorOf(textOf(bytes))).toMatchObject({ code: 'ledger-workbook', details: { problem } });
  });
});

test('no more of a content is unpacked than its directory states, in time and in memory', async () => {
  const bytes = changed((archive, _, entry) => archive.writeUInt32LE(4, entry + 24));
  const entry = readDirectory(bytes).get(sheetPath);
  if (entry === undefined) throw new Error('The sheet is not in the directory');
  const unpackAll = async (maxBytes: number) => {
    for await (const chunk of unpack(bytes, entry, maxBytes)) expect(chunk.length).toBeLessThan(5);
  };
  for (const [maxBytes, problem] of [
    [3, 'too-large'],
    [4, 'damaged'],
  ] as const)
    expect((await errorOf(unpackAll(maxBytes))).details['problem']).toBe(problem);
});
