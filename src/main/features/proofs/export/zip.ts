/**
 * @file Writes a ZIP file as its content arrives. Nothing is compressed: proofs are small, and their bytes stay
 * unchanged. More than 65,535 files, or files beyond 4 GB, use the ZIP64 extension.
 */
import { crc32 } from 'node:zlib';
import type { WritableFile } from '../../../files/saving.ts';

interface ZipWriter {
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

/** Builds the ZIP64 extra field with the offset of a file beyond 4 GB; empty for a smaller offset. */
function buildZip64ExtraField(offset: number): Buffer {
  if (offset < zip64Marker32) return Buffer.alloc(0);
  const field = Buffer.alloc(12);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

/**
 * Builds the ZIP64 end records of a central directory that exceeds the classic limits; empty for any other.
 * `endOffset` is the offset of the records in the file.
 */
function buildZip64End(
  fileCount: number,
  directoryBytes: number,
  directoryOffset: number,
  endOffset: number,
): Buffer {
  if (fileCount < zip64Marker16 && directoryBytes < zip64Marker32 && directoryOffset < zip64Marker32)
    return Buffer.alloc(0);
  const record = Buffer.alloc(76);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(zip64Version, 12);
  record.writeUInt16LE(zip64Version, 14);
  record.writeBigUInt64LE(BigInt(fileCount), 24);
  record.writeBigUInt64LE(BigInt(fileCount), 32);
  record.writeBigUInt64LE(BigInt(directoryBytes), 40);
  record.writeBigUInt64LE(BigInt(directoryOffset), 48);
  record.write('PK\x06\x07', 56, 'latin1');
  record.writeBigUInt64LE(BigInt(endOffset), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

/** Starts a ZIP at the end of a file that already has `existingBytes` bytes. */
export function createZip(file: WritableFile, existingBytes = 0): ZipWriter {
  const directory: Buffer[] = [];
  let offset = existingBytes;
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;

  async function flush(): Promise<void> {
    const chunks = buffered;
    buffered = [];
    bufferedBytes = 0;
    if (chunks.length > 0) await file.writeFile(Buffer.concat(chunks));
  }

  async function write(bytes: Uint8Array): Promise<void> {
    buffered.push(bytes);
    bufferedBytes += bytes.length;
    offset += bytes.length;
    if (bufferedBytes >= writeBufferBytes) await flush();
  }

  return {
    async add(name, bytes) {
      if (bytes.length >= zip64Marker32) throw new RangeError('A file in a ZIP must be smaller than 4 GB');
      const nameBytes = Buffer.from(name);
      const extra = buildZip64ExtraField(offset);
      const commonFields = Buffer.alloc(26);
      commonFields.writeUInt16LE(extra.length === 0 ? zipVersion : zip64Version, 0);
      commonFields.writeUInt16LE(utf8Names, 2);
      commonFields.writeUInt16LE(epochDate, 8);
      commonFields.writeUInt32LE(crc32(bytes), 10);
      commonFields.writeUInt32LE(bytes.length, 14);
      commonFields.writeUInt32LE(bytes.length, 18);
      commonFields.writeUInt16LE(nameBytes.length, 22);
      const fileOffset = offset;
      await write(Buffer.concat([Buffer.from('PK\x03\x04'), commonFields, nameBytes]));
      await write(bytes);
      const directoryEntry = Buffer.from(commonFields);
      directoryEntry.writeUInt16LE(extra.length, 24);
      const entryTail = Buffer.alloc(14);
      entryTail.writeUInt32LE(Math.min(fileOffset, zip64Marker32), 10);
      const signatureAndVersions = Buffer.from(
        extra.length === 0 ? 'PK\x01\x02\x14\x00' : 'PK\x01\x02\x2d\x00',
        'latin1',
      );
      directory.push(Buffer.concat([signatureAndVersions, directoryEntry, entryTail, nameBytes, extra]));
    },
    async finish() {
      const directoryOffset = offset;
      const entries = Buffer.concat(directory);
      const fileCount = directory.length;
      const endRecord = Buffer.alloc(22);
      endRecord.write('PK\x05\x06', 'latin1');
      endRecord.writeUInt16LE(Math.min(fileCount, zip64Marker16), 8);
      endRecord.writeUInt16LE(Math.min(fileCount, zip64Marker16), 10);
      endRecord.writeUInt32LE(Math.min(entries.length, zip64Marker32), 12);
      endRecord.writeUInt32LE(Math.min(directoryOffset, zip64Marker32), 16);
      await write(entries);
      await write(buildZip64End(fileCount, entries.length, directoryOffset, offset));
      await write(endRecord);
      await flush();
    },
  };
}
