import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import {
  assign,
  batchOf,
  beneficiaryNamed,
  callsOf,
  documents,
  dropFiles,
  errorOf,
  headOf,
  over,
  rowOf,
  select,
  start,
  startWork,
  statesOf,
  untilHead,
  type Work,
} from './work.ts';

/** Three documents of one beneficiary, two of them stored; the first was changed after the check. */
async function endWithProblem(work: Work): Promise<number> {
  const beneficiaryId = await beneficiaryNamed(work, 'Ahlström');
  const batchId = await dropFiles(work, documents(3));
  await assign(work, batchId, beneficiaryId);
  appendFileSync(join(work.folder, '1.pdf'), '%');
  await start(work, batchId);
  await over(work, batchId, 'done-with-problems');
  return batchId;
}

test('what is left undone is published after a restart, until the clerk closes the batch', async () => {
  const work = await startWork();
  const batchId = await endWithProblem(work);
  await work.restart();
  await untilHead(work, batchId, { state: 'done-with-problems', counts: { stored: 2, problem: 1 } });
  expect(await batchOf(work, batchId)).toMatchObject({
    open: true,
    documents: 3,
    attached: 0,
    stored: 2,
    waiting: 0,
    problems: 1,
    unknown: 0,
    leftOut: 0,
  });
  expect(await work.call('documents.close', { batchId, documents: 3 })).toEqual({ changed: 3 });
  await untilHead(work, batchId, { state: 'done', counts: { cancelled: 3 } });
  expect(await batchOf(work, batchId)).toMatchObject({ open: false, leftOut: 3 });
  const { id } = await rowOf(work, batchId, '2.pdf');
  const { history } = await work.call('documents.detail', { documentId: id });
  expect(history[0]).toMatchObject({ kind: 'cancelled', reason: { code: 'closed-by-clerk' } });
  expect(callsOf(work.simulator, 'updateRecipient')).toEqual([]);
  await work.restart();
  await eventually(() => expect(work.testApp.topic('session')).toMatchObject({ state: 'signed-in' }));
  expect(headOf(work, batchId)).toBeUndefined();
});

test('closing a batch is written into the activity with what stays undone', async () => {
  const work = await startWork();
  const batchId = await endWithProblem(work);
  await work.call('documents.close', { batchId, documents: 3 });
  await eventually(async () => {
    const filter = { kind: 'close-batch' as const, outcome: null, text: '' };
    const { rows } = await work.call('activity.list', { filter, offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ subject: 'Batch 1, 3 documents not attached', outcome: 'done' }]);
  });
});

test('a document of a closed batch can be sent after all, and is attached once', async () => {
  const work = await startWork();
  const batchId = await endWithProblem(work);
  await work.call('documents.close', { batchId, documents: 3 });
  await work.call('documents.include', await select(work, batchId, '2.pdf'));
  await over(work, batchId);
  expect(await statesOf(work, batchId)).toMatchObject({ '1.pdf': 'cancelled', '2.pdf': 'attached' });
  const there = work.simulator.state.recipients.get('rcp-Ahlström')?.documents ?? [];
  expect(there.map(({ name }) => name)).toEqual(['2.pdf']);
});

test('a batch with an unknown outcome is not closed, and one that runs is not either', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
  const beneficiaryId = await beneficiaryNamed(work, 'Ahlström');
  const batchId = await dropFiles(work, documents(2));
  await assign(work, batchId, beneficiaryId);
  await start(work, batchId);
  await over(work, batchId, 'done-with-problems');
  const close = () => errorOf(work.call('documents.close', { batchId, documents: 0 }));
  expect(await close()).toMatchObject({ code: 'outcomes-unknown' });
  work.simulator.faults.set('upload', { kind: 'hang' });
  const other = await dropFiles(work, documents(2, 'other '));
  await assign(work, other, await beneficiaryNamed(work, 'Brandt'));
  await start(work, other);
  const running = work.call('documents.close', { batchId: other, documents: 0 });
  expect(await errorOf(running)).toMatchObject({ code: 'batch-not-ready' });
});

test('more open batches than are shown one by one are counted, with what needs the clerk in them', async () => {
  const work = await startWork();
  const beneficiaryId = await beneficiaryNamed(work, 'Ahlström');
  const body = JSON.stringify({ message: 'Closed' });
  work.simulator.faults.set('updateRecipient', { kind: 'status', status: 422, body });
  for (let number = 1; number <= 53; number += 1) {
    const batchId = await dropFiles(work, documents(1, `${number} `));
    await assign(work, batchId, beneficiaryId);
    await start(work, batchId);
    await over(work, batchId, 'done-with-problems');
  }
  await work.restart();
  await eventually(() => {
    expect(work.testApp.topic('batches')).toHaveLength(50);
    expect(work.testApp.topic('moreBatches')).toEqual({ batches: 3, needClerk: 3 });
  });
  const { total, rows } = await work.call('documents.earlier', { offset: 0, limit: 200 });
  expect([total, rows.filter(({ open }) => open).length]).toEqual([53, 53]);
});
