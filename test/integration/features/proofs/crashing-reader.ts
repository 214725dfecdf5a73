/**
 * @file The thread of the proof reader with faults. A proof that contains `STUCK READ path` hangs the thread when the
 * proof is read, and `DEAD READ path` exits the thread; `COMBINE` and `OPEN` do so when the proof is combined into a
 * PDF or opened. Each fault appends a line to the file at the path.
 */
import { appendFileSync } from 'node:fs';
import { exit } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { entries } from '../../../fakes/entries.ts';

const bytes = z.instanceof(Uint8Array);
const messageSchema = z.object({
  id: z.int(),
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('read'), body: bytes }),
    z.object({ kind: z.literal('content'), body: bytes }),
    z.object({ kind: z.literal('sheet'), body: bytes }),
  ]),
});
const pattern = /(STUCK|DEAD) (READ|COMBINE|OPEN) ([^"\s)]{1,300})/;

function crashIfRequested(body: Uint8Array, request: 'READ' | 'COMBINE' | 'OPEN'): void {
  const [, fault, faultyRequest, path = ''] = pattern.exec(Buffer.from(body).toString('latin1')) ?? [];
  if (fault === undefined || faultyRequest !== request) return;
  appendFileSync(path, `${fault}\n`);
  if (fault === 'DEAD') exit(1);
  // Hangs the thread without using its processor.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function crashAt(message: unknown): void {
  const call = messageSchema.safeParse(message);
  if (!call.success) return;
  const { body: request } = call.data;
  if (request.kind === 'read') crashIfRequested(request.body, 'READ');
  if (request.kind === 'content') crashIfRequested(request.body, 'OPEN');
  if (request.kind === 'sheet') crashIfRequested(request.body, 'COMBINE');
}

// The reader gets each message after the faults.
const port = parentPort;
if (port === null) throw new Error('This module runs in a worker thread');
const addListener = port.addListener.bind(port);
Object.assign(port, {
  on: (event: 'message', listener: (message: unknown) => void) =>
    addListener(event, (message: unknown) => {
      crashAt(message);
      listener(message);
    }),
});
await import(entries.proofReader.href);
