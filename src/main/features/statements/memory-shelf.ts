/** @file A shelf that lasts as long as the program: nothing of it ever reaches the disk. */
import { createHash, randomUUID } from 'node:crypto';
import { PaydeskError } from '../../../shared/errors.ts';
import type { StatementShelf } from './shelf.ts';

/** Creates an empty shelf in memory. */
export function createMemoryShelf(): StatementShelf {
  const files = new Map<string, Uint8Array>();
  function fileOf(item: string): Uint8Array {
    const bytes = files.get(item);
    if (bytes === undefined) throw new PaydeskError('statement-not-stored', 'The file is not on the shelf');
    return bytes;
  }
  return {
    async put(_about, pieces) {
      const hash = createHash('sha256');
      const parts: Uint8Array[] = [];
      for await (const piece of pieces) {
        hash.update(piece);
        parts.push(piece);
      }
      const bytes = Buffer.concat(parts);
      const item = randomUUID();
      files.set(item, bytes);
      return { item, size: bytes.length, sha256: hash.digest('hex') };
    },
    items: async () => new Set(files.keys()),
    readAll: async (item) => fileOf(item),
    grant: async (item) => ({ kind: 'bytes', bytes: fileOf(item) }),
  };
}
