/** @file Writes a ZIP file as its content comes, without compressing: proofs are small, and stay as they are. */
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** A ZIP file that is being written. */
export interface ZipWriter {
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Writes the table of contents; nothing can be added afterwards. */
  finish(): Promise<void>;
}

const utf8Names = 0x0800;
/** 1 January 1980, the first date that the format knows: the time of a proof is in its list, not in its file. */
const noDate = 0x0021;
/** Sizes and places are numbers of 32 bits. */
const largest = 0xffff_ffff;

/** Begins a ZIP in an empty file. */
export function createZip(file: FileHandle): ZipWriter {
  const directory: Buffer[] = [];
  let at = 0;

  async function write(bytes: Uint8Array): Promise<void> {
    await file.writeFile(bytes);
    at += bytes.length;
    if (at > largest) throw new RangeError('A ZIP of this form ends at 4 GB');
  }

  return {
    async add(name, bytes) {
      const nameBytes = Buffer.from(name);
      const common = Buffer.alloc(26);
      common.writeUInt16LE(20, 0);
      common.writeUInt16LE(utf8Names, 2);
      common.writeUInt16LE(noDate, 8);
      common.writeUInt32LE(crc32(bytes), 10);
      common.writeUInt32LE(bytes.length, 14);
      common.writeUInt32LE(bytes.length, 18);
      common.writeUInt16LE(nameBytes.length, 22);
      const place = at;
      await write(Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes]));
      await write(bytes);
      const tail = Buffer.alloc(14);
      tail.writeUInt32LE(place, 10);
      directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, nameBytes]));
    },
    async finish() {
      const start = at;
      const entries = Buffer.concat(directory);
      const end = Buffer.alloc(22);
      end.write('PK\x05\x06', 'latin1');
      end.writeUInt16LE(directory.length, 8);
      end.writeUInt16LE(directory.length, 10);
      end.writeUInt32LE(entries.length, 12);
      end.writeUInt32LE(start, 16);
      await write(Buffer.concat([entries, end]));
    },
  };
}
