import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import {
  callsOf,
  documents,
  over,
  received,
  rowOf,
  rowsOf,
  select,
  send,
  startWork,
  statesOf,
  untilHead,
} from './work.ts';

const minute = 60_000;
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test.each([
  ['small', 0],
  ['large', 9_000_000],
])(
  'an expired link of a %s document costs exactly one fresh one, and the same bytes go out',
  async (_, size) => {
    const work = await startWork();
    const bytes = pdf('a', size);
    work.simulator.faults.set('upload', { kind: 'expired-link', times: 1 });
    const { batchId } = await send(work, { 'a.pdf': bytes });
    await over(work, batchId);
    expect(received(work.simulator, 'rcp-Ahlström')).toEqual([{ name: 'a.pdf', sha256: hash(bytes) }]);
    expect(callsOf(work.simulator, 'uploadDocuments')).toHaveLength(2);
    expect(callsOf(work.simulator, 'upload').map(({ status }) => status)).toEqual([403, 200]);
    const { id } = await rowOf(work, batchId, 'a.pdf');
    const { history } = await work.call('documents.detail', { documentId: id });
    expect(history.map(({ kind }) => kind)).not.toContain('retrying');
  },
);

test('a link that is refused twice fails the document, and a retry begins anew', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'expired-link' });
  const { batchId } = await send(work, { 'a.pdf': pdf('a') });
  await over(work, batchId, 'done-with-problems');
  expect(await rowOf(work, batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'link-refused', facts: { status: 403, message: 'AccessDenied' } },
  });
  expect(callsOf(work.simulator, 'upload')).toHaveLength(2);
  work.simulator.faults.clear();
  await work.call('documents.retry', await select(work, batchId));
  await over(work, batchId);
});

test('fresh links that are refused again and again pause the batch', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'expired-link' });
  const { batchId } = await send(work, documents(20));
  const head = await untilHead(work, batchId, { state: 'paused', pauseReason: 'refused' });
  expect(head.pauseDetail).toContain('403 AccessDenied');
  const failed = (await rowsOf(work, batchId)).filter(({ state }) => state === 'failed');
  expect(failed.length).toBeLessThanOrEqual(7);
});

test.each([
  ['forth', 11 * minute],
  ['back', -11 * minute],
])('a link is dropped unused when the clock went %s by more than ten minutes', async (_, jump) => {
  const work = await startWork();
  const change = (value: unknown) => {
    work.clock.setWall(jump);
    return value;
  };
  work.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, times: 1 });
  const { batchId } = await send(work, { 'a.pdf': pdf('a') });
  await over(work, batchId);
  expect(callsOf(work.simulator, 'uploadDocuments')).toHaveLength(2);
  expect(callsOf(work.simulator, 'upload')).toHaveLength(1);
});

test('a link that grows old unused twice fails nothing', async () => {
  const work = await startWork();
  let jump = 0;
  const change = (value: unknown) => {
    jump += 11 * minute;
    work.clock.setWall(jump);
    return value;
  };
  work.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, times: 2 });
  const { batchId } = await send(work, { 'a.pdf': pdf('a') });
  await over(work, batchId);
  expect(callsOf(work.simulator, 'upload').map(({ status }) => status)).toEqual([200]);
});

test('a link is used when it is nine minutes old', async () => {
  const work = await startWork();
  const change = (value: unknown) => {
    work.clock.setWall(9 * minute);
    return value;
  };
  work.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, times: 1 });
  const { batchId } = await send(work, { 'a.pdf': pdf('a') });
  await over(work, batchId);
  expect(callsOf(work.simulator, 'uploadDocuments')).toHaveLength(1);
});

test('over hours of trouble no link is older than ten minutes when it is used, and none is asked for early', async () => {
  const work = await startWork();
  work.random.fraction = 0.99;
  work.simulator.faults.set('upload', { kind: 'status', status: 503, probability: 0.2 });
  const { batchId } = await send(work, documents(40));
  const moving = new Set(['ready', 'linking', 'sending']);
  for (let waiting = 1; waiting > 0; ) {
    // Time passes only while nothing is on its way, so that it is no request that takes minutes.
    await eventually(async () => {
      const states = Object.values(await statesOf(work, batchId));
      expect(states.filter((state) => moving.has(state))).toEqual([]);
      waiting = states.filter((state) => state === 'waiting-to-retry').length;
    });
    if (waiting > 0) work.clock.skip(minute);
  }
  await over(work, batchId);
  const uploads = callsOf(work.simulator, 'upload');
  expect(Math.max(...uploads.map(({ linkAge }) => linkAge ?? 0))).toBeLessThan(10 * minute);
  expect(uploads.length).toBeGreaterThan(40);
  expect(work.simulator.state.linksIssued).toBe(uploads.length);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(40);
});
