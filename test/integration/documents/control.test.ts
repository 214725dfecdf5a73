import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nothingCancelled } from '../../../src/shared/model/cancellation.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import {
  assign,
  batchOf,
  beneficiary,
  callsOf,
  checked,
  documents,
  drop,
  dropFiles,
  errorOf,
  headOf,
  over,
  received,
  rowOf,
  rowsOf,
  select,
  send,
  start,
  startWork,
  statesOf,
  untilHead,
  untilRow,
  type Work,
} from './work.ts';

const hour = 3_600_000;

/** Six documents of which two are stored and four are on their way, and stay there. */
async function midway(): Promise<{ work: Work; batchId: number; beneficiaryId: number }> {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  const sent = await send(work, documents(6));
  await eventually(async () => {
    const states = Object.values(await statesOf(work, sent.batchId)).sort();
    expect(states).toEqual(['sending', 'sending', 'sending', 'sending', 'stored', 'stored']);
  });
  return { work, ...sent };
}

test('a pause takes everything off its way at once, and a resume sends it', async () => {
  const { work, batchId } = await midway();
  await work.call('documents.pause', { batchId });
  await eventually(async () => {
    const states = Object.values(await statesOf(work, batchId)).sort();
    expect(states).toEqual(['ready', 'ready', 'ready', 'ready', 'stored', 'stored']);
  });
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'user', transfers: [], rate: null });
  const asked = callsOf(work.simulator, 'uploadDocuments').length;
  work.simulator.faults.clear();
  work.clock.skip(hour);
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'user' });
  expect(callsOf(work.simulator, 'uploadDocuments')).toHaveLength(asked);
  await work.call('documents.resume', { batchId });
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(6);
});

test('a pause by the clerk outlasts a restart and a sign-in', async () => {
  const { work, batchId } = await midway();
  await work.call('documents.pause', { batchId });
  work.simulator.faults.clear();
  await work.restart();
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'user', resumed: null });
  expect(callsOf(work.simulator, 'updateRecipient')).toEqual([]);
  await work.call('documents.resume', { batchId });
  await over(work, batchId);
});

test('one batch is paused while another one goes on', async () => {
  const { work, batchId } = await midway();
  await work.call('documents.pause', { batchId });
  work.simulator.faults.clear();
  const { batchId: other } = await send(work, documents(3, 'other '), 'Other');
  await over(work, other);
  expect((await batchOf(work, batchId)).state).toBe('paused');
});

test('a cancelled batch sends nothing more, and what is attached stays attached', async () => {
  const { work, batchId } = await midway();
  await work.call('documents.cancel', { batchId });
  await over(work, batchId, 'cancelled');
  const row = await rowOf(work, batchId, '1.pdf');
  expect(row).toMatchObject({
    state: 'cancelled',
    group: 'cancelled',
    reason: { code: 'cancelled-by-clerk', facts: { by: 'm.hansen' } },
  });
  work.simulator.faults.clear();
  await untilHead(work, batchId, { state: 'cancelled', counts: { cancelled: 6 }, transfers: [] });
  const calls = work.simulator.calls().length;
  work.clock.skip(hour);
  expect(new Set(Object.values(await statesOf(work, batchId)))).toEqual(new Set(['cancelled']));
  expect(work.simulator.calls()).toHaveLength(calls);
  expect(callsOf(work.simulator, 'updateRecipient')).toEqual([]);
});

test('an update that is on its way when its batch is cancelled is waited for', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 1_500 });
  const { batchId } = await send(work, documents(2));
  await untilRow(work, batchId, '1.pdf', { state: 'attaching' });
  await work.call('documents.cancel', { batchId });
  expect(await statesOf(work, batchId)).toEqual({ '1.pdf': 'attaching', '2.pdf': 'attaching' });
  await untilRow(work, batchId, '1.pdf', { state: 'attached' });
  expect((await batchOf(work, batchId)).state).toBe('cancelled');
});

