/** @file Entry of the thread that examines doubtful PDFs before they are sent. */
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { pdfVerdict } from '../features/documents/intake/pdf-verdict.ts';
import type { GuardedMessage } from '../guarded-thread.ts';

const bytesSchema = z.instanceof(Uint8Array);

parentPort?.on('message', (message: unknown) => {
  const bytes = bytesSchema.parse(message);
  // The time that the thread took to start is no fault of the PDF.
  parentPort?.postMessage({ step: 0 } satisfies GuardedMessage);
  void pdfVerdict(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).then((answer) => {
    parentPort?.postMessage({ answer } satisfies GuardedMessage);
  });
});
