/** @file Entry of the thread that examines suspicious PDFs before they are sent. */
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { findPdfDefects } from '../features/documents/intake/find-pdf-defects.ts';
import type { GuardedMessage } from '../guarded-thread.ts';

const bytesSchema = z.instanceof(Uint8Array);

parentPort?.on('message', (message: unknown) => {
  const bytes = bytesSchema.parse(message);
  // Restarts the deadline, so that the start of the thread does not count.
  parentPort?.postMessage({ step: 0 } satisfies GuardedMessage);
  void findPdfDefects(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).then((answer) => {
    parentPort?.postMessage({ answer } satisfies GuardedMessage);
  });
});
