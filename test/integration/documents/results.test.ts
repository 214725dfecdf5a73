import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import { savedAt } from '../../fakes/saved.ts';
import { assign, beneficiary, documents, dropFiles, over, send, start, startWork } from './work.ts';

test('the taskbar shows how far it is, only forward while nothing starts over, and nothing afterwards', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'hang', skip: 20, times: 1 });
  const { batchId } = await send(work, documents(40));
  await eventually(() =>
    expect(work.platform.seen.progress.some((fraction) => fraction !== null)).toBe(true),
  );
  work.simulator.faults.clear();
  await over(work, batchId);
  await eventually(() => expect(work.platform.seen.progress.at(-1)).toBeNull());
  const fractions = work.platform.seen.progress.filter((fraction) => fraction !== null);
  expect(fractions.length).toBeGreaterThan(0);
  for (const fraction of fractions) {
    expect(fraction).toBeGreaterThanOrEqual(0);
    expect(fraction).toBeLessThanOrEqual(1);
  }
});

test('a paused batch is no progress', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'hang' });
  const { batchId } = await send(work, documents(3));
  await eventually(() => expect(work.platform.seen.progress.at(-1)).not.toBeNull());
  await work.call('documents.pause', { batchId });
  await eventually(() => expect(work.platform.seen.progress.at(-1)).toBeNull());
});

test('the end of a batch is told without names and amounts', async () => {
  const work = await startWork();
  const { batchId } = await send(work, { 'Invoice 4711 Ahlström.pdf': pdf('secret') }, 'Ahlström');
  await over(work, batchId);
  await eventually(() => expect(work.platform.seen.notifications).toHaveLength(1));
  const [note] = work.platform.seen.notifications;
  expect(`${note?.title} ${note?.body}`).not.toMatch(/Ahlström|Invoice|4711|rcp/);
});

test('the result runs no formula in a spreadsheet, whatever files and beneficiaries are called', async () => {
  const work = await startWork();
  const names = ['=cmd()|A1.pdf', '+1.pdf', '-1.pdf', '@sum.pdf', 'plain.pdf'];
  const batchId = await dropFiles(work, Object.fromEntries(names.map((name) => [name, pdf(name)])));
  await assign(work, batchId, await beneficiary(work, '=HYPERLINK("x")', '@rcp'));
  await start(work, batchId);
  await over(work, batchId);
  const path = join(work.folder, 'result.csv');
  work.platform.answers.saveFile = path;
  expect(await work.call('documents.export', { batchId })).toEqual({ savedAs: savedAt(path) });
  const text = await readFile(path, 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(names.length + 1);
  expect(text).not.toMatch(/(^|[,\r\n])"?[=+\-@]/);
  for (const name of names) expect(text).toContain(name);
});
