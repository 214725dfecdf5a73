/** @file A packed form of ID sets: a selection of 100,000 rows becomes a message of about 30 kB. */
import { z } from 'zod';

const idsPerBlock = 32;
const maxBlocks = 250_000;

/** Pairs of a block number and 32 bits: bit `n` of block `b` stands for the ID `32 * b + n`. */
export const idSetSchema = z
  .array(z.tuple([z.number().int().min(0), z.number().int().min(0).max(0xffff_ffff)]))
  .max(maxBlocks);

export type IdSet = z.infer<typeof idSetSchema>;

/** Packs positive integers. */
export function packIds(ids: Iterable<number>): IdSet {
  const blocks = new Map<number, number>();
  for (const id of ids) {
    const block = Math.floor(id / idsPerBlock);
    blocks.set(block, (blocks.get(block) ?? 0) | (1 << (id % idsPerBlock)));
  }
  return [...blocks].map(([block, bits]) => [block, bits >>> 0]);
}

/** Returns the IDs of a packed set. */
export function unpackIds(packed: IdSet): number[] {
  const ids: number[] = [];
  for (const [block, bits] of packed) {
    for (let bit = 0; bit < idsPerBlock; bit += 1) {
      if ((bits & (1 << bit)) !== 0) ids.push(block * idsPerBlock + bit);
    }
  }
  return ids;
}
