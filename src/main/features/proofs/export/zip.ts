/**
 * @file Writes a ZIP file as its content arrives. Nothing is compressed: proofs are small, and their bytes stay
 * unchanged. More than 65,535 files, or files beyond 4 GB, use the ZIP64 extension.
 */
import { crc32 } from 'node:zlib';
import type { WritableFile } from '../../../files/saving.ts';

export interface ZipWriter {
  /** Throws a `RangeError` for a single file of 4 GB or more. */
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Writes the central directory. No file can be added afterwards. */
  finish(): Promise<void>;
}

const utf8Names = 0x0800;
/** 1 January 1980, the earliest date of the format: file times carry no information here. */
const epochDate = 0x0021;
/** Placeholder of a field whose value is in the ZIP64 record. */
const zip64Marker16 = 0xffff;
const zip64Marker32 = 0xffff_ffff;
/** Format versions needed to extract. */
const zipVersion = 20;
const zip64Version = 45;
const writeBufferBytes = 1024 * 1024;

/** The ZIP64 extra field with the offset of a file beyond 4 GB. */
function zip64ExtraField(offset: number): Buffer {
  if (offset < zip64Marker32) return Buffer.alloc(0);
  const field = Buffer.alloc(12);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

/** The ZIP64 end records for a central directory that exceeds the classic limits. `at` is their offset. */
function zip64End(count: number, length: number, start: number, at: number): Buffer {
  if (count < zip64Marker16 && length < zip64Marker32 && start < zip64Marker32) return Buffer.alloc(0);
  const record = Buffer.alloc(76);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(zip64Version, 12);
  record.writeUInt16LE(zip64Version, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(length), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  record.write('PK\x06\x07', 56, 'latin1');
  record.writeBigUInt64LE(BigInt(at), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

/** Starts a ZIP at the end of a file that already has `before` bytes. */
export function createZip(file: WritableFile, before = 0): ZipWriter {
  const directory: Buffer[] = [];
  let at = before;
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;

  async function flush(): Promise<void> {
    const some = buffered;
    buffered = [];
    bufferedBytes = 0;
    if (some.length > 0) await file.writeFile(Buffer.concat(some));
  }

  async function write(bytes: Uint8Array): Promise<void> {
    buffered.push(bytes);
    bufferedBytes += bytes.length;
    at += bytes.length;
    if (bufferedBytes >= writeBufferBytes) await flush();
  }

  return {
    async add(name, bytes) {
      if (bytes.length >= zip64Marker32) throw new RangeError('A file in a ZIP must be smaller than 4 GB');
      const nameBytes = Buffer.from(name);
      const extra = zip64ExtraField(at);
      const common = Buffer.alloc(26);
      common.writeUInt16LE(extra.length === 0 ? zipVersion : zip64Version, 0);
      common.writeUInt16LE(utf8Names, 2);
      common.writeUInt16LE(epochDate, 8);
      common.writeUInt32LE(crc32(bytes), 10);
      common.writeUInt32LE(bytes.length, 14);
      common.writeUInt32LE(bytes.length, 18);
      common.writeUInt16LE(nameBytes.length, 22);
      const place = at;
      await write(Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes]));
      await write(bytes);
      const listed = Buffer.from(common);
      listed.writeUInt16LE(extra.length, 24);
      const tail = Buffer.alloc(14);
      tail.writeUInt32LE(Math.min(place, zip64Marker32), 10);
      const madeBy = Buffer.from(extra.length === 0 ? 'PK\x01\x02\x14\x00' : 'PK\x01\x02\x2d\x00', 'latin1');
      directory.push(Buffer.concat([madeBy, listed, tail, nameBytes, extra]));
    },
    async finish() {
      const start = at;
      const entries = Buffer.concat(directory);
      const count = directory.length;
      const end = Buffer.alloc(22);
      end.write('PK\x05\x06', 'latin1');
      end.writeUInt16LE(Math.min(count, zip64Marker16), 8);
      end.writeUInt16LE(Math.min(count, zip64Marker16), 10);
      end.writeUInt32LE(Math.min(entries.length, zip64Marker32), 12);
      end.writeUInt32LE(Math.min(start, zip64Marker32), 16);
      await write(entries);
      await write(zip64End(count, entries.length, start, at));
      await write(end);
      await flush();
    },
  };
}
