import { describe, expect, test } from 'vitest';
import type { RereadDocument } from '../../../src/main/features/documents/intake/byte-connections.ts';
import { cancelDocuments } from '../../../src/main/features/documents/tables/assign.ts';
import { setBatchState } from '../../../src/main/features/documents/tables/batches.ts';
import type { PauseReason } from '../../../src/shared/model/batch.ts';
import { eventually } from '../../fakes/eventually.ts';
import { documentOf, type Running, startRunning } from './running.ts';

function pause(running: Running, batchId: number, pauseReason: PauseReason): void {
  running.tables.run(setBatchState, { batchId, state: 'paused', pauseReason, pauseDetail: null });
}

const untilBatch = (running: Running, batchId: number, state: string) =>
  eventually(() => expect(running.stateOfBatch(batchId)).toBe(state), 5);

/** Number of documents whose bytes are being sent. */
function countTransfers(running: Running, batchId: number): number {
  return running.progress.listTransfers(batchId).length;
}

describe('a batch', () => {
  test('is sent, attached and ended automatically, and each step is reported', async () => {
    const running = await startRunning();
    const { batchId, ids } = running.addBatch(3);
    running.runner.wake();
    await untilBatch(running, batchId, 'done');
    expect(ids.map((id) => running.tables.stateOf(id))).toEqual(['attached', 'attached', 'attached']);
    expect(running.events.ended).toEqual([{ id: batchId, number: expect.any(Number), state: 'done' }]);
    expect(running.events.attached).toBe(1);
    expect(running.events.changes).toContain(batchId);
    expect(running.countCalls('updateRecipient')).toBe(1);
    await eventually(() => expect(running.runner.inFlight).toEqual({ documents: 0, attaches: 0 }), 5);
    expect(running.progress.listTransfers(batchId)).toEqual([]);
  });

  test('reports its documents in transfer, with their progress', async () => {
    const running = await startRunning();
    running.simulator.faults.set('upload', { kind: 'hang' });
    const { batchId, ids } = running.addBatch(1);
    running.runner.wake();
    const [documentId] = ids;
    await eventually(
      () => expect(running.progress.listTransfers(batchId)).toEqual([{ documentId, sent: 10, size: 10 }]),
      5,
    );
    expect(running.runner.inFlight).toEqual({ documents: 1, attaches: 0 });
  });

  test.each(['sign-in', 'offline', 'proxy', 'certificate', 'web-page'] as const)(
    'that waited for %s resumes after a sign-in',
    async (reason) => {
      const running = await startRunning();
      const { batchId } = running.addBatch(1);
      pause(running, batchId, reason);
      await running.runner.start();
      await untilBatch(running, batchId, 'done');
    },
  );

  test.each(['user', 'refused', 'wrong-environment'] as const)(
    'that was paused for %s stays paused at the start',
    async (reason) => {
      const running = await startRunning();
      const paused = running.addBatch(1);
      const other = running.addBatch(1);
      pause(running, paused.batchId, reason);
      await running.runner.start();
      await untilBatch(running, other.batchId, 'done');
      expect(running.stateOfBatch(paused.batchId)).toBe('paused');
      expect(running.tables.stateOf(paused.ids[0] ?? 0)).toBe('ready');
    },
  );
});

