import { describe, expect } from 'vitest';
import { z } from 'zod';
import { cancelDocuments } from '../../../../../src/main/features/documents/database/assign/assign.ts';
import { documentOf, test } from './running.ts';

const answerSchema = z.object({ items: z.array(z.record(z.string(), z.unknown())) });

describe('a document', () => {
  test('is retried automatically when its delay is over', async ({ running }) => {
    const { batchId, ids } = running.addBatch(1);
    running.tables.addDocument(batchId, 'waiting-to-retry', {
      beneficiaryId: running.tables.addBeneficiary('later'),
      retryAt: running.clock.now() + 50_000,
    });
    running.runner.wake();
    await running.untilDocuments('attached', ids);
    await running.untilInFlight(0);
    expect(running.stateOfBatch(batchId)).toBe('running');
    running.clock.skip(50_001);
    await running.untilBatch(batchId, 'done');
  });

  test('gets a new link when its link is refused, and fails when both are', async ({ running }) => {
    running.setFault('upload', { kind: 'expired-link', times: 1 });
    const first = running.startBatch();
    await running.untilBatch(first.batchId, 'done');
    expect(running.countCalls('uploadDocuments')).toBe(2);
    running.setFault('upload', { kind: 'expired-link', times: 2 });
    const { id } = running.startBatch();
    await running.untilDocuments('failed', [id]);
    expect(running.reasonOf(id)).toMatchObject({ code: 'link-refused', facts: { status: 403 } });
  });

  test('frees its memory when it is stored, but not while the network may read it', async ({ running }) => {
    let timesFreed = 0;
    const free = () => {
      timesFreed += 1;
    };
    const startBatch = () => {
      const batch = running.addBatch(1);
      running.setReread(batch.id, async () => ({ ...documentOf(new Uint8Array(10)), free }));
      running.runner.wake();
      return batch;
    };
    running.setFault('upload', { kind: 'expired-link', times: 2 });
    await running.untilDocuments('failed', startBatch().ids);
    expect(timesFreed).toBe(0);
    await running.untilBatch(startBatch().batchId, 'done');
    expect(timesFreed).toBe(1);
  });

  test.for([
    ['file-changed', 'failed'],
    ['file-missing', 'waiting-for-file'],
    ['drive-away', 'waiting-for-file'],
  ] as const)('whose file gives %s is %s, and no link is requested', async ([code, state], { running }) => {
    const { id, ids } = running.addBatch(1);
    const reason = { code, facts: {} };
    running.setReread(id, async () => ({ kind: 'not-sendable', reason }));
    running.runner.wake();
    await running.untilDocuments(state, ids);
    expect(running.reasonOf(id)).toEqual(reason);
    expect(running.countCalls('uploadDocuments')).toBe(0);
  });

  test('gets a new link when its link aged while it waited for a slot', async ({ running }) => {
    running.procedures.before = (name) => {
      // The link ages after its key was recorded.
      if (name === 'documents.sending' && running.countCalls('uploadDocuments') === 1)
        running.clock.skip(11 * 60_000);
    };
    await running.untilBatch(running.startBatch().batchId, 'done');
    expect(running.countCalls('uploadDocuments')).toBe(2);
    expect(running.countCalls('upload')).toBe(1);
  });

  test.for(['link', 'key'])('whose %s another document had is not sent', async (field, { running }) => {
    let repeatedValue: unknown;
    const change = (answer: unknown) => {
      const { items } = answerSchema.parse(answer);
      repeatedValue ??= items[0]?.[field];
      return { items: items.map((item) => ({ ...item, [field]: repeatedValue })) };
    };
    running.setFault('uploadDocuments', { kind: 'rewrite', change });
    await running.untilBatch(running.startBatch().batchId, 'done');
    const uploads = running.countCalls('upload');
    const { id } = running.startBatch();
    await running.untilDocuments('failed', [id]);
    const facts = { missing: `items with different ${field}s` };
    expect(running.reasonOf(id)).toMatchObject({ code: 'answer-not-understood', facts });
    expect(running.countCalls('upload')).toBe(uploads);
  });

  test('that was cancelled during its link request is not sent', async ({ running }) => {
    const { batchId, ids } = running.addBatch(1);
    running.procedures.before = (name) => {
      const selection = { kind: 'some' as const, ids };
      if (name === 'documents.sending')
        running.tables.run(cancelDocuments, { batchId, selection, at: 1, by: 'm.hansen' });
    };
    running.runner.wake();
    await running.untilDocuments('cancelled', ids);
    await running.untilInFlight(0);
    expect(running.countCalls('upload')).toBe(0);
  });
});
