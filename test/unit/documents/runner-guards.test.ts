/** @file The limits of the runner, and how it continues after failures outside the documents. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RereadDocument } from '../../../src/main/features/documents/intake/byte-connections.ts';
import { eventually } from '../../fakes/eventually.ts';
import { documentOf, type Running, startRunning } from './running.ts';

const untilBatch = (running: Running, batchId: number, state: string) =>
  eventually(() => expect(running.stateOfBatch(batchId)).toBe(state), 5);

/** Waits until documents are being sent and the requested passes have ended. */
async function untilInFlight(running: Running, documents: number): Promise<void> {
  await eventually(() => expect(running.runner.inFlight.documents).toBe(documents), 5);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const pauseReasonOf = ({ tables }: Running, batchId: number) =>
  tables.readColumn('batch', batchId, 'pause_reason');

describe('concurrent uploads', () => {
  test('are limited when the drives of forty documents hang', async () => {
    const running = await startRunning();
    const hangingRead = Promise.withResolvers<RereadDocument>();
    const { batchId, ids } = running.addBatch(45);
    for (const id of ids) {
      running.rereadByPath.set(
        String(running.tables.readColumn('document', id, 'path')),
        () => hangingRead.promise,
      );
    }
    running.runner.wake();
    for (const documents of [8, 16, 24, 32, 40, 40]) {
      await untilInFlight(running, documents);
      running.clock.skip(3_001);
    }
    expect(running.runner.inFlight.documents).toBe(40);
    hangingRead.resolve(documentOf(new Uint8Array(10)));
    await untilBatch(running, batchId, 'done');
  });
});

describe('an attach operation', () => {
  test('that another environment refuses pauses every batch with its reason', async () => {
    const running = await startRunning();
    running.simulator.faults.set('updateRecipient', { kind: 'wrong-environment' });
    const { batchId } = running.addBatch(1);
    running.runner.wake();
    await untilBatch(running, batchId, 'paused');
    expect(pauseReasonOf(running, batchId)).toBe('wrong-environment');
  });

  test('whose host cannot be reached pauses every batch and is not refused', async () => {
    const running = await startRunning();
    const { batchId, ids } = running.addBatch(1);
    let closed = Promise.resolve();
    running.beforeProcedure = (name) => {
      if (name === 'documents.stored') closed = running.simulator.close();
    };
    running.runner.wake();
    await untilBatch(running, batchId, 'paused');
    await closed;
    expect(pauseReasonOf(running, batchId)).toBe('offline');
    expect(ids.map((id) => running.tables.stateOf(id))).toEqual(['stored']);
  });

  test("that is delayed pauses its host, and is sent at once on the clerk's request", async () => {
    const running = await startRunning();
    const throttle = { kind: 'throttle', status: 429, retryAfterSeconds: 120, times: 1 } as const;
    running.simulator.faults.set('updateRecipient', throttle);
    const { batchId } = running.addBatch(1);
    running.runner.wake();
    const { host } = new URL(running.simulator.hosts.beneficiary);
    await eventually(() => expect(running.runner.pausedHost?.host).toBe(host), 5);
    await eventually(() => expect(running.runner.inFlight.attaches).toBe(0), 5);
    expect(running.countCalls('updateRecipient')).toBe(1);
    running.runner.retryNow();
    await untilBatch(running, batchId, 'done');
    expect(running.countCalls('updateRecipient')).toBe(2);
  });
});

describe('a store that fails', () => {
  test('is reported, and work that arrives meanwhile continues automatically', async () => {
    const running = await startRunning();
    const batches: number[] = [];
    running.beforeProcedure = (name) => {
      if (name !== 'documents.nextDue') return;
      running.beforeProcedure = () => undefined;
      batches.push(running.addBatch(1).batchId);
      running.runner.wake();
      throw new RangeError('the disk is full');
    };
    running.runner.wake();
    await eventually(() => expect(batches.map((id) => running.stateOfBatch(id))).toEqual(['done']), 5);
    expect(running.events.unexpected).toEqual([new RangeError('the disk is full')]);
    running.events.unexpected.length = 0;
  });

  test('is not called again before there is work', async () => {
    const running = await startRunning();
    const { batchId } = running.addBatch(1);
    let calls = 0;
    running.beforeProcedure = () => {
      calls += 1;
      throw new RangeError('the disk is full');
    };
    running.runner.wake();
    await eventually(() => expect(running.events.unexpected).toHaveLength(1), 5);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toBe(1);
    running.beforeProcedure = () => undefined;
    running.events.unexpected.length = 0;
    running.runner.wake();
    await untilBatch(running, batchId, 'done');
  });
});

test('documents that are claimed while Paydesk stops are returned, and no link is requested for them', async () => {
  const running = await startRunning();
  const { ids } = running.addBatch(2);
  const stopped = Promise.withResolvers<void>();
  running.beforeProcedure = (name) => {
    if (name !== 'documents.claim') return;
    queueMicrotask(() => void running.runner.stop().then(stopped.resolve, stopped.reject));
  };
  running.runner.wake();
  await stopped.promise;
  expect(ids.map((id) => running.tables.stateOf(id))).toEqual(['ready', 'ready']);
  expect(running.runner.inFlight).toEqual({ documents: 0, attaches: 0 });
  expect(running.simulator.calls()).toEqual([]);
});

test('a delayed document is retried within a minute of its time after the system clock was set', async () => {
  const running = await startRunning();
  const batchId = running.tables.addBatch('running');
  const delayedDocument = running.tables.addDocument(batchId, 'waiting-to-retry', {
    beneficiaryId: running.tables.addBeneficiary('later'),
    retryAt: running.clock.now() + 300_000,
  });
  let passes = 0;
  running.beforeProcedure = (name) => {
    if (name === 'documents.nextDue') passes += 1;
  };
  running.runner.wake();
  await eventually(() => expect(passes).toBe(1), 5);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(running.tables.stateOf(delayedDocument)).toBe('waiting-to-retry');
  running.clock.shiftWallTime(300_000);
  running.clock.skip(60_000);
  await untilBatch(running, batchId, 'done');
});

test('a batch whose links need unsupported headers is paused with the names of the headers', async () => {
  const running = await startRunning();
  const answerSchema = z.object({ items: z.array(z.looseObject({ link: z.string() })) });
  const change = (answer: unknown) => ({
    items: answerSchema.parse(answer).items.map((item) => {
      const link = new URL(item.link);
      link.searchParams.set('X-Amz-SignedHeaders', 'host;x-amz-meta-owner');
      return { ...item, link: link.href };
    }),
  });
  running.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change });
  const { batchId } = running.addBatch(3);
  running.runner.wake();
  await untilBatch(running, batchId, 'paused');
  expect(pauseReasonOf(running, batchId)).toBe('link-unusable');
  expect(running.tables.readColumn('batch', batchId, 'pause_detail')).toBe('x-amz-meta-owner');
  expect(running.countCalls('upload')).toBe(0);
});

test('retrying the connection has no effect while nothing is blocked', async () => {
  const running = await startRunning();
  const { batchId } = running.addBatch(1);
  running.tables.database.run(
    `UPDATE batch SET state = 'paused', pause_reason = 'offline' WHERE id = $batchId`,
    {
      batchId,
    },
  );
  await running.runner.retryConnection();
  expect(running.stateOfBatch(batchId)).toBe('paused');
  expect(running.events.changes).toEqual([]);
});
