import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import {
  batchOf,
  callsOf,
  checked,
  documents,
  headOf,
  over,
  received,
  rowOf,
  rowsOf,
  send,
  startWork,
  statesOf,
  untilHead,
  untilRow,
} from './work.ts';

test('what was on its way when Paydesk quit is sent from the start by the next run, once', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'hang', skip: 3 });
  const files = documents(8);
  const { batchId } = await send(work, files);
  await eventually(async () => {
    const states = Object.values(await statesOf(work, batchId));
    expect(states.filter((state) => state === 'sending')).toHaveLength(5);
    expect(states.filter((state) => state === 'stored')).toHaveLength(3);
  });
  await work.restart({ signIn: false });
  const puts = () => callsOf(work.simulator, 'upload').filter(({ status }) => status === 200).length;
  expect(puts()).toBe(3);
  work.simulator.faults.clear();
  // Without a session nothing is shown and nothing goes on.
  expect(headOf(work, batchId)).toBeUndefined();
  await work.signIn();
  await over(work, batchId);
  expect(puts()).toBe(8);
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(received(work.simulator, 'rcp-Ahlström')).toEqual(
    Object.entries(files).map(([name, bytes]) => ({ name, sha256: hash(bytes) })),
  );
});

test('quitting waits for the answer to an update, so that it is not unknown', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 1_500 });
  const { batchId } = await send(work, documents(2));
  await untilRow(work, batchId, '1.pdf', { state: 'attaching' });
  await work.restart();
  await over(work, batchId);
  expect(await statesOf(work, batchId)).toEqual({ '1.pdf': 'attached', '2.pdf': 'attached' });
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
});

test('a document that waits to be tried again is tried in its time by the next run', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'throttle', status: 429, retryAfterSeconds: 300, times: 1 });
  const { batchId } = await send(work, documents(1));
  const { retryAt } = await untilRow(work, batchId, '1.pdf', { state: 'waiting-to-retry' });
  await work.restart();
  expect(await rowOf(work, batchId, '1.pdf')).toMatchObject({ state: 'waiting-to-retry', retryAt });
  work.clock.skip(200_000);
  expect(await rowOf(work, batchId, '1.pdf')).toMatchObject({ state: 'waiting-to-retry' });
  work.clock.skip(101_000);
  await over(work, batchId);
});

test('what was dropped when Paydesk quit is listed by the next run, nothing twice and nothing forgotten', async () => {
  const work = await startWork();
  const folder = join(work.folder, 'scans');
  mkdirSync(folder);
  const number = 1_200;
  for (let index = 0; index < number; index += 1) {
    writeFileSync(join(folder, `${index}.pdf`), `%PDF-1.4\n${index}`);
  }
  const [single = ''] = await writeFiles(work.folder, { 'single.pdf': pdf('single') });
  const references = work.testApp.references([folder, single]);
  const { batchId } = await work.call('documents.add', { references });
  // Somewhere between the first file and the last one.
  await eventually(async () => expect((await batchOf(work, batchId)).documents).toBeGreaterThan(0));
  await work.restart();
  await checked(work, batchId);
  const rows = await rowsOf(work, batchId);
  expect(rows).toHaveLength(number + 1);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(number + 1);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['ready']));
});

test('a drop that was not looked at before Paydesk quit is there in the next run', async () => {
  const work = await startWork();
  const [path = ''] = await writeFiles(work.folder, { 'a.pdf': pdf('a') });
  const { batchId } = await work.call('documents.add', { references: work.testApp.references([path]) });
  await work.restart();
  await checked(work, batchId);
  expect(await statesOf(work, batchId)).toEqual({ 'a.pdf': 'ready' });
});

test('a batch that waited for a network or a session goes on after a start with both', async () => {
  const work = await startWork();
  work.network.away = true;
  const { batchId } = await send(work, documents(2));
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'offline' });
  await work.restart({ signIn: false });
  work.network.away = false;
  await work.signIn();
  // Time passes only while nothing is on its way: a skipped minute is a deadline for what is.
  await eventually(async () => {
    const states = Object.values(await statesOf(work, batchId));
    if (states.every((state) => state !== 'sending' && state !== 'attaching' && state !== 'linking'))
      work.clock.skip(60_000);
    expect((await batchOf(work, batchId)).state).toBe('done');
  });
});

test('an earlier batch comes back into view when it is opened', async () => {
  const work = await startWork();
  const { batchId } = await send(work, documents(1));
  await over(work, batchId);
  await work.restart();
  await eventually(() => expect(work.testApp.topic('session')).toMatchObject({ state: 'signed-in' }));
  expect(headOf(work, batchId)).toBeUndefined();
  await work.call('documents.open', { batchId });
  await untilHead(work, batchId, { state: 'done', documents: 1, counts: { attached: 1 } });
});
