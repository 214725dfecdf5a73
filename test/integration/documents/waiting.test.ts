import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DocumentState } from '../../../src/shared/model/document.ts';
import { needsOf } from '../../fakes/compare-needs-you.ts';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import {
  assign,
  beneficiary,
  callsOf,
  documents,
  drop,
  dropFiles,
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

/** Lets time pass for as long as a document waits, and no longer: a call under way would look silent. */
async function passWhile(work: Work, batchId: number, name: string, waits: DocumentState): Promise<void> {
  await eventually(async () => {
    const { state } = await rowOf(work, batchId, name);
    if (state === waits) work.clock.skip(20_000);
    expect(state).not.toBe(waits);
  });
}

test('a proxy whose question is left open is waited for, named, and got past when it lets through', async () => {
  const work = await startWork();
  const proxy = await startProxy(407);
  work.network.way = `PROXY ${proxy.address}`;
  const { batchId } = await send(work, documents(6));
  await eventually(() => expect(work.testApp.topic('proxyQuestion')).toMatchObject({ proxy: proxy.address }));
  await work.call('network.answerProxy', { proxy: proxy.address, user: null, password: null });
  const head = await untilHead(work, batchId, { state: 'paused', pauseReason: 'proxy' });
  expect(head.pauseDetail).toMatch(/^127\.0\.0\.1:\d+$/);
  await eventually(async () => {
    expect(new Set(Object.values(await statesOf(work, batchId)))).toEqual(new Set(['ready']));
  });
  work.network.way = 'DIRECT';
  work.clock.skip(60_000);
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(6);
});

test('after a sleep what was on its way starts over with new links, and no try is counted', async () => {
  const work = await startWork();
  let awake = false;
  work.simulator.faults.set('upload', { kind: 'hang', when: () => !awake });
  const { batchId } = await send(work, documents(4));
  await eventually(async () => {
    expect(new Set(Object.values(await statesOf(work, batchId)))).toEqual(new Set(['sending']));
  });
  work.platform.suspend();
  work.clock.setWall(9 * hour);
  awake = true;
  work.platform.resume();
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(4);
  expect(work.simulator.state.linksIssued).toBeGreaterThanOrEqual(8);
  for (const { id } of await rowsOf(work, batchId)) {
    const { history } = await work.call('documents.detail', { documentId: id });
    expect(history.map(({ kind }) => kind)).not.toContain('retrying');
  }
});

test.each([-30 * hour, 30 * hour])('a wall clock that is set by %i ms delays no retry', async (by) => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'status', status: 500, times: 1 });
  work.random.fraction = 0.999;
  const { batchId } = await send(work, documents(1));
  await untilRow(work, batchId, '1.pdf', { state: 'waiting-to-retry' });
  work.clock.setWall(by);
  await passWhile(work, batchId, '1.pdf', 'waiting-to-retry');
  await over(work, batchId);
  expect(callsOf(work.simulator, 'upload')).toHaveLength(2);
});

test('an update that was put off is made in its time although the wall clock was set back', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', {
    kind: 'throttle',
    status: 429,
    retryAfterSeconds: 20,
    times: 1,
  });
  const { batchId } = await send(work, documents(1));
  await eventually(() => expect(headOf(work, batchId)?.held?.host).toBeDefined());
  work.clock.setWall(-30 * hour);
  work.clock.skip(21_000);
  await over(work, batchId);
});

test('all batches are paused and go on together', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'hang' });
  const first = await send(work, documents(3, 'a '), 'A');
  const second = await send(work, documents(3, 'b '), 'B');
  await untilRow(work, first.batchId, 'a 1.pdf', { state: 'sending' });
  expect(await work.call('documents.pauseAll', {})).toEqual({ changed: 2 });
  expect(await work.call('documents.pauseAll', {})).toEqual({ changed: 0 });
  for (const { batchId } of [first, second]) {
    await untilHead(work, batchId, { state: 'paused', pauseReason: 'user', transfers: [] });
    expect(new Set(Object.values(await statesOf(work, batchId)))).toEqual(new Set(['ready']));
  }
  work.simulator.faults.clear();
  expect(await work.call('documents.resumeAll', {})).toEqual({ changed: 2 });
  for (const { batchId } of [first, second]) await over(work, batchId);
  expect(await work.call('documents.resumeAll', {})).toEqual({ changed: 0 });
});

test('pausing all while the network is away outlasts the network', async () => {
  const work = await startWork();
  work.network.away = true;
  const { batchId } = await send(work, documents(2));
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'offline' });
  await work.call('documents.pauseAll', {});
  work.network.away = false;
  work.clock.skip(60_000);
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'user' });
  expect((await rowOf(work, batchId, '1.pdf')).state).toBe('ready');
  await work.call('documents.resumeAll', {});
  await over(work, batchId);
});

