import { describe, expect } from 'vitest';
import { cancelDocuments } from '../../../../../src/main/features/documents/database/assign/assign.ts';
import { eventually } from '../../../../fakes/eventually.ts';
import { type Running, test } from './running.ts';

describe('a batch', () => {
  test('is sent, attached and ended automatically, and each step is reported', async ({ running }) => {
    const { batchId, ids } = running.startBatch(3);
    await running.untilBatch(batchId, 'done');
    expect(running.statesOf(ids)).toEqual(['attached', 'attached', 'attached']);
    expect(running.events.ended).toEqual([{ id: batchId, number: expect.any(Number), state: 'done' }]);
    expect(running.events.attached).toBe(1);
    expect(running.events.changes).toContain(batchId);
    expect(running.countCalls('updateRecipient')).toBe(1);
    await running.untilInFlight(0);
    expect(running.progress.listTransfers(batchId)).toEqual([]);
  });

  test('reports its documents in transfer, with their progress', async ({ running }) => {
    running.setFault('upload', { kind: 'hang' });
    const { batchId, id } = running.startBatch();
    const transfers = [{ documentId: id, sent: 10, size: 10 }];
    await eventually(() => expect(running.progress.listTransfers(batchId)).toEqual(transfers), 5);
    expect(running.runner.inFlight).toEqual({ documents: 1, attaches: 0 });
  });

  test('that waited for the session or the network resumes after a sign-in', async ({ running }) => {
    const reasons = ['sign-in', 'offline', 'proxy', 'certificate', 'web-page'] as const;
    const batchIds = reasons.map((reason) => {
      const { batchId } = running.addBatch(1);
      running.pause(batchId, reason);
      return batchId;
    });
    await running.runner.start();
    for (const batchId of batchIds) await running.untilBatch(batchId, 'done');
  });

  test('that was paused for another reason stays paused at the start', async ({ running }) => {
    const paused = (['user', 'refused', 'wrong-environment'] as const).map((reason) => {
      const batch = running.addBatch(1);
      running.pause(batch.batchId, reason);
      return batch;
    });
    const other = running.addBatch(1);
    await running.runner.start();
    await running.untilBatch(other.batchId, 'done');
    for (const { batchId, ids } of paused)
      expect([running.stateOfBatch(batchId), running.statesOf(ids)]).toEqual(['paused', ['ready']]);
  });
});

test('eight documents are sent concurrently at the start', async ({ running }) => {
  running.setFault('upload', { kind: 'hang' });
  const { batchId } = running.startBatch(20);
  await eventually(() => expect(running.countTransfers(batchId)).toBe(8), 5);
  running.runner.wake();
  await running.settle();
  expect(running.runner.inFlight.documents).toBe(8);
});

describe('a host that asks for a pause', () => {
  const throttle = { kind: 'throttle', status: 429, retryAfterSeconds: 120, times: 1 } as const;

  test('gets no requests until it ends or the clerk wants a retry', async ({ running }) => {
    running.setFault('upload', throttle);
    const first = running.startBatch();
    await running.untilDocuments('waiting-to-retry', first.ids);
    await running.untilInFlight(0);
    expect(running.runner.pausedHost?.host).toBe(new URL(running.simulator.storage).host);
    expect(running.runner.pausedHost?.remainingMs).toBeGreaterThan(110_000);
    const second = running.startBatch();
    await running.settle();
    expect(running.statesOf(second.ids)).toEqual(['ready']);
    running.runner.retryNow();
    await running.untilDocuments('attached', second.ids);
    expect(running.runner.pausedHost).toBeNull();
  });

  test('gets no requests of other documents before the pause ends, and all of them then', async ({
    running,
  }) => {
    running.setFault('upload', { ...throttle, status: 503, skip: 10 });
    const { batchId } = running.startBatch(40);
    await eventually(() => expect(running.runner.pausedHost).not.toBeNull(), 5);
    await running.untilInFlight(0);
    const calls = running.simulator.calls().length;
    running.clock.skip(119_000);
    running.runner.wake();
    await running.settle();
    expect(running.simulator.calls()).toHaveLength(calls);
    running.clock.skip(1_001);
    await running.untilBatch(batchId, 'done');
  });
});

