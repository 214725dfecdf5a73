/**
 * @file The proof reader's thread, which does not survive some proofs: `STUCK` hangs forever, `DEAD` exits the thread.
 * Each time, a line is appended to the file whose path follows the word.
 */
import { appendFileSync } from 'node:fs';
import { exit } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { readerRequestSchema } from '../../../src/main/features/proofs/reading/reader-messages.ts';
import { serveReader } from '../../../src/main/features/proofs/reading/serve-reader.ts';

const pattern = /(STUCK|DEAD) (READ|COMBINE|OPEN) ([^"\s)]{1,300})/;

function crashIn(body: Uint8Array, request: 'READ' | 'COMBINE' | 'OPEN'): void {
  const [, fault, phase, path = ''] = pattern.exec(Buffer.from(body).toString('latin1')) ?? [];
  if (fault === undefined || phase !== request) return;
  appendFileSync(path, `${fault}\n`);
  if (fault === 'DEAD') exit(1);
  for (;;);
}

const port = parentPort;
if (port !== null) {
  port.on('message', (raw: unknown) => {
    const request = readerRequestSchema.parse(raw);
    if (request.kind === 'read') crashIn(request.body, 'READ');
    if (request.kind === 'content') crashIn(request.body, 'OPEN');
    if (request.kind === 'combine') {
      for (const [step, { body }] of request.proofs.entries()) {
        if (request.without.includes(step)) continue;
        port.postMessage({ step });
        crashIn(body, 'COMBINE');
      }
    }
  });
  serveReader(port);
}
