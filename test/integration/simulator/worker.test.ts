import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import {
  type WorkerData,
  type WorkerMessage,
  workerMessageSchema,
} from '../../../src/main/simulator/worker-messages.ts';
import { call, jsonHeaders } from './support.ts';

const entry = new URL('../../../src/main/simulator/worker.ts', import.meta.url);
/** Captures the output of the worker instead of printing it. */
const capturedOutput = { stdout: true, stderr: true };

async function receiveMessage<Kind extends WorkerMessage['kind']>(worker: Worker, kind: Kind) {
  for (;;) {
    const received: unknown[] = await once(worker, 'message');
    const message = workerMessageSchema.parse(received[0]);
    if (message.kind === kind) return message;
  }
}

async function start(data: WorkerData) {
  const worker = new Worker(entry, { workerData: data, ...capturedOutput });
  onTestFinished(async () => {
    await worker.terminate();
  });
  const ready = await receiveMessage(worker, 'ready');
  if (ready.kind !== 'ready') throw new Error('Not ready');
  const reply = await call(`${ready.hosts.auth}/users/login`, {
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify({ ...ready.credentials, mode: 'apiKey' }),
  });
  const { accessToken, companyId } = z
    .object({ accessToken: z.string(), companyId: z.string() })
    .parse(reply.json());
  return { worker, ready, companyId, authorization: `Bearer ${accessToken}` };
}

async function close(worker: Worker): Promise<unknown> {
  const exit = once(worker, 'exit');
  worker.postMessage({ kind: 'close' });
  const values: unknown[] = await exit;
  return values[0];
}

describe('the worker', () => {
  test('serves requests until it receives `close`, and exits with code 0', async () => {
    const { worker, ready, companyId, authorization } = await start({ journal: null });
    expect(ready.companyId).toBe(companyId);
    const url = `${ready.hosts.wallet}/${companyId}/wallets`;
    expect((await call(url, { headers: { authorization } })).status).toBe(200);
    expect(await close(worker)).toBe(0);
    await expect(call(url)).rejects.toThrow('ECONNREFUSED');
  });

  test('posts webhook events', async () => {
    const { worker, ready, authorization } = await start({ journal: null });
    const message = receiveMessage(worker, 'event');
    await call(`${ready.hosts.statement}/statement/export?since=2026-01-01&till=2026-01-31`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ walletIds: [1003], email: '' }),
    });
    expect(await message).toMatchObject({ kind: 'event', event: { event: { walletId: 1003 } } });
  });

  test('resumes from its journal with the same credentials and on the same ports', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paydesk-practice-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const journal = join(folder, 'practice.jsonl');
    const first = await start({ journal });
    const ports = { storage: Number(new URL(first.ready.storage).port) };
    await first.worker.terminate();
    const second = await start({ journal, ports });
    expect(second.ready.credentials).toEqual(first.ready.credentials);
    expect(second.ready.storage).toBe(first.ready.storage);
  });

  test('writes nothing to the console', async () => {
    const { worker } = await start({ journal: null });
    let written = '';
    for (const stream of [worker.stdout, worker.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        written += chunk.toString();
      });
    }
    await close(worker);
    expect(written).toBe('');
  });

  test('ends with an error when it cannot start', async () => {
    const worker = new Worker(entry, { workerData: { journal: 7 }, ...capturedOutput });
    const values: unknown[] = await once(worker, 'error');
    expect(values[0]).toBeInstanceOf(Error);
  });
});
