/**
 * @file Searched texts that are kept for the next search, in a few large pieces of memory: a piece for each text has the
 * collector walk through all of them again and again.
 */

/** Bytes that are taken from the system at once. */
const pieceSize = 16_000_000;

/** A kept text. */
export interface KeptText {
  readonly bytes: Uint8Array;
  /** Folded, without quotes: what is not in there, without its quotes, is in no cell. Otherwise as the file is. */
  readonly folded: boolean;
}

/** Texts by the identifier of their file. */
export interface KeptTexts {
  get(item: string): KeptText | null;
  /** Copies a text; the oldest ones give way when there are too many. One that is larger than all room is not kept. */
  keep(item: string, text: KeptText): void;
}

interface Piece {
  readonly memory: Buffer;
  used: number;
  readonly items: string[];
}

/** Keeps texts of together about `most` bytes. */
export function keepTexts(most: number): KeptTexts {
  const texts = new Map<string, KeptText>();
  /** The latest last; only there is room left. */
  const pieces: Piece[] = [];

  function pieceFor(length: number): Piece {
    const latest = pieces.at(-1);
    if (latest !== undefined && latest.used + length <= latest.memory.length) return latest;
    const piece = { memory: Buffer.allocUnsafeSlow(Math.max(pieceSize, length)), used: 0, items: [] };
    pieces.push(piece);
    let size = pieces.reduce((sum, { memory }) => sum + memory.length, 0);
    while (size > most && pieces.length > 1) {
      const oldest = pieces.shift();
      size -= oldest?.memory.length ?? 0;
      for (const item of oldest?.items ?? []) texts.delete(item);
    }
    return piece;
  }

  return {
    get: (item) => texts.get(item) ?? null,
    keep(item, { bytes, folded }) {
      if (bytes.length > most) return;
      const piece = pieceFor(bytes.length);
      piece.memory.set(bytes, piece.used);
      texts.set(item, { bytes: piece.memory.subarray(piece.used, piece.used + bytes.length), folded });
      piece.used += bytes.length;
      piece.items.push(item);
    },
  };
}