test('chosen documents are cancelled wherever they are, and the others go on', async () => {
  const { work, batchId } = await midway();
  const rows = await rowsOf(work, batchId);
  const names = ['sending', 'stored'].map((state) => rows.find((row) => row.state === state)?.name ?? '');
  expect(await work.call('documents.cancelDocuments', await select(work, batchId, ...names))).toEqual({
    changed: 2,
    outcome: { ...nothingCancelled, stored: 1, uploading: 1 },
  });
  work.simulator.faults.clear();
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(4);
  for (const name of names) expect(await rowOf(work, batchId, name)).toMatchObject({ state: 'cancelled' });
});

test('a cancelled document can be taken back in while its batch runs', async () => {
  const { work, batchId } = await midway();
  await work.call('documents.cancelDocuments', await select(work, batchId, '6.pdf'));
  await work.call('documents.include', await select(work, batchId, '6.pdf'));
  work.simulator.faults.clear();
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(6);
});

test('a document that is taken back in before its first attempt has ended is sent once', async () => {
  const work = await startWork();
  // A login is waited for whatever happens to the document.
  work.clock.skip(51 * 60_000);
  work.simulator.faults.set('login', { kind: 'delay', milliseconds: 1_500 });
  const { batchId } = await send(work, documents(1));
  await untilRow(work, batchId, '1.pdf', { state: 'linking' });
  await work.call('documents.cancelDocuments', await select(work, batchId));
  await work.call('documents.include', await select(work, batchId));
  await over(work, batchId);
  expect(work.simulator.state.linksIssued).toBe(1);
  expect(callsOf(work.simulator, 'upload')).toHaveLength(1);
});

test('a document that is left out while it waits to be tried again is not tried again', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'throttle', status: 429, retryAfterSeconds: 60, times: 1 });
  const { batchId } = await send(work, documents(1));
  await untilRow(work, batchId, '1.pdf', { state: 'waiting-to-retry' });
  await work.call('documents.exclude', await select(work, batchId));
  await over(work, batchId);
  work.clock.skip(hour);
  expect(await rowOf(work, batchId, '1.pdf')).toMatchObject({ state: 'excluded', retryAt: null });
  expect(callsOf(work.simulator, 'upload')).toHaveLength(1);
});

test('a document that waits to be tried again is tried at once when the clerk says so', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'throttle', status: 429, retryAfterSeconds: 600, times: 1 });
  const { batchId } = await send(work, documents(1));
  await untilRow(work, batchId, '1.pdf', { state: 'waiting-to-retry' });
  await work.call('documents.retry', await select(work, batchId));
  await over(work, batchId);
});

test('what waits for its file keeps the batch open until it is back or left out', async () => {
  const work = await startWork();
  const id = await beneficiary(work, 'A');
  const batchId = await drop(work, join(work.folder, 'a.pdf'), join(work.folder, 'b.pdf'));
  await assign(work, batchId, id);
  expect(await work.call('documents.review', { batchId })).toMatchObject({ waiting: 2, toAttach: 2 });
  await start(work, batchId);
  await untilHead(work, batchId, { state: 'running', counts: { 'waiting-for-file': 2 } });
  writeFileSync(join(work.folder, 'a.pdf'), pdf('a'));
  await work.call('documents.recheck', await select(work, batchId, 'a.pdf'));
  await untilRow(work, batchId, 'a.pdf', { state: 'stored', attachesAfter: 1 });
  await work.call('documents.exclude', await select(work, batchId, 'b.pdf'));
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-A')).toHaveLength(1);
});

test('a document that was not accepted joins a running batch once it is right', async () => {
  const work = await startWork();
  const id = await beneficiary(work, 'A');
  const batchId = await dropFiles(work, { 'a.pdf': Buffer.from('no PDF yet'), 'b.pdf': pdf('b') });
  await assign(work, batchId, id, 'b.pdf');
  await start(work, batchId);
  await over(work, batchId);
  writeFileSync(join(work.folder, 'a.pdf'), pdf('a'));
  await work.call('documents.recheck', await select(work, batchId, 'a.pdf'));
  await untilRow(work, batchId, 'a.pdf', { state: 'ready' });
  await assign(work, batchId, id, 'a.pdf');
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-A').map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
});