test('a host that refuses one upload of twenty gets sixteen concurrent documents', async ({ running }) => {
  const when = ({ number }: { number: number }) => number % 20 === 0;
  running.setFault('upload', { kind: 'status', status: 503, when }, { kind: 'hang', skip: 76 });
  const { batchId } = running.startBatch(100);
  await eventually(() => expect(running.countTransfers(batchId)).toBe(16), 5);
});

test('a refused document waits longer each time, unless others have been stored meanwhile', async ({
  running,
}) => {
  running.random.fraction = () => 1;
  const { id } = running.addBatch(1);
  async function refuseAttempt(attempt: number): Promise<number> {
    running.setFault('upload', { kind: 'status', status: 503, times: 1 });
    running.clock.skip(2_000);
    running.runner.wake();
    const columns = ['tries', 'retry_at', 'changed_at'];
    const readColumns = () =>
      columns.map((column) => Number(running.tables.readColumn('document', id, column)));
    await eventually(() => expect(readColumns()[0]).toBe(attempt), 5);
    const [, retryAt = 0, changedAt = 0] = readColumns();
    return retryAt - changedAt;
  }
  expect([await refuseAttempt(1), await refuseAttempt(2)]).toEqual([1_000, 2_000]);
  await running.untilDocuments('attached', running.startBatch().ids);
  expect(await refuseAttempt(3)).toBe(1_000);
});

describe('an abort', () => {
  test('affects all documents of a batch, and none of others', async ({ running }) => {
    running.setFault('upload', { kind: 'hang' });
    const [one, other] = [running.addBatch(2), running.startBatch(2)];
    await running.untilDocuments('sending', [...one.ids, ...other.ids]);
    running.pause(one.batchId, 'user');
    running.runner.abort({ batchId: one.batchId });
    await running.untilDocuments('ready', one.ids);
    await running.untilInFlight(2);
    expect(running.statesOf(other.ids)).toEqual(['sending', 'sending']);
  });

  test('affects the given documents, and no others of their batch', async ({ running }) => {
    running.setFault('upload', { kind: 'hang' });
    const { batchId, id, ids } = running.startBatch(2);
    await running.untilDocuments('sending', ids);
    const selection = { kind: 'some' as const, ids: [id] };
    running.tables.run(cancelDocuments, { batchId, selection, at: 1, by: 'm.hansen' });
    running.runner.abort({ documentIds: [id] });
    await running.untilInFlight(1);
    expect(running.statesOf(ids)).toEqual(['cancelled', 'sending']);
  });
});

test('stopping aborts uploads, awaits attach operations and starts nothing new', async ({ running }) => {
  const answer = Promise.withResolvers<void>();
  running.procedures.before = (name) => (name === 'documents.endAttach' ? answer.promise : undefined);
  const attaching = running.startBatch();
  await running.untilInFlight(0, 1);
  running.setFault('upload', { kind: 'hang' });
  const sending = running.startBatch();
  await running.untilDocuments('sending', sending.ids);
  const stopped = running.runner.stop();
  await running.untilInFlight(0, 1);
  answer.resolve();
  await stopped;
  expect(running.runner.inFlight).toEqual({ documents: 0, attaches: 0 });
  expect(running.statesOf([...sending.ids, ...attaching.ids])).toEqual(['ready', 'attached']);
  running.simulator.faults.clear();
  running.runner.wake();
  running.clock.skip(3_600_000);
  await running.settle();
  expect(running.statesOf(sending.ids)).toEqual(['ready']);
  expect(running.runner.inFlight).toEqual({ documents: 0, attaches: 0 });
});

