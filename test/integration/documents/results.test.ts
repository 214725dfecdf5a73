import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import { savedAt } from '../../fakes/saved-file.ts';
import { sampleDocuments, test } from './documents-fixture.ts';

test('the taskbar shows progress between 0 and 1 while a batch runs, and none afterwards', async ({
  fixture,
}) => {
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 20, times: 1 });
  const { batchId } = await fixture.send(sampleDocuments(40));
  await eventually(() =>
    expect(fixture.platform.seen.progress.some((fraction) => fraction !== null)).toBe(true),
  );
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
  await eventually(() => expect(fixture.platform.seen.progress.at(-1)).toBeNull());
  const fractions = fixture.platform.seen.progress.filter((fraction) => fraction !== null);
  expect(fractions.length).toBeGreaterThan(0);
  for (const fraction of fractions) {
    expect(fraction).toBeGreaterThanOrEqual(0);
    expect(fraction).toBeLessThanOrEqual(1);
  }
});

test('the taskbar shows no progress for a paused batch', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'hang' });
  const { batchId } = await fixture.send(sampleDocuments(3));
  await eventually(() => expect(fixture.platform.seen.progress.at(-1)).not.toBeNull());
  await fixture.call('documents.batch', { action: 'pause', batchId });
  await eventually(() => expect(fixture.platform.seen.progress.at(-1)).toBeNull());
});

test('the notification about a finished batch contains no names and references', async ({ fixture }) => {
  const { batchId } = await fixture.send({ 'Invoice 4711 Ahlström.pdf': pdf('secret') }, 'Ahlström');
  await fixture.untilFinished(batchId);
  await eventually(() => expect(fixture.platform.seen.notifications).toHaveLength(1));
  const [note] = fixture.platform.seen.notifications;
  expect(`${note?.title} ${note?.body}`).not.toMatch(/Ahlström|Invoice|4711|rcp/);
});

test('the exported result starts no formula in a spreadsheet, regardless of file and beneficiary names', async ({
  fixture,
}) => {
  const names = ['=cmd()|A1.pdf', '+1.pdf', '-1.pdf', '@sum.pdf', 'plain.pdf'];
  const batchId = await fixture.dropFiles(Object.fromEntries(names.map((name) => [name, pdf(name)])));
  await fixture.assign(batchId, await fixture.addBeneficiary('=HYPERLINK("x")', '@rcp'));
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId);
  const path = join(fixture.folder, 'result.csv');
  fixture.platform.answers.savePath = path;
  expect(await fixture.call('documents.export', { batchId })).toEqual({ savedAs: savedAt(path) });
  const text = await readFile(path, 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(names.length + 1);
  expect(text).not.toMatch(/(^|[,\r\n])"?[=+\-@]/);
  for (const name of names) expect(text).toContain(name);
});
