/**
 * @file Client of the proof reader thread. A proof that crashes the thread is read once more on a new thread. After the
 * second crash the proof is unreadable; later proofs are still read.
 */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import type { TextPages } from '../../../formats/pdf/pages/text-pages.ts';
import type { Clock } from '../../../platform/platform.ts';
import { createGuardedThread } from '../../../workers/guarded-worker.ts';
import { WorkerEndedError } from '../../../workers/protocol.ts';
import type { ProofOrigin } from '../export/proof-origin.ts';
import type { Extraction } from './extraction.ts';
import {
  type ContentForm,
  type ReaderRequest,
  type ReaderResults,
  readerResults,
} from './reader-messages.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface Reader {
  /**
   * Reads a response; `null` when the response is not a JSON object. `beforeAttempt` runs before each of at most two attempts
   * and may prevent the attempt by throwing. Rejects with `proof-unreadable` after the second attempt.
   */
  read(body: Bytes, beforeAttempt: () => Promise<void>): Promise<Extraction | null>;
  /**
   * Returns a response in a form, with its media type. `beforeAttempt` and the errors are those of `read`.
   */
  content(
    body: Bytes,
    form: ContentForm,
    beforeAttempt: () => Promise<void>,
  ): Promise<{ bytes: Bytes; mediaType: string }>;
  /** Combines proofs into one PDF; `omitted` lists those that cannot be pages, by their index. */
  combine(proofs: readonly { origin: ProofOrigin; body: Bytes }[]): Promise<ReaderResults['combine']>;
  /** Sets a text as a PDF; `null` when it has too many pages. */
  renderPages(text: TextPages): Promise<Bytes | null>;
  close(): Promise<void>;
}

/** Crashes or timeouts of the thread after which a proof counts as unreadable. */
export const maxReadings = 2;

const maxMemoryMegabytes = 1_500;
const baseDeadlineMs = 30_000;
const deadlineMsPerMegabyte = 1_000;
const deadlineMsPerBlock = 10;

function computeDeadlineMs(bodies: readonly Bytes[]): number {
  const largest = bodies.reduce((max, { length }) => Math.max(max, length), 0);
  return baseDeadlineMs + Math.ceil(largest / 1_048_576) * deadlineMsPerMegabyte;
}

/** Creates the reader; `entry` is the entry module of the thread. */
export function createReader(entry: URL, clock: Clock): Reader {
  const thread = createGuardedThread({
    entry,
    name: 'proof-reader',
    clock,
    maxMegabytes: maxMemoryMegabytes,
  });

  /** Sends a request about one proof, at most {@link maxReadings} times. */
  async function sendWithRetry(
    request: ReaderRequest & { readonly body: Bytes },
    beforeAttempt: () => Promise<void>,
  ): Promise<unknown> {
    for (let attempt = 1; attempt <= maxReadings; attempt += 1) {
      try {
        return await thread.run(request, computeDeadlineMs([request.body]), beforeAttempt);
      } catch (thrown) {
        if (!(thrown instanceof WorkerEndedError)) throw thrown;
      }
    }
    throw unreadableProof();
  }

  return {
    async read(body, beforeAttempt) {
      return readerResults.read.parse(await sendWithRetry({ kind: 'read', body }, beforeAttempt));
    },
    async content(body, form, beforeAttempt) {
      return readerResults.content.parse(await sendWithRetry({ kind: 'content', body, form }, beforeAttempt));
    },
    async combine(proofs) {
      const crashesByIndex = new Map<number, number>();
      for (;;) {
        const omittedIndexes = [...crashesByIndex]
          .filter(([, crashes]) => crashes >= maxReadings)
          .map(([index]) => index);
        const request = {
          kind: 'combine',
          proofs: [...proofs],
          without: omittedIndexes,
        } satisfies ReaderRequest;
        try {
          const deadlineMs = computeDeadlineMs(proofs.map(({ body }) => body));
          return readerResults.combine.parse(await thread.run(request, deadlineMs));
        } catch (thrown) {
          if (!(thrown instanceof WorkerEndedError)) throw thrown;
          // A crash before the first or after the last proof is not caused by a single proof.
          const step = z.int().catch(-1).parse(thrown.lastProgress);
          const crashes = (crashesByIndex.get(step) ?? 0) + 1;
          if (proofs[step] === undefined && crashes >= maxReadings) throw unreadableProof();
          crashesByIndex.set(step, crashes);
        }
      }
    },
    async renderPages(text) {
      const rows = text.blocks.reduce(
        (sum, block) => sum + (block.is === 'table' ? block.rows.length : 0),
        0,
      );
      const deadlineMs = baseDeadlineMs + (text.blocks.length + rows) * deadlineMsPerBlock;
      const pages = readerResults.pages.parse(await thread.run({ kind: 'pages', text }, deadlineMs));
      return pages?.bytes ?? null;
    },
    close: () => thread.close(),
  };
}

export function unreadableProof(): PaydeskError {
  return new PaydeskError('proof-unreadable', 'A proof crashed the reader thread twice');
}
