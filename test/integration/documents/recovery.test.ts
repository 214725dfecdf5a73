import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { test } from './company-test.ts';
import { sampleDocuments } from './documents-fixture.ts';

test('the next run sends uploads again, once, that quitting interrupted', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 3 });
  const files = sampleDocuments(8);
  const { batchId } = await fixture.send(files);
  await eventually(async () => {
    const states = Object.values(await fixture.statesOf(batchId));
    expect(states.filter((state) => state === 'sending')).toHaveLength(5);
    expect(states.filter((state) => state === 'stored')).toHaveLength(3);
  });
  await fixture.restart({ signIn: false });
  const countUploads = () => fixture.callsOf('upload').filter(({ status }) => status === 200).length;
  expect(countUploads()).toBe(3);
  fixture.simulator.faults.clear();
  // Without a session nothing is shown and nothing is sent.
  expect(fixture.batchSummaryOf(batchId)).toBeUndefined();
  await fixture.signIn();
  await fixture.untilFinished(batchId);
  expect(countUploads()).toBe(8);
  expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual(
    Object.entries(files).map(([name, bytes]) => ({ name, sha256: hash(bytes) })),
  );
});

test('quitting waits for the answer to an update, so that its outcome is known', async ({ fixture }) => {
  fixture.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 60_000 });
  const { batchId } = await fixture.send(sampleDocuments(2));
  await fixture.untilRow(batchId, '1.pdf', { state: 'attaching' });
  const restarted = fixture.restart();
  fixture.simulator.faults.clear();
  await restarted;
  await fixture.untilFinished(batchId);
  expect(await fixture.statesOf(batchId)).toEqual({ '1.pdf': 'attached', '2.pdf': 'attached' });
  expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
});

test('a restart does not change the time at which a document is retried', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'throttle', status: 429, retryAfterSeconds: 300, times: 1 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  const { retryAt } = await fixture.untilRow(batchId, '1.pdf', { state: 'waiting-to-retry' });
  await fixture.restart();
  expect(await fixture.rowOf(batchId, '1.pdf')).toMatchObject({ state: 'waiting-to-retry', retryAt });
  fixture.clock.skip(200_000);
  expect(await fixture.rowOf(batchId, '1.pdf')).toMatchObject({ state: 'waiting-to-retry' });
  fixture.clock.skip(101_000);
  await fixture.untilFinished(batchId);
});

test('a listing that quitting interrupted is completed by the next run', async ({ fixture }) => {
  const folder = join(fixture.folder, 'scans');
  mkdirSync(folder);
  const fileCount = 1_200;
  for (let index = 0; index < fileCount; index += 1) {
    writeFileSync(join(folder, `${index}.pdf`), `%PDF-1.4\n${index}`);
  }
  const [single = ''] = await writeFiles(fixture.folder, { 'single.pdf': pdf('single') });
  const batchId = await fixture.testApp.drop([folder, single]);
  // The restart happens after the first file was listed and before the last file.
  await eventually(async () => expect((await fixture.batchOf(batchId)).documents).toBeGreaterThan(0));
  await fixture.restart();
  await fixture.untilChecked(batchId);
  const rows = await fixture.rowsOf(batchId);
  expect(rows).toHaveLength(fileCount + 1);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(fileCount + 1);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['ready']));
});

test('an earlier batch is shown again when it is opened', async ({ fixture }) => {
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilFinished(batchId);
  await fixture.restart();
  await eventually(() => expect(fixture.testApp.topic('session')).toMatchObject({ state: 'signed-in' }));
  expect(fixture.batchSummaryOf(batchId)).toBeUndefined();
  await fixture.call('documents.batch', { action: 'open', batchId });
  await fixture.untilBatchSummary(batchId, { state: 'done', documents: 1, counts: { attached: 1 } });
});
