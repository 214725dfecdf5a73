import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { errorOf } from '../../fakes/error-of.ts';
import { eventually } from '../../fakes/eventually.ts';
import { type DocumentsFixture, sampleDocuments, test } from './documents-fixture.ts';

/** Ends a batch of three documents with problems: the first file changed after its check, the other documents are stored. */
async function endWithProblem(fixture: DocumentsFixture): Promise<number> {
  const beneficiaryId = await fixture.findOrAddBeneficiary('Ahlström');
  const batchId = await fixture.dropFiles(sampleDocuments(3));
  await fixture.assign(batchId, beneficiaryId);
  appendFileSync(join(fixture.folder, '1.pdf'), '%');
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId, 'done-with-problems');
  return batchId;
}

test('a batch with open documents is shown after a restart until the clerk closes it', async ({
  fixture,
}) => {
  const batchId = await endWithProblem(fixture);
  await fixture.restart();
  await fixture.untilBatchSummary(batchId, {
    state: 'done-with-problems',
    counts: { stored: 2, problem: 1 },
  });
  expect(await fixture.batchOf(batchId)).toMatchObject({
    open: true,
    documents: 3,
    attached: 0,
    stored: 2,
    waiting: 0,
    problems: 1,
    unknown: 0,
    leftOut: 0,
  });
  expect(await fixture.call('documents.batch', { action: 'close', batchId, documents: 3 })).toEqual({
    changed: 3,
  });
  await fixture.untilBatchSummary(batchId, { state: 'done', counts: { cancelled: 3 } });
  expect(await fixture.batchOf(batchId)).toMatchObject({ open: false, leftOut: 3 });
  const { id } = await fixture.rowOf(batchId, '2.pdf');
  const { history } = await fixture.call('documents.detail', { documentId: id });
  expect(history[0]).toMatchObject({ kind: 'cancelled', reason: { code: 'closed-by-clerk' } });
  expect(fixture.callsOf('updateRecipient')).toEqual([]);
  await fixture.restart();
  await eventually(() => expect(fixture.testApp.topic('session')).toMatchObject({ state: 'signed-in' }));
  expect(fixture.batchSummaryOf(batchId)).toBeUndefined();
});

test('closing a batch is recorded in the activity log with its open documents', async ({ fixture }) => {
  const batchId = await endWithProblem(fixture);
  await fixture.call('documents.batch', { action: 'close', batchId, documents: 3 });
  await eventually(async () => {
    const filter = { kind: 'close-batch' as const, outcome: null, text: '' };
    const { rows } = await fixture.call('activity.list', { filter, offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ subject: 'Batch 1, 3 documents not attached', outcome: 'done' }]);
  });
});

test('a document of a closed batch can still be sent and is attached once', async ({ fixture }) => {
  const batchId = await endWithProblem(fixture);
  await fixture.call('documents.batch', { action: 'close', batchId, documents: 3 });
  await fixture.changeDocuments('include', batchId, '2.pdf');
  await fixture.untilFinished(batchId);
  expect(await fixture.statesOf(batchId)).toMatchObject({ '1.pdf': 'cancelled', '2.pdf': 'attached' });
  const attachedDocuments = fixture.simulator.state.recipients.get('rcp-Ahlström')?.documents ?? [];
  expect(attachedDocuments.map(({ name }) => name)).toEqual(['2.pdf']);
});

test('a batch that is running or has an unknown outcome cannot be closed', async ({ fixture }) => {
  fixture.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
  const beneficiaryId = await fixture.findOrAddBeneficiary('Ahlström');
  const batchId = await fixture.dropFiles(sampleDocuments(2));
  await fixture.assign(batchId, beneficiaryId);
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId, 'done-with-problems');
  const closeBatch = () =>
    errorOf(fixture.call('documents.batch', { action: 'close', batchId, documents: 0 }));
  expect(await closeBatch()).toMatchObject({ code: 'outcomes-unknown' });
  fixture.simulator.faults.set('upload', { kind: 'hang' });
  const runningBatchId = await fixture.dropFiles(sampleDocuments(2, 'other '));
  await fixture.assign(runningBatchId, await fixture.findOrAddBeneficiary('Brandt'));
  await fixture.startBatch(runningBatchId);
  const closeAttempt = fixture.call('documents.batch', {
    action: 'close',
    batchId: runningBatchId,
    documents: 0,
  });
  await expect(closeAttempt).rejects.toMatchObject({ code: 'batch-not-ready' });
});

test('only 50 open batches are published; further batches are counted, with those that need the clerk', async ({
  fixture,
}) => {
  const beneficiaryId = await fixture.findOrAddBeneficiary('Ahlström');
  const body = JSON.stringify({ message: 'Closed' });
  fixture.simulator.faults.set('updateRecipient', { kind: 'status', status: 422, body });
  for (let number = 1; number <= 53; number += 1) {
    const batchId = await fixture.dropFiles(sampleDocuments(1, `${number} `));
    await fixture.assign(batchId, beneficiaryId);
    await fixture.startBatch(batchId);
    await fixture.untilFinished(batchId, 'done-with-problems');
  }
  await fixture.restart();
  await eventually(() => {
    expect(fixture.testApp.topic('batches')).toHaveLength(50);
    expect(fixture.testApp.topic('moreBatches')).toEqual({ batches: 3, needClerk: 3 });
  });
  const { total, rows } = await fixture.call('documents.earlier', { offset: 0, limit: 200 });
  expect([total, rows.filter(({ open }) => open).length]).toEqual([53, 53]);
});
