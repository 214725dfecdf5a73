/**
 * @file Searched texts that are kept for the next search, in a few large pieces of memory: a piece for each text has the
 * collector walk through all of them again and again.
 */
import { createTextMemory, type TextMemory } from './text-memory.ts';

/** Bytes that are taken from the system at once. */
const pieceSize = 16_000_000;

/** A kept text. */
export interface CachedText {
  readonly bytes: Uint8Array;
  /** Folded, without quotes: what is not in there, without its quotes, is in no cell. Otherwise as the file is. */
  readonly folded: boolean;
}

/** A kept text where it lies, until the next one is kept: then another one may take its place. */
export interface FoundText extends CachedText {
  /** Whether bytes, at least one, stand anywhere in it. */
  includes(needle: Uint8Array): boolean;
}

/** Texts by the identifier of their file. */
export interface TextCache {
  get(item: string): FoundText | null;
  /** Copies a text; the oldest ones give way when there are too many. One that is larger than all room is not kept. */
  keep(item: string, text: CachedText): void;
}

interface Piece {
  readonly memory: TextMemory;
  used: number;
  readonly items: string[];
}

const capacityOf = ({ memory }: Piece) => memory.bytes.length;

/** Keeps texts of together about `most` bytes. */
export function createTextCache(most: number): TextCache {
  const texts = new Map<string, FoundText>();
  /** The latest last; only there is room left. */
  const pieces: Piece[] = [];

  function pieceFor(length: number): Piece {
    const latest = pieces.at(-1);
    if (latest !== undefined && latest.used + length <= capacityOf(latest)) return latest;
    const capacity = Math.max(pieceSize, length);
    let size = pieces.reduce((sum, piece) => sum + capacityOf(piece), capacity);
    let memory: TextMemory | null = null;
    while (size > most) {
      const oldest = pieces.shift();
      if (oldest === undefined) break;
      size -= capacityOf(oldest);
      for (const item of oldest.items) texts.delete(item);
      // The collector does not see how large it is.
      if (capacityOf(oldest) === capacity) ({ memory } = oldest);
    }
    const piece = { memory: memory ?? createTextMemory(capacity), used: 0, items: [] };
    pieces.push(piece);
    return piece;
  }

  return {
    get: (item) => texts.get(item) ?? null,
    keep(item, { bytes, folded }) {
      if (bytes.length > most) return;
      const piece = pieceFor(bytes.length);
      const { memory, used: from } = piece;
      const to = from + bytes.length;
      memory.bytes.set(bytes, from);
      texts.set(item, {
        bytes: memory.bytes.subarray(from, to),
        folded,
        includes: (needle) => memory.includes(needle, from, to),
      });
      piece.used = to;
      piece.items.push(item);
    },
  };
}
