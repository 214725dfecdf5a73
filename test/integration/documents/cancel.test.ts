import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { reasonMessage } from '../../../src/shared/document-reason-message.ts';
import { nothingCancelled } from '../../../src/shared/model/cancellation.ts';
import { eventually } from '../../fakes/eventually.ts';
import { type DocumentsFixture, sampleDocuments, test } from './documents-fixture.ts';

const missingNames = ['8.pdf', '9.pdf', '10.pdf'];

/** Starts a batch of ten documents: one attached, two stored, four being sent, and three without their files. */
async function startPartlySent(fixture: DocumentsFixture): Promise<{ batchId: number }> {
  const files = sampleDocuments(10);
  const batchId = await fixture.dropFiles(files);
  const [firstBeneficiaryId, otherBeneficiaryId] = [
    await fixture.addBeneficiary('One'),
    await fixture.addBeneficiary('Others'),
  ];
  await fixture.assign(batchId, otherBeneficiaryId);
  await fixture.assign(batchId, firstBeneficiaryId, '1.pdf');
  const names = Object.keys(files).filter((name) => name !== '1.pdf');
  for (const name of names) rmSync(join(fixture.folder, name));
  await fixture.startBatch(batchId);
  await fixture.untilRow(batchId, '1.pdf', { state: 'attached' });
  // The first two further uploads succeed, the later uploads hang.
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  const restoredNames = names.filter((name) => !missingNames.includes(name));
  await eventually(async () => {
    const states = await fixture.statesOf(batchId);
    for (const name of names) expect(states[name]).toBe('waiting-for-file');
  });
  for (const name of restoredNames) writeFileSync(join(fixture.folder, name), files[name] ?? '');
  await fixture.changeDocuments('recheck', batchId, ...restoredNames);
  await eventually(async () => {
    const states = Object.values(await fixture.statesOf(batchId)).sort();
    const waiting = missingNames.map(() => 'waiting-for-file');
    const sending = ['sending', 'sending', 'sending', 'sending'];
    expect(states).toEqual(['attached', ...sending, 'stored', 'stored', ...waiting]);
  });
  return { batchId };
}

const expectedStages = { ...nothingCancelled, attached: 1, stored: 2, uploading: 4, notSent: 3 };

test('the preview of a cancellation and its result report the same stage of every file', async ({
  fixture,
}) => {
  const { batchId } = await startPartlySent(fixture);
  const preview = await fixture.call('documents.query', { action: 'cancellation', batchId, selection: null });
  expect(preview).toEqual(expectedStages);
  expect(fixture.batchSummaryOf(batchId)?.cancellation).toBeNull();
  expect(await fixture.call('documents.batch', { action: 'cancel', batchId })).toEqual(expectedStages);
  const counts = { attached: 1, cancelled: 9 };
  expect(await fixture.untilBatchSummary(batchId, { state: 'cancelled', counts })).toMatchObject({
    cancellation: expectedStages,
  });
  // A second cancellation changes nothing.
  expect(await fixture.call('documents.batch', { action: 'cancel', batchId })).toEqual(expectedStages);
});

test('the panel and the exported result of each cancelled file show how much of the file the service has', async ({
  fixture,
}) => {
  const { batchId } = await startPartlySent(fixture);
  const statesBefore = await fixture.statesOf(batchId);
  const nameOf = (state: string) =>
    Object.keys(statesBefore).find((name) => statesBefore[name] === state) ?? '';
  const names = {
    stored: nameOf('stored'),
    uploading: nameOf('sending'),
    'not-sent': nameOf('waiting-for-file'),
  };
  await fixture.call('documents.batch', { action: 'cancel', batchId });
  for (const [stage, name] of Object.entries(names)) {
    const { reason } = await fixture.rowOf(batchId, name);
    expect(reason).toEqual({ code: 'cancelled-by-clerk', facts: { by: 'm.hansen', stage } });
  }
  const fullOf = (stage: string) =>
    reasonMessage({ code: 'cancelled-by-clerk', facts: { by: 'm.hansen', stage } }).full;
  expect(fullOf('stored')).toContain('has stored the file');
  expect(fullOf('not-sent')).toContain('The file was not sent.');
  const path = join(fixture.folder, 'result.csv');
  fixture.platform.answers.savePath = path;
  await fixture.call('documents.export', { batchId });
  const lines = (await readFile(path, 'utf8')).split('\r\n');
  expect(lines.filter((line) => line.includes(',"Cancelled",'))).toHaveLength(9);
  const storedLine = lines.find((line) => line.includes(`,"${names.stored}",`)) ?? '';
  expect(storedLine).toContain('Stored, then cancelled by m.hansen');
});

test('cancelling selected documents reports only their stages, and the others continue', async ({
  fixture,
}) => {
  const { batchId } = await startPartlySent(fixture);
  const statesBefore = await fixture.statesOf(batchId);
  const selectedNames = ['stored', 'sending', 'attached'].map(
    (state) => Object.keys(statesBefore).find((name) => statesBefore[name] === state) ?? '',
  );
  const selected = await fixture.selectionOf(batchId, ...selectedNames);
  const outcome = { ...nothingCancelled, attached: 1, stored: 1, uploading: 1 };
  expect(await fixture.call('documents.query', { action: 'cancellation', ...selected })).toEqual(outcome);
  expect(await fixture.call('documents.change', { action: 'cancel', ...selected })).toEqual({
    changed: 2,
    outcome,
  });
  await fixture.untilBatchSummary(batchId, { state: 'running' });
  fixture.simulator.faults.clear();
  await fixture.changeDocuments('exclude', batchId, ...missingNames);
  const counts = { attached: 5, cancelled: 2, excluded: 3 };
  expect(await fixture.untilBatchSummary(batchId, { state: 'done', counts })).toMatchObject({
    cancellation: null,
  });
});

test.for([
  ['attached', [{ kind: 'delay', milliseconds: 1_500 }], { attached: 2 }],
  [
    'stored without a beneficiary after a refusal',
    [
      { kind: 'delay', milliseconds: 1_500 },
      { kind: 'status', status: 422 },
    ],
    { stored: 2 },
  ],
] as const)(
  'a document that is being attached when its batch is cancelled ends up %s',
  async ([, faults, expectedEnd], { fixture }) => {
    fixture.simulator.faults.set('updateRecipient', ...faults);
    const { batchId } = await fixture.send(sampleDocuments(2));
    await fixture.untilRow(batchId, '1.pdf', { state: 'attaching' });
    expect(await fixture.call('documents.batch', { action: 'cancel', batchId })).toEqual({
      ...nothingCancelled,
      attaching: 2,
    });
    await fixture.untilBatchSummary(batchId, {
      state: 'cancelled',
      cancellation: { ...nothingCancelled, ...expectedEnd },
    });
  },
);

test('a stored file that failed and is being retried counts as stored when it is cancelled', async ({
  fixture,
}) => {
  fixture.simulator.faults.set('updateRecipient', { kind: 'status', status: 422 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilRow(batchId, '1.pdf', { state: 'failed' });
  fixture.simulator.faults.set('uploadDocuments', { kind: 'hang' });
  await fixture.changeDocuments('retry', batchId);
  await fixture.untilRow(batchId, '1.pdf', { state: 'linking' });
  expect(await fixture.call('documents.batch', { action: 'cancel', batchId })).toEqual({
    ...nothingCancelled,
    stored: 1,
  });
});
