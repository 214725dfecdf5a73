/** @file Texts packed into numbers of 32 bits, which are hashed and compared four bytes at once. */

/** Number of texts of a batch. */
export const maxBatch = 512;
/** Maximum number of bytes of a text that is compared. */
const maxTextBytes = 256;

const isLetterOrDigit = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a)),
);
const zero = 0x30;
const nine = 0x39;

function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x5bd1e995);
  return mixed ^ (mixed >>> 15);
}

function isDigitAt(bytes: Uint8Array, at: number, end: number): boolean {
  const byte = at < end ? (bytes[at] ?? 0) : 0;
  return byte >= zero && byte <= nine;
}

/** Up to {@link maxBatch} folded texts of rows. */
export class TextBatch {
  /** Four bytes each, the first one lowest; unused bytes of the last word of a text are 0. */
  readonly words = new Int32Array((maxBatch * maxTextBytes) / 4);
  readonly rows = new Int32Array(maxBatch);
  /** First word and number of bytes of each text. */
  readonly starts = new Int32Array(maxBatch);
  readonly lengths = new Int32Array(maxBatch);
  readonly hashes = new Int32Array(maxBatch);
  /** Where separators stood between two digits of a reference: a bit for each number of characters before one, modulo 32. */
  readonly breaks = new Int32Array(maxBatch);
  count = 0;
  #nextWord = 0;

  get isFull(): boolean {
    return this.count === maxBatch;
  }

  clear(): void {
    this.count = 0;
    this.#nextWord = 0;
  }

  /** Adds the bytes of a text. */
  addText(row: number, bytes: Uint8Array, start: number, end: number): void {
    const stop = Math.min(end, start + maxTextBytes);
    const { words } = this;
    let next = this.#nextWord;
    let hash = 0;
    let word = 0;
    let length = 0;
    for (let at = start; at < stop; at += 1) {
      word |= (bytes[at] ?? 0) << ((length & 3) << 3);
      length += 1;
      if ((length & 3) !== 0) continue;
      words[next] = word;
      next += 1;
      hash = mix(hash, word);
      word = 0;
    }
    this.#end(row, next, word, length, hash);
  }

  /**
   * Adds a reference without blanks and separators, and without the zeros that begin its number; adds nothing for a text
   * that is no reference.
   */
  addReference(row: number, bytes: Uint8Array, start: number, end: number): void {
    const stop = Math.min(end, start + maxTextBytes);
    const { words } = this;
    let next = this.#nextWord;
    let hash = 0;
    let word = 0;
    let length = 0;
    let breaks = 0;
    let isAfterDigit = false;
    let isBroken = false;
    for (let at = start; at < stop; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isLetterOrDigit[byte] !== 1) {
        isBroken = true;
        continue;
      }
      const isDigit = byte <= nine;
      if (byte === zero && !isAfterDigit && isDigitAt(bytes, at + 1, stop)) continue;
      if (isBroken && isDigit && isAfterDigit) breaks |= 1 << (length & 31);
      isBroken = false;
      isAfterDigit = isDigit;
      word |= byte << ((length & 3) << 3);
      length += 1;
      if ((length & 3) !== 0) continue;
      words[next] = word;
      next += 1;
      hash = mix(hash, word);
      word = 0;
    }
    if (length === 0) return;
    this.breaks[this.count] = breaks;
    this.#end(row, next, word, length, hash);
  }

  #end(row: number, next: number, word: number, length: number, hash: number): void {
    const at = this.count;
    this.rows[at] = row;
    this.starts[at] = this.#nextWord;
    this.lengths[at] = length;
    if ((length & 3) !== 0) this.words[next] = word;
    this.#nextWord += (length + 3) >> 2;
    const mixed = mix(hash, word ^ length);
    this.hashes[at] = mixed ^ (mixed >>> 13);
    this.count = at + 1;
  }
}