test.each([
  ['small', 0],
  ['large', 9_000_000],
])('a %s file that is back goes on by itself, with the bytes that were confirmed', async (_, size) => {
  const work = await startWork();
  const bytes = pdf('a', size);
  const batchId = await dropFiles(work, { 'a.pdf': bytes, 'b.pdf': pdf('b') });
  await assign(work, batchId, await beneficiary(work, 'A'));
  rmSync(join(work.folder, 'a.pdf'));
  await start(work, batchId);
  await untilRow(work, batchId, 'a.pdf', {
    state: 'waiting-for-file',
    reason: { code: 'file-missing', facts: {} },
  });
  await untilRow(work, batchId, 'b.pdf', { state: 'stored' });
  work.clock.skip(20_000);
  writeFileSync(join(work.folder, 'a.pdf'), bytes);
  await passWhile(work, batchId, 'a.pdf', 'waiting-for-file');
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-A').map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
});

test('a file that is back with other content is not sent until the clerk has seen it', async () => {
  const work = await startWork();
  const batchId = await dropFiles(work, { 'a.pdf': pdf('as confirmed') });
  await assign(work, batchId, await beneficiary(work, 'A'));
  rmSync(join(work.folder, 'a.pdf'));
  await start(work, batchId);
  await untilRow(work, batchId, 'a.pdf', { state: 'waiting-for-file' });
  writeFileSync(join(work.folder, 'a.pdf'), pdf('something else'));
  await passWhile(work, batchId, 'a.pdf', 'waiting-for-file');
  await over(work, batchId, 'done-with-problems');
  expect(await rowOf(work, batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'file-changed' },
  });
  expect(work.simulator.state.linksIssued).toBe(0);
  await work.call('documents.recheck', await select(work, batchId));
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-A')).toHaveLength(1);
});

test('a file that was away when it was dropped is there for the review when it is back', async () => {
  const work = await startWork();
  const path = join(work.folder, 'a.pdf');
  const batchId = await drop(work, path);
  await untilRow(work, batchId, 'a.pdf', { state: 'waiting-for-file' });
  writeFileSync(path, pdf('a'));
  await passWhile(work, batchId, 'a.pdf', 'waiting-for-file');
  await untilRow(work, batchId, 'a.pdf', { state: 'ready' });
  await untilHead(work, batchId, { state: 'draft' });
});

test('a file that comes back while its batch is paused is checked, and waits for the clerk', async () => {
  const work = await startWork();
  const path = join(work.folder, 'a.pdf');
  const batchId = await dropFiles(work, { 'a.pdf': pdf('a'), 'b.pdf': pdf('b') });
  await assign(work, batchId, await beneficiary(work, 'A'));
  rmSync(path);
  await start(work, batchId);
  await untilRow(work, batchId, 'a.pdf', { state: 'waiting-for-file' });
  await untilRow(work, batchId, 'b.pdf', { state: 'stored' });
  await work.call('documents.pause', { batchId });
  writeFileSync(path, pdf('a'));
  await passWhile(work, batchId, 'a.pdf', 'waiting-for-file');
  await untilRow(work, batchId, 'a.pdf', { state: 'ready' });
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'user' });
  await work.call('documents.resume', { batchId });
  await over(work, batchId);
});

test('a disk that is full for the database stops everything, says so, and costs no more than time', async () => {
  const work = await startWork({ storeEntry: new URL('full-disk-store.ts', import.meta.url) });
  const mark = join(work.dataFolder, 'paydesk.db.full');
  const full = ({ number }: { number: number }) => {
    if (number === 10) writeFileSync(mark, '');
    return false;
  };
  work.simulator.faults.set('upload', { kind: 'delay', milliseconds: 0, when: full });
  const files = documents(120);
  const { batchId } = await send(work, files);
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'disk-full' });
  const lines = async () => (await needsOf(work)).needs.map(({ kind }) => kind);
  await eventually(async () => expect(await lines()).toContain('disk-full'));
  rmSync(mark);
  work.simulator.faults.clear();
  await eventually(() => {
    const waits = headOf(work, batchId)?.pauseReason === 'disk-full';
    if (waits) work.clock.skip(5_000);
    expect(waits).toBe(false);
  });
  await eventually(async () => expect(await lines()).not.toContain('disk-full'));
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(120);
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
  expect(await work.call('activity.verify', {})).toMatchObject({ brokenAt: null });
  const uploads = callsOf(work.simulator, 'upload').length;
  const logged = await work.call('activity.list', {
    filter: { kind: 'upload', outcome: null, text: '' },
    offset: 0,
    limit: 1,
  });
  expect(logged.total).toBe(uploads);
});
