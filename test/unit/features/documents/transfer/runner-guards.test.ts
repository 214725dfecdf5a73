/** @file The limits of the runner, and how it continues after failures outside the documents. */
import { describe, expect } from 'vitest';
import { z } from 'zod';
import type { RereadDocument } from '../../../../../src/main/features/documents/intake/byte-connections.ts';
import { eventually } from '../../../../fakes/eventually.ts';
import { documentOf, test } from './running.ts';

describe('documents whose drives hang', () => {
  test('release up to forty slots, each after three seconds, and are sent later', async ({ running }) => {
    const hangingRead = Promise.withResolvers<RereadDocument>();
    const { batchId, ids } = running.addBatch(45);
    for (const id of ids) running.setReread(id, () => hangingRead.promise);
    running.runner.wake();
    for (const documents of [8, 16, 24, 32, 40, 40]) {
      await running.untilInFlight(documents);
      await running.settle();
      running.clock.skip(3_001);
    }
    expect(running.runner.inFlight.documents).toBe(40);
    hangingRead.resolve(documentOf(new Uint8Array(10)));
    await running.untilBatch(batchId, 'done');
  });

  test('do not delay documents of other drives', async ({ running }) => {
    const hangingRead = Promise.withResolvers<RereadDocument>();
    const { batchId, ids } = running.addBatch(10);
    for (const id of ids.slice(0, 8)) running.setReread(id, () => hangingRead.promise);
    running.runner.wake();
    await running.untilInFlight(8);
    expect(running.statesOf(ids.slice(8))).toEqual(['ready', 'ready']);
    running.clock.skip(3_001);
    await running.untilDocuments('stored', ids.slice(8));
    await running.untilInFlight(8);
    hangingRead.resolve(documentOf(new Uint8Array(10)));
    await running.untilBatch(batchId, 'done');
  });
});

describe('an attach operation', () => {
  test('that another environment refuses pauses every batch with its reason', async ({ running }) => {
    running.setFault('updateRecipient', { kind: 'wrong-environment' });
    const { batchId } = running.startBatch();
    await running.untilBatch(batchId, 'paused');
    expect(running.pauseOf(batchId)[0]).toBe('wrong-environment');
  });

  test('whose host cannot be reached pauses every batch and is not refused', async ({ running }) => {
    let closed = Promise.resolve();
    running.procedures.before = (name) => {
      if (name === 'documents.stored') closed = running.simulator.close();
    };
    const { batchId, ids } = running.startBatch();
    await running.untilBatch(batchId, 'paused');
    await closed;
    expect(running.pauseOf(batchId)[0]).toBe('offline');
    expect(running.statesOf(ids)).toEqual(['stored']);
  });

  test("that is delayed pauses its host, and is sent at once on the clerk's request", async ({ running }) => {
    running.setFault('updateRecipient', { kind: 'throttle', status: 429, retryAfterSeconds: 120, times: 1 });
    const { batchId } = running.startBatch();
    const { host } = new URL(running.simulator.hosts.beneficiary);
    await eventually(() => expect(running.runner.pausedHost?.host).toBe(host), 5);
    await running.untilInFlight(0);
    expect(running.countCalls('updateRecipient')).toBe(1);
    running.runner.retryNow();
    await running.untilBatch(batchId, 'done');
    expect(running.countCalls('updateRecipient')).toBe(2);
  });
});

describe('a store that fails', () => {
  test('is reported, and work that arrives meanwhile continues automatically', async ({ running }) => {
    const batches: number[] = [];
    running.procedures.before = (name) => {
      if (name !== 'documents.nextDue') return;
      running.procedures.before = () => undefined;
      batches.push(running.startBatch().batchId);
      throw new RangeError('the disk is full');
    };
    running.runner.wake();
    await eventually(() => expect(batches.map((id) => running.stateOfBatch(id))).toEqual(['done']), 5);
    expect(running.events.unexpected.splice(0)).toEqual([new RangeError('the disk is full')]);
  });

  test('is not called again before there is work', async ({ running }) => {
    const { batchId } = running.addBatch(1);
    let calls = 0;
    running.procedures.before = () => {
      calls += 1;
      throw new RangeError('the disk is full');
    };
    running.runner.wake();
    await running.settle();
    expect(calls).toBe(1);
    running.procedures.before = () => undefined;
    expect(running.events.unexpected.splice(0)).toHaveLength(1);
    running.runner.wake();
    await running.untilBatch(batchId, 'done');
  });
});

test('documents that are claimed while Paydesk stops are returned without a link', async ({ running }) => {
  const { ids } = running.addBatch(2);
  const stopped = Promise.withResolvers<void>();
  running.procedures.before = (name) => {
    if (name !== 'documents.claim') return;
    queueMicrotask(() => void running.runner.stop().then(stopped.resolve, stopped.reject));
  };
  running.runner.wake();
  await stopped.promise;
  expect(running.statesOf(ids)).toEqual(['ready', 'ready']);
  expect(running.runner.inFlight).toEqual({ documents: 0, attaches: 0 });
  expect(running.simulator.calls()).toEqual([]);
});

test('a document is retried within a minute although the system clock was set', async ({ running }) => {
  const batchId = running.tables.addBatch('running');
  const delayedDocument = running.tables.addDocument(batchId, 'waiting-to-retry', {
    beneficiaryId: running.tables.addBeneficiary('later'),
    retryAt: running.clock.now() + 300_000,
  });
  running.runner.wake();
  await running.settle();
  expect(running.tables.stateOf(delayedDocument)).toBe('waiting-to-retry');
  running.clock.shiftWallTime(300_000);
  running.clock.skip(60_000);
  await running.untilBatch(batchId, 'done');
});

test('a batch whose links need unsupported headers is paused with their names', async ({ running }) => {
  const answerSchema = z.object({ items: z.array(z.looseObject({ link: z.string() })) });
  const change = (answer: unknown) => ({
    items: answerSchema.parse(answer).items.map((item) => {
      const link = new URL(item.link);
      link.searchParams.set('X-Amz-SignedHeaders', 'host;x-amz-meta-owner');
      return { ...item, link: link.href };
    }),
  });
  running.setFault('uploadDocuments', { kind: 'rewrite', change });
  const { batchId } = running.startBatch(3);
  await running.untilBatch(batchId, 'paused');
  expect(running.pauseOf(batchId)).toEqual(['link-unusable', 'x-amz-meta-owner']);
  expect(running.countCalls('upload')).toBe(0);
});

test('retrying the connection has no effect while nothing is blocked', async ({ running }) => {
  const { batchId } = running.addBatch(1);
  running.pause(batchId, 'offline');
  await running.runner.retryConnection();
  expect(running.stateOfBatch(batchId)).toBe('paused');
  expect(running.events.changes).toEqual([]);
});
