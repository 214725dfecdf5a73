/**
 * @file The thread of the proof reader with faults. A proof that contains `STUCK READ path` hangs the thread when the
 * proof is read, and `DEAD READ path` exits the thread; `COMBINE` and `OPEN` do so when the proof is combined into a
 * PDF or opened. Each fault appends a line to the file at the path.
 */
import { appendFileSync } from 'node:fs';
import { exit } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { readerRequestSchema } from '../../../src/main/features/proofs/reading/reader-messages.ts';
import { serveReader } from '../../../src/main/features/proofs/reading/serve-reader.ts';
import { connectThread } from '../../../src/main/workers/parent.ts';
import { callSchema, type WorkerMessage } from '../../../src/main/workers/protocol.ts';

const pattern = /(STUCK|DEAD) (READ|COMBINE|OPEN) ([^"\s)]{1,300})/;

function crashIfRequested(body: Uint8Array, request: 'READ' | 'COMBINE' | 'OPEN'): void {
  const [, fault, faultyRequest, path = ''] = pattern.exec(Buffer.from(body).toString('latin1')) ?? [];
  if (fault === undefined || faultyRequest !== request) return;
  appendFileSync(path, `${fault}\n`);
  if (fault === 'DEAD') exit(1);
  // Hangs the thread.
  for (;;);
}

parentPort?.on('message', (raw: unknown) => {
  const { id, body: request } = callSchema.extend({ body: readerRequestSchema }).parse(raw);
  if (request.kind === 'read') crashIfRequested(request.body, 'READ');
  if (request.kind === 'content') crashIfRequested(request.body, 'OPEN');
  if (request.kind === 'combine') {
    for (const [step, { body }] of request.proofs.entries()) {
      if (request.without.includes(step)) continue;
      parentPort?.postMessage([{ kind: 'progress', id, body: step } satisfies WorkerMessage]);
      crashIfRequested(body, 'COMBINE');
    }
  }
});
serveReader(connectThread());