describe('concurrent documents', () => {
  test('are limited to eight at the start', async () => {
    const running = await startRunning();
    running.simulator.faults.set('upload', { kind: 'hang' });
    const { batchId } = running.addBatch(20);
    running.runner.wake();
    await eventually(() => expect(running.countCalls('uploadDocuments')).toBeGreaterThan(0), 5);
    await eventually(() => expect(countTransfers(running, batchId)).toBe(8), 5);
    running.runner.wake();
    await new Promise((resolve) => setImmediate(resolve));
    expect(running.runner.inFlight.documents).toBe(8);
  });

  test('release their slots when their drive returns nothing for three seconds', async () => {
    const running = await startRunning();
    const hangingRead = Promise.withResolvers<RereadDocument>();
    const { batchId, ids } = running.addBatch(10);
    for (const id of ids.slice(0, 8)) {
      running.rereadByPath.set(
        String(running.tables.readColumn('document', id, 'path')),
        () => hangingRead.promise,
      );
    }
    running.runner.wake();
    await eventually(() => expect(running.runner.inFlight.documents).toBe(8), 5);
    expect(ids.slice(8).map((id) => running.tables.stateOf(id))).toEqual(['ready', 'ready']);
    running.clock.skip(3_001);
    await running.untilDocuments('stored', ids.slice(8));
    expect(running.runner.inFlight.documents).toBe(8);
    // A document whose drive responds later is sent like any other.
    hangingRead.resolve(documentOf(new Uint8Array(10)));
    await untilBatch(running, batchId, 'done');
  });
});

describe('a host that asks for a pause', () => {
  test("gets no requests until it ends, and is retried at once on the clerk's request", async () => {
    const running = await startRunning();
    running.simulator.faults.set('upload', {
      kind: 'throttle',
      status: 429,
      retryAfterSeconds: 120,
      times: 1,
    });
    const first = running.addBatch(1);
    running.runner.wake();
    await running.untilDocuments('waiting-to-retry', first.ids);
    await eventually(() => expect(running.runner.inFlight.documents).toBe(0), 5);
    expect(running.runner.pausedHost?.host).toBe(new URL(running.simulator.storage).host);
    expect(running.runner.pausedHost?.remainingMs).toBeGreaterThan(110_000);
    const second = running.addBatch(1);
    running.runner.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(running.tables.stateOf(second.ids[0] ?? 0)).toBe('ready');
    running.runner.retryNow();
    await running.untilDocuments('attached', second.ids);
    expect(running.runner.pausedHost).toBeNull();
  });

  test('gets the waiting documents automatically when the pause ends', async () => {
    const running = await startRunning();
    running.simulator.faults.set('upload', {
      kind: 'throttle',
      status: 503,
      retryAfterSeconds: 120,
      times: 1,
    });
    const { batchId, ids } = running.addBatch(1);
    running.runner.wake();
    await running.untilDocuments('waiting-to-retry', ids);
    await eventually(() => expect(running.runner.inFlight.documents).toBe(0), 5);
    running.clock.skip(120_001);
    await untilBatch(running, batchId, 'done');
  });

  test('gets half as many concurrent documents afterwards', async () => {
    const running = await startRunning();
    running.simulator.faults.set(
      'upload',
      { kind: 'throttle', status: 429, retryAfterSeconds: 1, times: 1 },
      { kind: 'hang' },
    );
    const first = running.addBatch(1);
    running.runner.wake();
    await running.untilDocuments('waiting-to-retry', first.ids);
    const { batchId } = running.addBatch(20);
    running.clock.skip(1_001);
    running.runner.retryNow();
    await eventually(
      () => expect(countTransfers(running, batchId) + countTransfers(running, first.batchId)).toBe(4),
      5,
    );
    expect(running.runner.inFlight.documents).toBe(4);
  });
});

describe('an abort', () => {
  test('affects all documents of a batch, and none of others', async () => {
    const running = await startRunning();
    running.simulator.faults.set('upload', { kind: 'hang' });
    const [one, other] = [running.addBatch(2), running.addBatch(2)];
    running.runner.wake();
    await running.untilDocuments('sending', [...one.ids, ...other.ids]);
    pause(running, one.batchId, 'user');
    running.runner.abort({ batchId: one.batchId });
    await running.untilDocuments('ready', one.ids);
    await eventually(() => expect(running.runner.inFlight.documents).toBe(2), 5);
    expect(other.ids.map((id) => running.tables.stateOf(id))).toEqual(['sending', 'sending']);
  });

  test('affects the given documents, and no others of their batch', async () => {
    const running = await startRunning();
    running.simulator.faults.set('upload', { kind: 'hang' });
    const { batchId, ids } = running.addBatch(2);
    running.runner.wake();
    await running.untilDocuments('sending', ids);
    const [cancelledId = 0, otherId = 0] = ids;
    running.tables.run(cancelDocuments, {
      batchId,
      selection: { kind: 'some', ids: [cancelledId] },
      at: 1,
      by: 'm.hansen',
    });
    running.runner.abort({ documentIds: [cancelledId] });
    await eventually(() => expect(running.runner.inFlight.documents).toBe(1), 5);
    expect([running.tables.stateOf(cancelledId), running.tables.stateOf(otherId)]).toEqual([
      'cancelled',
      'sending',
    ]);
  });
});

