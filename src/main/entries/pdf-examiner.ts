/** @file Entry of the thread that examines suspicious PDFs before they are sent. */
import { z } from 'zod';
import { findPdfDefects } from '../features/documents/intake/find-pdf-defects.ts';
import { connectThread } from '../workers/parent.ts';
import { serveCalls } from '../workers/serve.ts';

serveCalls(connectThread(), async (body, { reportProgress }) => {
  const bytes = z.instanceof(Uint8Array).parse(body);
  // Restarts the deadline, so that the start of the thread does not count.
  reportProgress();
  return findPdfDefects(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
});
