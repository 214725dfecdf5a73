/**
 * @file Reads CSV lists of the clerk in a thread with bounded time and memory, because the files are untrusted. A list
 * is read only on request of the clerk, so failed attempts are not recorded.
 */
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Clock } from '../../platform/platform.ts';
import { createGuardedThread } from '../../workers/guarded-worker.ts';
import { WorkerEndedError } from '../../workers/protocol.ts';
import { type ListKind, listProblemSchema, maxListLines } from './list-protocol.ts';

/**
 * Reads a list and returns the result of the parser for its kind. Throws `file-unreadable`, with the reason for the
 * clerk in `details.message`.
 */
export type ListReader = (kind: ListKind, bytes: AsyncIterable<Uint8Array>) => Promise<unknown>;

/** Maximum size of a list, in megabytes: enough for the maximum number of lines with long paths. */
export const maxListMegabytes = 32;

const maxAttempts = 2;
const deadlineMs = 30_000;
const maxThreadMegabytes = 512;

function createUnreadableError(message: string): PaydeskError {
  return new PaydeskError('file-unreadable', message, { details: { message } });
}

/** Replaces the problem code of the thread with its message for the clerk. */
function addMessage(kind: ListKind, error: PaydeskError): PaydeskError {
  const problem = listProblemSchema.safeParse(error.details['problem']).data;
  if (problem === undefined) return error;
  if (problem === 'too-long') return createUnreadableError(t('listFiles.too-long', { count: maxListLines }));
  return createUnreadableError(
    problem === 'not-csv' ? t('listFiles.not-csv') : t(`listFiles.columns-missing.${kind}`),
  );
}

/** Collects the bytes of a list. Throws `file-unreadable` above {@link maxListMegabytes}. */
async function collectBytes(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of bytes) {
    byteCount += chunk.length;
    if (byteCount > maxListMegabytes * 1_048_576)
      throw createUnreadableError(t('listFiles.too-large', { megabytes: maxListMegabytes }));
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Creates the reader; `entry` is the thread's entry module. Each list is read in a new thread. */
export function createListReader(entry: URL, clock: Clock): ListReader {
  return async (kind, chunks) => {
    const bytes = await collectBytes(chunks);
    for (let attempt = 1; ; attempt += 1) {
      const thread = createGuardedThread({
        entry,
        name: 'list-reader',
        clock,
        maxMegabytes: maxThreadMegabytes,
      });
      try {
        return await thread.run({ kind, bytes }, deadlineMs);
      } catch (thrown) {
        if (thrown instanceof PaydeskError) throw addMessage(kind, thrown);
        if (!(thrown instanceof WorkerEndedError)) throw thrown;
        if (attempt === maxAttempts) throw createUnreadableError(t('listFiles.took-too-long'));
      } finally {
        await thread.close();
      }
    }
  };
}