describe('a blocked connection', () => {
  /** Starts a batch of two documents, whose service cannot be reached until the faults are cleared. */
  async function startBlocked(running: Running) {
    running.setFault('services', { kind: 'html' });
    const batch = running.startBatch(2);
    await running.untilBatch(batch.batchId, 'paused');
    await running.untilInFlight(0);
    running.simulator.faults.clear();
    return batch;
  }

  test('pauses everything, fails nothing, and is retried after five seconds', async ({ running }) => {
    const { batchId, ids } = await startBlocked(running);
    expect(running.pauseOf(batchId)[0]).toBe('web-page');
    expect(running.statesOf(ids)).toEqual(['ready', 'ready']);
    expect(ids.map((id) => running.tables.readColumn('document', id, 'tries'))).toEqual([0, 0]);
    expect(running.events.changes).toContain(null);
    const calls = running.simulator.calls().length;
    running.runner.wake();
    await running.settle();
    expect(running.simulator.calls()).toHaveLength(calls);
    running.clock.skip(5_001);
    await running.untilBatch(batchId, 'done');
    expect(running.pauseOf(batchId)[0]).toBeNull();
  });

  test.for([
    ["on the clerk's request", (running: Running) => running.runner.retryConnection()],
    ['when the computer wakes up', (running: Running) => running.runner.onSystemResume()],
  ] as const)('is retried at once %s, without batches a clerk paused', async ([, retry], { running }) => {
    const { batchId } = await startBlocked(running);
    const pausedBatch = running.addBatch(1);
    running.pause(pausedBatch.batchId, 'user');
    await retry(running);
    await running.untilBatch(batchId, 'done');
    expect(running.stateOfBatch(pausedBatch.batchId)).toBe('paused');
  });

  test('is reported with the host that cannot be reached', async ({ running }) => {
    await running.simulator.close();
    const { batchId } = running.startBatch();
    await running.untilBatch(batchId, 'paused');
    const [reason, host] = running.pauseOf(batchId);
    expect(reason).toBe('offline');
    expect(Object.values(running.simulator.hosts).map((base) => new URL(base).host)).toContain(host);
  });
});

describe('an error outside the documents', () => {
  test('pauses every batch when the service belongs to another environment', async ({ running }) => {
    running.setFault('uploadDocuments', { kind: 'wrong-environment' });
    const { batchId, ids } = running.startBatch(2);
    await running.untilBatch(batchId, 'paused');
    expect(running.pauseOf(batchId)[0]).toBe('wrong-environment');
    await running.untilDocuments('ready', ids);
    expect(running.events.interrupted).toEqual([]);
  });

  test('reports the session when the service refuses it', async ({ running }) => {
    running.setFault('services', { kind: 'status', status: 401 });
    const { ids } = running.startBatch();
    await eventually(() => expect(running.events.interrupted.length).toBeGreaterThan(0), 5);
    await running.runner.stop();
    expect(running.statesOf(ids)).toEqual(['ready']);
  });

  test('pauses only the batch after three equal refusals, with their message', async ({ running }) => {
    const body = JSON.stringify({ message: 'Uploads are closed' });
    running.setFault('uploadDocuments', { kind: 'status', status: 422, body });
    const { batchId, ids } = running.startBatch(20);
    await running.untilBatch(batchId, 'paused');
    expect(running.pauseOf(batchId)).toEqual([
      'refused',
      expect.stringMatching(/^127\.0\.0\.1:\d+ 422 Uploads are closed$/),
    ]);
    await running.untilInFlight(0);
    const failed = running.statesOf(ids).filter((state) => state === 'failed').length;
    expect(failed).toBeGreaterThanOrEqual(3);
    expect(failed).toBeLessThanOrEqual(7);
    const calls = running.simulator.calls().length;
    running.clock.skip(3_600_000);
    await running.settle();
    expect(running.simulator.calls()).toHaveLength(calls);
    running.simulator.faults.clear();
    await running.untilBatch(running.startBatch().batchId, 'done');
  });
});

test('an unexpected error is reported, and other documents continue', async ({ running }) => {
  const { batchId, id } = running.addBatch(1);
  running.setReread(id, () => Promise.reject(new RangeError('an unexpected error')));
  const other = running.startBatch();
  await running.untilBatch(other.batchId, 'done');
  await eventually(() => expect(running.events.unexpected).toHaveLength(1), 5);
  expect(String(running.events.unexpected.splice(0)[0])).toContain('an unexpected error');
  expect(running.stateOfBatch(batchId)).toBe('running');
});