describe('when Paydesk stops', () => {
  test('uploads are aborted, attach operations are awaited, and nothing new is started', async () => {
    const running = await startRunning();
    running.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 200 });
    const attaching = running.addBatch(1);
    running.runner.wake();
    await eventually(() => expect(running.runner.inFlight).toEqual({ documents: 0, attaches: 1 }), 5);
    running.simulator.faults.set('upload', { kind: 'hang' });
    const sending = running.addBatch(1);
    running.runner.wake();
    await running.untilDocuments('sending', sending.ids);
    await running.runner.stop();
    expect(running.runner.inFlight).toEqual({ documents: 0, attaches: 0 });
    expect(running.tables.stateOf(sending.ids[0] ?? 0)).toBe('ready');
    expect(running.tables.stateOf(attaching.ids[0] ?? 0)).toBe('attached');
    running.simulator.faults.clear();
    running.runner.wake();
    running.clock.skip(3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(running.tables.stateOf(sending.ids[0] ?? 0)).toBe('ready');
    expect(running.runner.inFlight).toEqual({ documents: 0, attaches: 0 });
  });
});

describe('a blocked connection', () => {
  /** Starts a runner whose service cannot be reached until the test restores it. */
  async function startBlocked(): Promise<{ running: Running; batchId: number; ids: number[] }> {
    const running = await startRunning();
    running.simulator.faults.set('services', { kind: 'html' });
    const { batchId, ids } = running.addBatch(2);
    running.runner.wake();
    await untilBatch(running, batchId, 'paused');
    await eventually(() => expect(running.runner.inFlight.documents).toBe(0), 5);
    return { running, batchId, ids };
  }

  test('pauses everything with its reason, fails nothing, and is retried after five seconds', async () => {
    const { running, batchId, ids } = await startBlocked();
    expect(running.tables.readColumn('batch', batchId, 'pause_reason')).toBe('web-page');
    expect(ids.map((id) => running.tables.stateOf(id))).toEqual(['ready', 'ready']);
    expect(ids.map((id) => running.tables.readColumn('document', id, 'tries'))).toEqual([0, 0]);
    expect(running.events.changes).toContain(null);
    running.simulator.faults.clear();
    const calls = running.simulator.calls().length;
    running.runner.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(running.simulator.calls()).toHaveLength(calls);
    running.clock.skip(5_001);
    await untilBatch(running, batchId, 'done');
    expect(running.tables.readColumn('batch', batchId, 'pause_reason')).toBeNull();
  });

  test("is retried at once on the clerk's request", async () => {
    const { running, batchId } = await startBlocked();
    running.simulator.faults.clear();
    await running.runner.retryConnection();
    await untilBatch(running, batchId, 'done');
  });

  test('is retried at once when the computer wakes up', async () => {
    const { running, batchId } = await startBlocked();
    running.simulator.faults.clear();
    await running.runner.onSystemResume();
    await untilBatch(running, batchId, 'done');
  });

  test('is reported with the host that cannot be reached', async () => {
    const running = await startRunning();
    const { host } = new URL(running.simulator.hosts.beneficiary);
    const { batchId } = running.addBatch(1);
    await running.simulator.close();
    running.runner.wake();
    await untilBatch(running, batchId, 'paused');
    expect(running.tables.readColumn('batch', batchId, 'pause_reason')).toBe('offline');
    const detail = String(running.tables.readColumn('batch', batchId, 'pause_detail'));
    expect(Object.values(running.simulator.hosts).map((base) => new URL(base).host)).toContain(detail);
    expect(host).toMatch(/^127\.0\.0\.1:/);
  });

  test('does not affect batches that the clerk has paused', async () => {
    const { running, batchId } = await startBlocked();
    const pausedBatch = running.addBatch(1);
    pause(running, pausedBatch.batchId, 'user');
    running.simulator.faults.clear();
    await running.runner.retryConnection();
    await untilBatch(running, batchId, 'done');
    expect(running.stateOfBatch(pausedBatch.batchId)).toBe('paused');
  });
});

