/**
 * @file Reads CSV lists of clerks in a thread of its own, whose time and memory are bounded: a list comes from outside. A
 * list is read only when the clerk asks for it, so nothing is written down about one that cannot be read.
 */
import { z } from 'zod';
import { fromWire, PaydeskError, wireErrorSchema } from '../shared/errors.ts';
import { listFileWords } from '../shared/words/lists.ts';
import { createGuardedThread, ThreadEndedError } from './guarded-thread.ts';
import type { Clock } from './platform.ts';

const listKindSchema = z.enum(['address-book', 'manifest']);

export type ListKind = z.infer<typeof listKindSchema>;

/** What the thread is asked. */
export const listRequestSchema = z.object({
  kind: listKindSchema,
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

/** What the thread answers. */
const listReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: wireErrorSchema }),
]);

export type ListReply = z.infer<typeof listReplySchema>;

/**
 * Reads a list, and gives what the module of its kind makes of it. Throws `file-unreadable`; `details.message` says in
 * words why.
 */
export type ListReader = (kind: ListKind, bytes: AsyncIterable<Uint8Array>) => Promise<unknown>;

/** The most megabytes of a list: lines with long paths, as many as a list may have. */
export const maxListMegabytes = 32;
/** The most lines of a list. */
export const maxListLines = 100_000;

const maxTries = 2;
const deadlineMs = 30_000;
const maxMegabytes = 512;

function unreadable(message: string): PaydeskError {
  return new PaydeskError('file-unreadable', message, { details: { message } });
}

/** Throws `file-unreadable` when a list has the most lines already. */
export function checkListLines(lines: number): void {
  if (lines >= maxListLines) throw unreadable(listFileWords.tooLong(maxListLines));
}

/** All bytes, no more than a list may have. */
async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > maxListMegabytes * 1_048_576) throw unreadable(listFileWords.tooLarge(maxListMegabytes));
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/** Creates the reader; `entry` is the thread's module. Each list gets a thread, which ends with it. */
export function createListReader(entry: URL, clock: Clock): ListReader {
  return async (kind, pieces) => {
    const bytes = await collect(pieces);
    for (let tries = 1; ; tries += 1) {
      const thread = createGuardedThread({ entry, name: 'list-reader', clock, maxMegabytes });
      try {
        const reply = listReplySchema.parse(await thread.run({ kind, bytes }, deadlineMs));
        if (reply.ok) return reply.value;
        throw fromWire(reply.error);
      } catch (thrown) {
        if (!(thrown instanceof ThreadEndedError)) throw thrown;
        if (tries === maxTries) throw unreadable(listFileWords.tookTooLong);
      } finally {
        await thread.close();
      }
    }
  };
}