test('a prepared batch is discarded without a trace, also while it is checked; a started one is kept', async () => {
  const work = await startWork();
  const batchId = await dropFiles(work, documents(3));
  await work.call('documents.discard', { batchId });
  await eventually(() => expect(headOf(work, batchId)).toBeUndefined());
  expect(await errorOf(work.call('documents.review', { batchId }))).toMatchObject({ code: 'batch-unknown' });

  const references = work.testApp.references([work.folder]);
  const hurried = await work.call('documents.add', { references });
  await work.call('documents.discard', hurried);
  const { batchId: next } = await send(work, documents(2, 'next '));
  expect(next).toBeGreaterThan(hurried.batchId);
  await over(work, next);
  expect(await errorOf(work.call('documents.discard', { batchId: next }))).toMatchObject({
    code: 'batch-not-ready',
  });
  const { total } = await work.call('documents.earlier', { offset: 0, limit: 9 });
  expect(total).toBe(1);
});

test('a batch that is cancelled while it is listed gets no more documents', async () => {
  const work = await startWork();
  const batchId = await dropFiles(work, documents(3));
  const references = work.testApp.references([work.folder]);
  await work.call('documents.add', { references });
  await work.call('documents.cancel', { batchId });
  const states = () => statesOf(work, batchId);
  await eventually(async () =>
    expect(new Set(Object.values(await states()))).toEqual(new Set(['cancelled'])),
  );
  const next = await dropFiles(work, documents(1, 'next '));
  await checked(work, next);
  expect(new Set(Object.values(await states()))).toEqual(new Set(['cancelled']));
});

test('files that are dropped while a batch runs begin a new one', async () => {
  const { work, batchId } = await midway();
  const next = await dropFiles(work, documents(2, 'next '));
  expect(next).not.toBe(batchId);
  expect(await batchOf(work, next)).toMatchObject({ state: 'draft', documents: 2, number: 2 });
  expect(await batchOf(work, batchId)).toMatchObject({ documents: 6 });
});

test.each(['pause', 'resume'] as const)(
  'only a batch that was started and is not over takes a %s',
  async (what) => {
    const work = await startWork();
    const draft = await dropFiles(work, documents(1));
    const command = `documents.${what}` as const;
    expect(await errorOf(work.call(command, { batchId: draft }))).toMatchObject({ code: 'batch-not-ready' });
    await assign(work, draft, await beneficiary(work, 'A'));
    await start(work, draft);
    await over(work, draft);
    expect(await errorOf(work.call(command, { batchId: draft }))).toMatchObject({ code: 'batch-not-ready' });
  },
);

test('leaving the last problem out ends a batch without problems', async () => {
  const work = await startWork();
  work.simulator.faults.set('uploadDocuments', { kind: 'status', status: 422, times: 1 });
  const { batchId } = await send(work, documents(1));
  await over(work, batchId, 'done-with-problems');
  await work.call('documents.exclude', await select(work, batchId));
  await over(work, batchId);
});

test('quitting asks only while something is on its way, and says what', async () => {
  const { work, batchId } = await midway();
  work.platform.answers.ask = 1;
  expect(await work.testApp.app.prepareToQuit()).toBe(false);
  expect(work.platform.seen.questions[0]).toContain('4 files are on the way');
  work.platform.answers.ask = 0;
  expect(await work.testApp.app.prepareToQuit()).toBe(true);
  work.simulator.faults.clear();
  await over(work, batchId);
  await eventually(async () => expect(await work.testApp.app.prepareToQuit()).toBe(true));
  expect(work.platform.seen.questions).toHaveLength(2);
});
