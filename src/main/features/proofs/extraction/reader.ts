/**
 * @file Client of the proof reader thread. A proof that crashes the thread is read once more on a new thread. After the
 * second crash the proof is unreadable; later proofs are still read.
 */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { Clock } from '../../../platform/platform.ts';
import { createGuardedThread } from '../../../workers/guarded-worker.ts';
import { WorkerEndedError } from '../../../workers/protocol.ts';
import type { ProofOrigin } from '../export/proof-origin.ts';
import { type ContentForm, type ReaderRequest, readerResults, type Sheet } from './reader-messages.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type Reader = ReturnType<typeof createReader>;

/** Crashes or timeouts of the thread after which a proof counts as unreadable. */
export const maxReadings = 2;

const maxMemoryMegabytes = 1_500;
const baseDeadlineMs = 30_000;
const deadlineMsPerMegabyte = 1_000;

function computeDeadlineMs(...bodies: readonly Bytes[]): number {
  const length = bodies.reduce((sum, body) => sum + body.length, 0);
  return baseDeadlineMs + Math.ceil(length / 1_048_576) * deadlineMsPerMegabyte;
}

/** Creates the reader; `entry` is the entry module of the thread. */
export function createReader(entry: URL, clock: Clock) {
  const thread = createGuardedThread({
    entry,
    name: 'proof-reader',
    clock,
    maxMegabytes: maxMemoryMegabytes,
  });

  /** Sends a request about one proof, at most {@link maxReadings} times. Then returns `otherwise`, or rejects without it. */
  async function sendWithRetry(
    request: ReaderRequest & { readonly body: Bytes },
    beforeAttempt: () => Promise<void>,
    otherwise?: unknown,
  ): Promise<unknown> {
    for (let attempt = 1; attempt <= maxReadings; attempt += 1) {
      try {
        return await thread.run(request, computeDeadlineMs(request.body), beforeAttempt);
      } catch (thrown) {
        if (!(thrown instanceof WorkerEndedError)) throw thrown;
      }
    }
    if (otherwise !== undefined) return otherwise;
    throw unreadableProof();
  }

  return {
    /**
     * Reads a response; `null` when the response is not a JSON object. `beforeAttempt` runs before each of at most two attempts
     * and may prevent the attempt by throwing. Rejects with `proof-unreadable` after the second attempt.
     */
    async read(body: Bytes, beforeAttempt: () => Promise<void>) {
      return readerResults.read.parse(await sendWithRetry({ kind: 'read', body }, beforeAttempt));
    },
    /**
     * Returns a response in a form, with its media type. `beforeAttempt` and the errors are those of `read`.
     */
    async content(body: Bytes, form: ContentForm, beforeAttempt: () => Promise<void>) {
      return readerResults.content.parse(await sendWithRetry({ kind: 'content', body, form }, beforeAttempt));
    },
    /** Describes a proof as a sheet; one that crashes the thread twice is omitted. */
    async sheet(origin: ProofOrigin, body: Bytes) {
      const sheet = await sendWithRetry({ kind: 'sheet', origin, body }, async () => undefined, {
        is: 'omitted',
        reason: 'unreadable',
      } satisfies Sheet);
      return readerResults.sheet.parse(sheet);
    },
    /** Joins PDFs in order. With a title, the pages get numbers and the file the title. Rejects with `proof-unreadable` when the thread crashes. */
    async join(pdfs: readonly Bytes[], title: string | null) {
      const request = { kind: 'join', pdfs: [...pdfs], title } satisfies ReaderRequest;
      try {
        return readerResults.join.parse(await thread.run(request, computeDeadlineMs(...pdfs))).bytes;
      } catch (thrown) {
        throw thrown instanceof WorkerEndedError ? unreadableProof() : thrown;
      }
    },
    close: () => thread.close(),
  };
}

export function unreadableProof(): PaydeskError {
  return new PaydeskError('proof-unreadable', 'A proof crashed the reader thread twice');
}
