import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import {
  batchOf,
  batchSummaryOf,
  callsOf,
  receivedDocuments,
  rowOf,
  rowsOf,
  sampleDocuments,
  send,
  startDocumentsFixture,
  statesOf,
  untilBatchSummary,
  untilChecked,
  untilFinished,
  untilRow,
} from './documents-fixture.ts';

test('the next run sends uploads again, once, that quitting interrupted', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 3 });
  const files = sampleDocuments(8);
  const { batchId } = await send(fixture, files);
  await eventually(async () => {
    const states = Object.values(await statesOf(fixture, batchId));
    expect(states.filter((state) => state === 'sending')).toHaveLength(5);
    expect(states.filter((state) => state === 'stored')).toHaveLength(3);
  });
  await fixture.restart({ signIn: false });
  const countUploads = () =>
    callsOf(fixture.simulator, 'upload').filter(({ status }) => status === 200).length;
  expect(countUploads()).toBe(3);
  fixture.simulator.faults.clear();
  // Without a session nothing is shown and nothing is sent.
  expect(batchSummaryOf(fixture, batchId)).toBeUndefined();
  await fixture.signIn();
  await untilFinished(fixture, batchId);
  expect(countUploads()).toBe(8);
  expect(callsOf(fixture.simulator, 'updateRecipient')).toHaveLength(1);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toEqual(
    Object.entries(files).map(([name, bytes]) => ({ name, sha256: hash(bytes) })),
  );
});

test('quitting waits for the answer to an update, so that its outcome is known', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 1_500 });
  const { batchId } = await send(fixture, sampleDocuments(2));
  await untilRow(fixture, batchId, '1.pdf', { state: 'attaching' });
  await fixture.restart();
  await untilFinished(fixture, batchId);
  expect(await statesOf(fixture, batchId)).toEqual({ '1.pdf': 'attached', '2.pdf': 'attached' });
  expect(callsOf(fixture.simulator, 'updateRecipient')).toHaveLength(1);
});

test('after a restart, a document that waits for a retry is retried at the time that was planned before', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('upload', { kind: 'throttle', status: 429, retryAfterSeconds: 300, times: 1 });
  const { batchId } = await send(fixture, sampleDocuments(1));
  const { retryAt } = await untilRow(fixture, batchId, '1.pdf', { state: 'waiting-to-retry' });
  await fixture.restart();
  expect(await rowOf(fixture, batchId, '1.pdf')).toMatchObject({ state: 'waiting-to-retry', retryAt });
  fixture.clock.skip(200_000);
  expect(await rowOf(fixture, batchId, '1.pdf')).toMatchObject({ state: 'waiting-to-retry' });
  fixture.clock.skip(101_000);
  await untilFinished(fixture, batchId);
});

test('the next run lists a folder completely, each file once, when quitting interrupted the listing', async () => {
  const fixture = await startDocumentsFixture();
  const folder = join(fixture.folder, 'scans');
  mkdirSync(folder);
  const fileCount = 1_200;
  for (let index = 0; index < fileCount; index += 1) {
    writeFileSync(join(folder, `${index}.pdf`), `%PDF-1.4\n${index}`);
  }
  const [single = ''] = await writeFiles(fixture.folder, { 'single.pdf': pdf('single') });
  const batchId = await fixture.testApp.drop([folder, single]);
  // The restart happens after the first file was listed and before the last file.
  await eventually(async () => expect((await batchOf(fixture, batchId)).documents).toBeGreaterThan(0));
  await fixture.restart();
  await untilChecked(fixture, batchId);
  const rows = await rowsOf(fixture, batchId);
  expect(rows).toHaveLength(fileCount + 1);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(fileCount + 1);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['ready']));
});

test('the next run lists a drop that was not listed before Paydesk quit', async () => {
  const fixture = await startDocumentsFixture();
  const [path = ''] = await writeFiles(fixture.folder, { 'a.pdf': pdf('a') });
  const batchId = await fixture.testApp.drop([path]);
  await fixture.restart();
  await untilChecked(fixture, batchId);
  expect(await statesOf(fixture, batchId)).toEqual({ 'a.pdf': 'ready' });
});

test('a batch that waited for the network continues after a start with network and session', async () => {
  const fixture = await startDocumentsFixture();
  fixture.network.offline = true;
  const { batchId } = await send(fixture, sampleDocuments(2));
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'offline' });
  await fixture.restart({ signIn: false });
  fixture.network.offline = false;
  await fixture.signIn();
  // The clock advances only while nothing is being sent, so that no request times out.
  await eventually(async () => {
    const states = Object.values(await statesOf(fixture, batchId));
    if (states.every((state) => state !== 'sending' && state !== 'attaching' && state !== 'linking'))
      fixture.clock.skip(60_000);
    expect((await batchOf(fixture, batchId)).state).toBe('done');
  });
});

test('an earlier batch is shown again when it is opened', async () => {
  const fixture = await startDocumentsFixture();
  const { batchId } = await send(fixture, sampleDocuments(1));
  await untilFinished(fixture, batchId);
  await fixture.restart();
  await eventually(() => expect(fixture.testApp.topic('session')).toMatchObject({ state: 'signed-in' }));
  expect(batchSummaryOf(fixture, batchId)).toBeUndefined();
  await fixture.call('documents.batch', { action: 'open', batchId });
  await untilBatchSummary(fixture, batchId, { state: 'done', documents: 1, counts: { attached: 1 } });
});
