/** @file The reader thread reads proofs one at a time, so that an expensive proof never stalls main. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { ProofKind } from '../../../../shared/model/proofs/proof.ts';
import type { ParentPort } from '../../../workers/parent.ts';
import { serveCalls } from '../../../workers/serve.ts';
import { joinPdfs } from '../export/join-pdfs.ts';
import { toSheet } from '../export/sheet.ts';
import { serializeContent } from './content.ts';
import { readAnswer, readDocument } from './read-answer.ts';
import { type ReaderRequest, type ReaderResult, readerRequestSchema } from './reader-messages.ts';

/** Media types under which the window loads a document. Markup has none: it is shown as source text. */
const mediaTypes: Partial<Record<ProofKind, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
};

/** Serves requests. A proof that cannot be read is rejected with `answer-not-understood`. */
export function serveReader(parent: ParentPort): void {
  serveCalls(parent, async (body, { transfer }) => {
    const request = readerRequestSchema.parse(body);
    try {
      const result = await answer(request);
      if (result !== null && 'bytes' in result) transfer([result.bytes.buffer]);
      return result;
    } catch {
      const details = { missing: 'pop' };
      throw new PaydeskError('answer-not-understood', 'A proof could not be read', { details });
    }
  });
}

async function answer(request: ReaderRequest): Promise<ReaderResult> {
  switch (request.kind) {
    case 'read':
      return readAnswer(request.body);
    case 'content': {
      const document = readDocument(request.body);
      if (document === null) throw new Error('The response is not a JSON object');
      const { document: found, fields } = document;
      if (request.form === 'received')
        return {
          bytes: copyUnpooled(Buffer.from(fields.pop)),
          mediaType: 'text/plain; charset=utf-8',
        };
      if (request.form === 'read')
        return {
          bytes: copyUnpooled(serializeContent(found)),
          mediaType: 'application/json',
        };
      const mediaType = mediaTypes[found.kind] ?? 'text/plain; charset=utf-8';
      return { bytes: copyUnpooled(found.bytes), mediaType };
    }
    case 'sheet':
      return toSheet(request.origin, request.body);
    case 'join':
      return { bytes: await joinPdfs(request.pdfs, request.title) };
  }
}

/** Copies bytes into a separate buffer, which can be transferred. */
function copyUnpooled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
