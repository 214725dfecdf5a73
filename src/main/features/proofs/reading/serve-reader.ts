/** @file The reader thread reads proofs one at a time, so that an expensive proof never stalls main. */
import type { MessagePort } from 'node:worker_threads';
import type { ProofKind } from '../../../../shared/model/proofs/proof.ts';
import type { GuardedMessage } from '../../../guarded-thread.ts';
import { combine } from '../export/combine.ts';
import { serializeContent } from './content.ts';
import { readAnswer, readDocument } from './read-answer.ts';
import { type ReaderReply, type ReaderRequest, readerRequestSchema } from './reader-messages.ts';

/** Media types under which the window loads a document. Markup has none: it is shown as source text. */
const mediaTypes: Partial<Record<ProofKind, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
};

/** Serves requests on the port, in order. */
export function serveReader(port: MessagePort): void {
  let queue: Promise<void> = Promise.resolve();
  port.on('message', (raw: unknown) => {
    const request = readerRequestSchema.parse(raw);
    queue = queue.then(async () => {
      const post = (message: GuardedMessage, transfer: ArrayBuffer[]) => port.postMessage(message, transfer);
      const reply = await answer(request, (step) => post({ step }, [])).catch(
        (): ReaderReply => ({ kind: 'failed' }),
      );
      post({ answer: reply }, listTransferables(reply));
    });
  });
}

async function answer(request: ReaderRequest, onStep: (step: number) => void): Promise<ReaderReply> {
  switch (request.kind) {
    case 'read':
      return { kind: 'read', reading: await readAnswer(request.body) };
    case 'content': {
      const document = readDocument(request.body);
      if (document === null) return { kind: 'failed' };
      const { document: found, fields } = document;
      if (request.form === 'received')
        return {
          kind: 'content',
          bytes: copyUnpooled(Buffer.from(fields.pop)),
          mediaType: 'text/plain; charset=utf-8',
        };
      if (request.form === 'read')
        return {
          kind: 'content',
          bytes: copyUnpooled(serializeContent(found)),
          mediaType: 'application/json',
        };
      const mediaType = mediaTypes[found.kind] ?? 'text/plain; charset=utf-8';
      return { kind: 'content', bytes: copyUnpooled(found.bytes), mediaType };
    }
    case 'combine': {
      const { bytes, pages, omitted } = await combine(request.proofs, new Set(request.without), onStep);
      return { kind: 'combined', bytes: copyUnpooled(bytes), pages, left: omitted };
    }
  }
}

/** Copies bytes into a separate buffer, which can be transferred. */
function copyUnpooled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function listTransferables(reply: ReaderReply): ArrayBuffer[] {
  return 'bytes' in reply ? [reply.bytes.buffer] : [];
}
