/**
 * @file The part of the activity that belongs to a pack, as a hash chain. Each line is a JSON object with the number and
 * hash of an entry. The line of an included entry has also `text`: its hash is the SHA-256 of the hash of the line before
 * and this text. The first line is the entry before the first included one; left-out entries in between have no text.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ChainCheck } from '../../../shared/model/evidence.ts';

const chainEntrySchema = z.strictObject({
  number: z.number().int().min(0),
  hash: z.string(),
  /** The hashed fields of an included entry as a JSON array; absent when the entry is left out. */
  text: z.string().optional(),
});

/** One line of the excerpt. */
type ChainEntry = z.infer<typeof chainEntrySchema>;

/** Maximum length of a line, in bytes. Requests for statements have the longest entries. */
const maxLineBytes = 1_000_000;

/** Formats one line. */
export function formatChainLine({ number, hash, text }: ChainEntry): string {
  return `${JSON.stringify({ number, hash, ...(text === undefined ? {} : { text }) })}\n`;
}

function parseLine(line: string): ChainEntry | null {
  try {
    const entry = chainEntrySchema.parse(JSON.parse(line));
    return formatChainLine(entry) === `${line}\n` ? entry : null;
  } catch {
    return null;
  }
}

/** Returns whether an entry follows from the line before; the first line has no text and follows from nothing. */
function follows({ number, hash, text }: ChainEntry, previous: ChainEntry | null): boolean {
  if (previous === null) return text === undefined;
  if (number !== previous.number + 1) return false;
  return text === undefined || hash === createHash('sha256').update(previous.hash).update(text).digest('hex');
}

/** Verifies an excerpt that may have been altered, as its bytes arrive. */
export class ChainVerifier {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #unread = '';
  #lines = 0;
  #included = 0;
  #previous: ChainEntry | null = null;
  #broken: Extract<ChainCheck, { state: 'broken' }> | null = null;

  push(bytes: Uint8Array): void {
    if (this.#broken !== null) return;
    const lines = (this.#unread + this.#decoder.decode(bytes, { stream: true })).split('\n');
    this.#unread = lines.pop() ?? '';
    for (const line of lines) this.#verify(line);
    if (this.#unread.length > maxLineBytes) this.#break(null);
  }

  /** Returns the result after the last bytes. */
  end(): ChainCheck {
    this.#unread += this.#decoder.decode();
    if (this.#unread !== '') this.#break(null);
    return this.#broken ?? { state: 'intact', entries: this.#included };
  }

  #verify(line: string): void {
    if (this.#broken !== null) return;
    this.#lines += 1;
    const entry = parseLine(line);
    if (entry === null || !follows(entry, this.#previous)) {
      this.#break(entry?.number ?? null, this.#lines);
      return;
    }
    if (entry.text !== undefined) this.#included += 1;
    this.#previous = entry;
  }

  #break(entry: number | null, line = this.#lines + 1): void {
    this.#broken ??= { state: 'broken', line, entry };
  }
}
