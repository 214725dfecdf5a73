/** @file Main's side of the thread that reads proofs. It is started at the first proof, and again after it broke. */
import { Worker } from 'node:worker_threads';
import { PaydeskError } from '../../../../shared/errors.ts';
import { type ReaderReply, type ReaderRequest, readerReplySchema } from './messages.ts';
import type { Reading } from './reading.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Ask = ReaderRequest extends infer Request
  ? Request extends { id: number }
    ? Omit<Request, 'id'>
    : never
  : never;

/** Reads proofs. Bytes that are given in must not be used again by whoever gave them. */
export interface Reader {
  /** Reads an answer and gives it back. `null` when it is not a JSON object. */
  read(body: Bytes): Promise<{ reading: Reading | null; body: Bytes }>;
  /** The document in an answer, or its `pop` as received, with the media type under which it is loaded. */
  content(body: Bytes, form: 'document' | 'received'): Promise<{ bytes: Bytes; mediaType: string }>;
  /** One PDF of all that have pages; `left` names the others. */
  combine(
    proofs: readonly { reference: string; body: Bytes }[],
  ): Promise<{ bytes: Bytes; pages: number; left: string[] }>;
  close(): Promise<void>;
}

/** Megabytes that the thread may use for a proof before it is ended. */
const mostMegabytes = 1_500;

/** Creates the reader; `entry` is the thread's module. */
export function createReader(entry: URL): Reader {
  const waiting = new Map<number, { resolve(reply: ReaderReply): void; reject(error: Error): void }>();
  let worker: Worker | null = null;
  let lastId = 0;
  let closed = false;

  const broken = () =>
    new PaydeskError('answer-not-understood', 'A proof could not be read', { details: { missing: 'pop' } });

  function running(): Worker {
    if (closed) throw new PaydeskError('cancelled', 'The reader is closed');
    if (worker !== null) return worker;
    const started = new Worker(entry, {
      name: 'proof-reader',
      // pdf.js tells of parts for drawing that it does not find; here it only reads.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    started.stdout.resume();
    started.stderr.resume();
    started.on('message', (message: unknown) => {
      const reply = readerReplySchema.parse(message);
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.answer === 'failed') asked?.reject(broken());
      else asked?.resolve(reply);
    });
    const gone = () => {
      if (worker !== started) return;
      worker = null;
      for (const { reject } of waiting.values()) reject(broken());
      waiting.clear();
    };
    started.on('error', gone);
    started.on('exit', gone);
    worker = started;
    return started;
  }

  function ask(request: Ask, handedOver: readonly Bytes[]): Promise<ReaderReply> {
    return new Promise((resolve, reject) => {
      const thread = running();
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      thread.postMessage(
        { ...request, id: lastId },
        handedOver.map(({ buffer }) => buffer),
      );
    });
  }

  return {
    async read(body) {
      const reply = await ask({ ask: 'read', body }, [body]);
      if (reply.answer !== 'read') throw broken();
      return { reading: reply.reading, body: reply.body };
    },
    async content(body, form) {
      const reply = await ask({ ask: 'content', body, form }, [body]);
      if (reply.answer !== 'content') throw broken();
      return { bytes: reply.bytes, mediaType: reply.mediaType };
    },
    async combine(proofs) {
      const reply = await ask(
        { ask: 'combine', proofs: [...proofs] },
        proofs.map(({ body }) => body),
      );
      if (reply.answer !== 'combined') throw broken();
      return { bytes: reply.bytes, pages: reply.pages, left: reply.left };
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}
