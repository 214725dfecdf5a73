/**
 * @file Caches searched texts for the next search in a few large blocks of memory. One block for each text would slow
 * down garbage collection.
 */
import { createTextMemory, type TextMemory } from '../kernel/text-memory.ts';

/** Size of a block in bytes. */
const blockSize = 16_000_000;

/** A cached text. */
export interface CachedText {
  readonly bytes: Uint8Array;
  /** True for folded text without quotes: a needle that the text does not contain is in no cell. False for the original bytes. */
  readonly folded: boolean;
}

/** A text in the cache's memory; invalid once another text is added, which may overwrite it. */
export interface FoundText extends CachedText {
  /**
   * True if the text contains the needle, which has at least one byte. `accept` may reject an occurrence by its offset in
   * the text.
   */
  includes(needle: Uint8Array, accept?: (text: Uint8Array, at: number) => boolean): boolean;
}

interface Block {
  readonly memory: TextMemory;
  used: number;
  readonly items: string[];
}

const capacityOf = ({ memory }: Block) => memory.bytes.length;

/** Creates a cache of about `maxBytes` bytes. */
export function createTextCache(maxBytes: number) {
  const texts = new Map<string, FoundText>();
  /** Oldest first; only the last block has space left. */
  const blocks: Block[] = [];

  function blockFor(length: number): Block {
    const lastBlock = blocks.at(-1);
    if (lastBlock !== undefined && lastBlock.used + length <= capacityOf(lastBlock)) return lastBlock;
    const capacity = Math.max(blockSize, length);
    let totalBytes = blocks.reduce((sum, block) => sum + capacityOf(block), capacity);
    let memory: TextMemory | null = null;
    while (totalBytes > maxBytes) {
      const oldest = blocks.shift();
      if (oldest === undefined) break;
      totalBytes -= capacityOf(oldest);
      for (const item of oldest.items) texts.delete(item);
      // The memory is reused: the garbage collector does not know its size and would free it late.
      if (capacityOf(oldest) === capacity) ({ memory } = oldest);
    }
    const block = { memory: memory ?? createTextMemory(capacity), used: 0, items: [] };
    blocks.push(block);
    return block;
  }

  return {
    get: (item: string) => texts.get(item) ?? null,
    /** Copies a text into the cache and evicts the oldest texts if necessary. A text larger than the cache is ignored. */
    keep(item: string, { bytes, folded }: CachedText) {
      if (bytes.length > maxBytes) return;
      const block = blockFor(bytes.length);
      const { memory, used: from } = block;
      const to = from + bytes.length;
      memory.bytes.set(bytes, from);
      const text = memory.bytes.subarray(from, to);
      texts.set(item, {
        bytes: text,
        folded,
        includes(needle, accept = () => true) {
          let at = memory.seek(needle, from, to);
          while (at >= 0 && !accept(text, at - from)) at = memory.seek(needle, at + 1, to);
          return at >= 0;
        },
      });
      block.used = to;
      block.items.push(item);
    },
  };
}
