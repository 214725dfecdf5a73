import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cancelDocuments } from '../../../src/main/features/documents/tables/assign.ts';
import { eventually } from '../../fakes/eventually.ts';
import { documentOf, type Running, startRunning } from './running.ts';

const untilBatch = (running: Running, batchId: number, state: string) =>
  eventually(() => expect(running.stateOfBatch(batchId)).toBe(state), 5);

const answerSchema = z.object({ items: z.array(z.record(z.string(), z.unknown())) });

describe('a document', () => {
  test('is retried automatically when its delay is over', async () => {
    const running = await startRunning();
    const { batchId, ids } = running.addBatch(1);
    running.tables.addDocument(batchId, 'waiting-to-retry', {
      beneficiaryId: running.tables.addBeneficiary('later'),
      retryAt: running.clock.now() + 50_000,
    });
    running.runner.wake();
    await running.untilDocuments('attached', ids);
    await eventually(() => expect(running.runner.inFlight).toEqual({ documents: 0, attaches: 0 }), 5);
    expect(running.stateOfBatch(batchId)).toBe('running');
    running.clock.skip(50_001);
    await untilBatch(running, batchId, 'done');
  });

  test('that was being sent when the computer slept restarts with a new link, without counting the attempt', async () => {
    const running = await startRunning();
    running.simulator.faults.set('upload', { kind: 'hang', times: 1 });
    const { batchId, ids } = running.addBatch(1);
    running.runner.wake();
    await running.untilDocuments('sending', ids);
    await eventually(() => expect(running.progress.listTransfers(batchId)[0]?.sent).toBe(10), 5);
    const links = running.countCalls('uploadDocuments');
    await running.runner.onSystemResume();
    await untilBatch(running, batchId, 'done');
    expect(running.countCalls('uploadDocuments')).toBe(links + 1);
    expect(running.tables.readColumn('document', ids[0] ?? 0, 'tries')).toBe(0);
  });

  test('gets a new link at once when its link is refused, and fails when the new link is refused too', async () => {
    const running = await startRunning();
    running.simulator.faults.set('upload', { kind: 'expired-link', times: 1 });
    const first = running.addBatch(1);
    running.runner.wake();
    await untilBatch(running, first.batchId, 'done');
    expect(running.countCalls('uploadDocuments')).toBe(2);
    running.simulator.faults.set('upload', { kind: 'expired-link', times: 2 });
    const second = running.addBatch(1);
    running.runner.wake();
    await running.untilDocuments('failed', second.ids);
    const reason = String(running.tables.readColumn('document', second.ids[0] ?? 0, 'reason'));
    expect(JSON.parse(reason)).toMatchObject({ code: 'link-refused', facts: { status: 403 } });
  });

  test('frees its memory when it is stored, and keeps it after a failure, because the network may still read it', async () => {
    const running = await startRunning();
    let timesFreed = 0;
    const addDocument = () => {
      const { batchId, ids } = running.addBatch(1);
      const path = String(running.tables.readColumn('document', ids[0] ?? 0, 'path'));
      const free = () => {
        timesFreed += 1;
      };
      running.rereadByPath.set(path, async () => ({ ...documentOf(new Uint8Array(10)), free }));
      return { batchId, ids };
    };
    running.simulator.faults.set('upload', { kind: 'expired-link', times: 2 });
    const failing = addDocument();
    running.runner.wake();
    await running.untilDocuments('failed', failing.ids);
    expect(timesFreed).toBe(0);
    const stored = addDocument();
    running.runner.wake();
    await untilBatch(running, stored.batchId, 'done');
    expect(timesFreed).toBe(1);
  });

  test.each([
    [{ code: 'file-changed', facts: {} }, 'failed'],
    [{ code: 'file-missing', facts: {} }, 'waiting-for-file'],
    [{ code: 'drive-away', facts: {} }, 'waiting-for-file'],
  ] as const)('whose file gives %o is %s, and no link is requested', async (reason, state) => {
    const running = await startRunning();
    const { ids } = running.addBatch(1);
    const path = String(running.tables.readColumn('document', ids[0] ?? 0, 'path'));
    running.rereadByPath.set(path, async () => ({ kind: 'not-sendable', reason }));
    running.runner.wake();
    await running.untilDocuments(state, ids);
    const written = String(running.tables.readColumn('document', ids[0] ?? 0, 'reason'));
    expect(JSON.parse(written)).toEqual(reason);
    expect(running.countCalls('uploadDocuments')).toBe(0);
  });

  test('gets a new link before the first byte when its link aged while it waited for a slot', async () => {
    const running = await startRunning();
    running.beforeProcedure = (name) => {
      // The link ages after its key was recorded.
      if (name !== 'documents.sending' || running.countCalls('uploadDocuments') > 1) return;
      running.clock.skip(11 * 60_000);
    };
    const { batchId } = running.addBatch(1);
    running.runner.wake();
    await untilBatch(running, batchId, 'done');
    expect(running.countCalls('uploadDocuments')).toBe(2);
    expect(running.countCalls('upload')).toBe(1);
  });

  test.each([
    ['link', 'items with different links'],
    ['key', 'items with different keys'],
  ] as const)('whose %s was issued to another document before is not sent', async (field, missing) => {
    const running = await startRunning();
    let repeatedValue: unknown;
    const change = (answer: unknown) => {
      const { items } = answerSchema.parse(answer);
      repeatedValue ??= items[0]?.[field];
      return { items: items.map((item) => ({ ...item, [field]: repeatedValue })) };
    };
    running.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change });
    const first = running.addBatch(1);
    running.runner.wake();
    await untilBatch(running, first.batchId, 'done');
    const uploads = running.countCalls('upload');
    const second = running.addBatch(1);
    running.runner.wake();
    await running.untilDocuments('failed', second.ids);
    const reason = String(running.tables.readColumn('document', second.ids[0] ?? 0, 'reason'));
    expect(JSON.parse(reason)).toMatchObject({ code: 'answer-not-understood', facts: { missing } });
    expect(running.countCalls('upload')).toBe(uploads);
  });

  test('that was cancelled during its link request is not sent', async () => {
    const running = await startRunning();
    const { batchId, ids } = running.addBatch(1);
    running.beforeProcedure = (name) => {
      if (name !== 'documents.sending') return;
      running.tables.run(cancelDocuments, {
        batchId,
        selection: { kind: 'all', filter: { group: null, text: '' } },
        at: 1,
        by: 'm.hansen',
      });
    };
    running.runner.wake();
    await running.untilDocuments('cancelled', ids);
    await eventually(() => expect(running.runner.inFlight.documents).toBe(0), 5);
    expect(running.countCalls('upload')).toBe(0);
  });
});