describe('an error outside the documents', () => {
  test('pauses every batch with its reason when the service belongs to another environment', async () => {
    const running = await startRunning();
    running.simulator.faults.set('uploadDocuments', { kind: 'wrong-environment' });
    const { batchId, ids } = running.addBatch(2);
    running.runner.wake();
    await untilBatch(running, batchId, 'paused');
    expect(running.tables.readColumn('batch', batchId, 'pause_reason')).toBe('wrong-environment');
    await running.untilDocuments('ready', ids);
    expect(running.events.interrupted).toEqual([]);
  });

  test('reports the session when the service refuses it', async () => {
    const running = await startRunning();
    running.simulator.faults.set('services', { kind: 'status', status: 401 });
    const { ids } = running.addBatch(1);
    running.runner.wake();
    await eventually(() => expect(running.events.interrupted.length).toBeGreaterThan(0), 5);
    await running.runner.stop();
    expect(running.tables.stateOf(ids[0] ?? 0)).toBe('ready');
  });

  test('pauses only the batch after three equal refusals, with the message of the service', async () => {
    const running = await startRunning();
    const body = JSON.stringify({ message: 'Uploads are closed' });
    running.simulator.faults.set('upload', { kind: 'status', status: 400, body, times: 3 });
    const { batchId } = running.addBatch(3);
    running.runner.wake();
    await untilBatch(running, batchId, 'paused');
    expect(running.tables.readColumn('batch', batchId, 'pause_reason')).toBe('refused');
    expect(String(running.tables.readColumn('batch', batchId, 'pause_detail'))).toContain('400');
    const other = running.addBatch(1);
    running.runner.wake();
    await untilBatch(running, other.batchId, 'done');
  });
});

test('an unexpected error is reported, and other documents continue', async () => {
  const running = await startRunning();
  const { batchId, ids } = running.addBatch(1);
  const path = String(running.tables.readColumn('document', ids[0] ?? 0, 'path'));
  running.rereadByPath.set(path, () => Promise.reject(new RangeError('an unexpected error')));
  const other = running.addBatch(1);
  running.runner.wake();
  await untilBatch(running, other.batchId, 'done');
  await eventually(() => expect(running.events.unexpected).toHaveLength(1), 5);
  expect(String(running.events.unexpected[0])).toContain('an unexpected error');
  expect(running.stateOfBatch(batchId)).toBe('running');
  running.events.unexpected.length = 0;
});

test('a beneficiary without documents is created for the clerk who waits for it', async () => {
  const running = await startRunning();
  const beneficiaryId = running.tables.addBeneficiary('new');
  running.tables.database.run(
    `UPDATE beneficiary SET recipient_id = NULL, payload = '{"name":"Nordlicht"}', stage = 'draft' WHERE id = $beneficiaryId`,
    { beneficiaryId },
  );
  await running.runner.createBeneficiary(beneficiaryId);
  expect(running.tables.readColumn('beneficiary', beneficiaryId, 'stage')).toBe('known');
  expect(running.countCalls('createRecipient')).toBe(1);
});
