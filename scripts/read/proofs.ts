/** @file Reads files as proofs of payment, as if the service had returned them. */
import { readFile } from 'node:fs/promises';
import { systemClock } from '../../src/main/concurrency/clock.ts';
import { findPdfHeader } from '../../src/main/features/proofs/extraction/file-types.ts';
import { createReader } from '../../src/main/features/proofs/extraction/reader.ts';
import { statusLine } from '../../src/shared/messages/payment-status.ts';
import { proofLabel } from '../../src/shared/messages/proof-kinds.ts';
import { proofContentSchema } from '../../src/shared/model/proofs/content.ts';
import { proofFields } from './proof-fields.ts';
import type { FileReader } from './reader.ts';

/** Encodes a file as the service does: text as text, PDFs and all other files as base64. */
export function encodePop(bytes: Uint8Array): string {
  try {
    if (findPdfHeader(Buffer.from(bytes)) !== -1) return Buffer.from(bytes).toString('base64');
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('base64');
  }
}

/** Creates a reader with Paydesk's worker thread and its limits. */
export function createProofFileReader(): FileReader {
  const entry = new URL('../../src/main/entries/proof-reader.ts', import.meta.url);
  const reader = createReader(entry, systemClock);
  return {
    async read(path) {
      const bytes = await readFile(path);
      const answer = () => new TextEncoder().encode(JSON.stringify({ pop: encodePop(bytes), type: 'FILE' }));
      try {
        const reading = await reader.read(answer(), async () => undefined);
        if (reading === null) return { kind: 'unreadable' };
        const { kind, facts, notes, attachments, link, contentBytes } = reading;
        const { bytes: content } = await reader.content(answer(), 'read', async () => undefined);
        const { read } = proofContentSchema.parse(JSON.parse(new TextDecoder().decode(content)));
        return {
          // Every SWIFT message has the kind `mt103`.
          kind: kind === 'mt103' ? 'swift' : kind,
          title: [proofLabel(reading), facts.messageType].filter((part) => part !== null).join(' '),
          statuses: facts.statuses.map(statusLine),
          facts,
          notes,
          attachments,
          link,
          contentBytes,
          fields: proofFields(read),
        };
      } catch (thrown) {
        return { kind: 'unreadable', reason: thrown instanceof Error ? thrown.message : String(thrown) };
      }
    },
    close: () => reader.close(),
  };
}
