import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reasonMessage } from '../../../src/shared/document-reason-message.ts';
import { nothingCancelled } from '../../../src/shared/model/cancellation.ts';
import { eventually } from '../../fakes/eventually.ts';
import {
  assign,
  beneficiary,
  documents,
  dropFiles,
  headOf,
  rowOf,
  select,
  send,
  start,
  startWork,
  statesOf,
  untilHead,
  untilRow,
  type Work,
} from './work.ts';

const lost = ['8.pdf', '9.pdf', '10.pdf'];

/** Ten documents: one attached, two stored, four on their way, and three whose files are not there any more. */
async function midway(): Promise<{ work: Work; batchId: number }> {
  const work = await startWork();
  const files = documents(10);
  const batchId = await dropFiles(work, files);
  const [one, others] = [await beneficiary(work, 'One'), await beneficiary(work, 'Others')];
  await assign(work, batchId, others);
  await assign(work, batchId, one, '1.pdf');
  const names = Object.keys(files).filter((name) => name !== '1.pdf');
  for (const name of names) rmSync(join(work.folder, name));
  await start(work, batchId);
  await untilRow(work, batchId, '1.pdf', { state: 'attached' });
  // Whichever of the others comes first: two are let through.
  work.simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  const back = names.filter((name) => !lost.includes(name));
  await eventually(async () => {
    const states = await statesOf(work, batchId);
    for (const name of names) expect(states[name]).toBe('waiting-for-file');
  });
  for (const name of back) writeFileSync(join(work.folder, name), files[name] ?? '');
  await work.call('documents.recheck', await select(work, batchId, ...back));
  await eventually(async () => {
    const states = Object.values(await statesOf(work, batchId)).sort();
    const waiting = lost.map(() => 'waiting-for-file');
    const sending = ['sending', 'sending', 'sending', 'sending'];
    expect(states).toEqual(['attached', ...sending, 'stored', 'stored', ...waiting]);
  });
  return { work, batchId };
}

const expected = { ...nothingCancelled, attached: 1, stored: 2, uploading: 4, notSent: 3 };

test('a cancel says beforehand where every file is, and the same afterwards', async () => {
  const { work, batchId } = await midway();
  const preview = await work.call('documents.previewCancellation', { batchId, selection: null });
  expect(preview).toEqual(expected);
  expect(headOf(work, batchId)?.cancellation).toBeNull();
  expect(await work.call('documents.cancel', { batchId })).toEqual(expected);
  const counts = { attached: 1, cancelled: 9 };
  expect(await untilHead(work, batchId, { state: 'cancelled', counts })).toMatchObject({
    cancellation: expected,
  });
  // Said again, it changes nothing.
  expect(await work.call('documents.cancel', { batchId })).toEqual(expected);
});

test('each cancelled file says what the service has of it, in its panel and in the exported result', async () => {
  const { work, batchId } = await midway();
  const before = await statesOf(work, batchId);
  const nameOf = (state: string) => Object.keys(before).find((name) => before[name] === state) ?? '';
  const names = {
    stored: nameOf('stored'),
    uploading: nameOf('sending'),
    'not-sent': nameOf('waiting-for-file'),
  };
  await work.call('documents.cancel', { batchId });
  for (const [stage, name] of Object.entries(names)) {
    const { reason } = await rowOf(work, batchId, name);
    expect(reason).toEqual({ code: 'cancelled-by-clerk', facts: { by: 'm.hansen', stage } });
  }
  const fullOf = (stage: string) =>
    reasonMessage({ code: 'cancelled-by-clerk', facts: { by: 'm.hansen', stage } }).full;
  expect(fullOf('stored')).toContain('has stored the file');
  expect(fullOf('not-sent')).toContain('The file was not sent.');
  const path = join(work.folder, 'result.csv');
  work.platform.answers.saveFile = path;
  await work.call('documents.export', { batchId });
  const lines = (await readFile(path, 'utf8')).split('\r\n');
  expect(lines.filter((line) => line.includes(',"Cancelled",'))).toHaveLength(9);
  const storedLine = lines.find((line) => line.includes(`,"${names.stored}",`)) ?? '';
  expect(storedLine).toContain('Stored, then cancelled by m.hansen');
});

test('a cancel of chosen documents says the same of them alone, and the others go on', async () => {
  const { work, batchId } = await midway();
  const before = await statesOf(work, batchId);
  const chosen = ['stored', 'sending', 'attached'].map(
    (state) => Object.keys(before).find((name) => before[name] === state) ?? '',
  );
  const selected = await select(work, batchId, ...chosen);
  const outcome = { ...nothingCancelled, attached: 1, stored: 1, uploading: 1 };
  expect(await work.call('documents.previewCancellation', selected)).toEqual(outcome);
  expect(await work.call('documents.cancelDocuments', selected)).toEqual({ changed: 2, outcome });
  await untilHead(work, batchId, { state: 'running' });
  work.simulator.faults.clear();
  await work.call('documents.exclude', await select(work, batchId, ...lost));
  const counts = { attached: 5, cancelled: 2, excluded: 3 };
  expect(await untilHead(work, batchId, { state: 'done', counts })).toMatchObject({ cancellation: null });
});

test.each([
  ['attached', [{ kind: 'delay', milliseconds: 1_500 }], { attached: 2 }],
  [
    'refused, and is stored without a beneficiary',
    [
      { kind: 'delay', milliseconds: 1_500 },
      { kind: 'status', status: 422 },
    ],
    { stored: 2 },
  ],
] as const)('what is being attached when its batch is cancelled is %s in the end', async (_, faults, end) => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', ...faults);
  const { batchId } = await send(work, documents(2));
  await untilRow(work, batchId, '1.pdf', { state: 'attaching' });
  expect(await work.call('documents.cancel', { batchId })).toEqual({ ...nothingCancelled, attaching: 2 });
  await untilHead(work, batchId, { state: 'cancelled', cancellation: { ...nothingCancelled, ...end } });
});

test('a file that was stored, then failed and is tried again, is not called never sent', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', { kind: 'status', status: 422 });
  const { batchId } = await send(work, documents(1));
  await untilRow(work, batchId, '1.pdf', { state: 'failed' });
  work.simulator.faults.set('uploadDocuments', { kind: 'hang' });
  await work.call('documents.retry', await select(work, batchId));
  await untilRow(work, batchId, '1.pdf', { state: 'linking' });
  expect(await work.call('documents.cancel', { batchId })).toEqual({ ...nothingCancelled, stored: 1 });
});
