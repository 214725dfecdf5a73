import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import {
  addBeneficiary,
  assign,
  batchSummaryOf,
  changeDocuments,
  type DocumentsFixture,
  drop,
  dropFiles,
  receivedDocuments,
  rowOf,
  rowsOf,
  send,
  shareDocumentsFixture,
  startBatch,
  startDocumentsFixture,
  statesOf,
  untilChecked,
  untilFinished,
  untilRow,
} from './documents-fixture.ts';

/** Writes files with the same content under several names, and drops them. */
function dropSameContent(fixture: DocumentsFixture, ...names: string[]): Promise<number> {
  return dropFiles(fixture, Object.fromEntries(names.map((name) => [name, pdf('same')])));
}

describe('before a batch starts', () => {
  const shared = shareDocumentsFixture();
  let beneficiaryCount = 0;
  const addTwoBeneficiaries = async (fixture: DocumentsFixture) => {
    beneficiaryCount += 2;
    return [
      await addBeneficiary(fixture, `B ${beneficiaryCount}`),
      await addBeneficiary(fixture, `B ${beneficiaryCount + 1}`),
    ] as const;
  };

  test('the second of two identical paths in one drop is a duplicate', async () => {
    const fixture = shared();
    const [path = ''] = await writeFiles(fixture.folder, { 'scan.pdf': pdf('a') });
    const batchId = await drop(fixture, path, path);
    const [firstRow, secondRow] = await rowsOf(fixture, batchId);
    expect(firstRow).toMatchObject({ name: 'scan.pdf', state: 'ready' });
    expect(secondRow).toMatchObject({
      name: 'scan.pdf',
      state: 'duplicate',
      group: 'duplicate',
      reason: { code: 'same-in-batch', facts: { name: 'scan.pdf', id: firstRow?.id } },
    });
  });

  test('a file that is dropped again later is a duplicate', async () => {
    const fixture = shared();
    const [path = ''] = await writeFiles(fixture.folder, { 'scan.pdf': pdf('a') });
    const batchId = await drop(fixture, path);
    expect(await drop(fixture, path)).toBe(batchId);
    expect((await rowsOf(fixture, batchId)).map(({ state }) => state)).toEqual(['ready', 'duplicate']);
  });

  test('a file that is dropped together with its folder is a duplicate', async () => {
    const fixture = shared();
    const [path = ''] = await writeFiles(fixture.folder, { 'drop/scan.pdf': pdf('a') });
    const batchId = await drop(fixture, join(fixture.folder, 'drop'), path);
    expect((await rowsOf(fixture, batchId)).map(({ state }) => state)).toEqual(['ready', 'duplicate']);
  });

  test('files with the same content are duplicates only while they are assigned to the same beneficiary', async () => {
    const fixture = shared();
    const [firstId, otherId] = await addTwoBeneficiaries(fixture);
    const batchId = await dropSameContent(fixture, 'a.pdf', 'b.pdf');
    expect(await statesOf(fixture, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'duplicate' });
    await assign(fixture, batchId, firstId, 'a.pdf');
    await assign(fixture, batchId, otherId, 'b.pdf');
    expect(await statesOf(fixture, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
    await assign(fixture, batchId, firstId, 'b.pdf');
    expect(await statesOf(fixture, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'duplicate' });
    await assign(fixture, batchId, otherId, 'a.pdf');
    expect(await statesOf(fixture, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
  });

  test('a duplicate replaces an excluded original until the original is included again', async () => {
    const fixture = shared();
    const batchId = await dropSameContent(fixture, 'a.pdf', 'b.pdf', 'c.pdf');
    await changeDocuments(fixture, 'exclude', batchId, 'a.pdf');
    expect(await statesOf(fixture, batchId)).toEqual({
      'a.pdf': 'excluded',
      'b.pdf': 'ready',
      'c.pdf': 'duplicate',
    });
    expect((await rowOf(fixture, batchId, 'c.pdf')).reason?.facts).toMatchObject({ name: 'b.pdf' });
    await changeDocuments(fixture, 'include', batchId, 'a.pdf');
    await untilChecked(fixture, batchId);
    expect(await statesOf(fixture, batchId)).toEqual({
      'a.pdf': 'ready',
      'b.pdf': 'duplicate',
      'c.pdf': 'duplicate',
    });
  });

  test('a duplicate that the clerk includes stays included after assignments', async () => {
    const fixture = shared();
    const [firstId] = await addTwoBeneficiaries(fixture);
    const batchId = await dropSameContent(fixture, 'a.pdf', 'b.pdf');
    expect(await changeDocuments(fixture, 'include', batchId, 'b.pdf')).toEqual({ changed: 1 });
    await assign(fixture, batchId, firstId);
    expect(await statesOf(fixture, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
  });

  test('a duplicate is ready again when the content of its original changes', async () => {
    const fixture = shared();
    const batchId = await dropSameContent(fixture, 'a.pdf', 'b.pdf');
    await writeFile(join(fixture.folder, 'a.pdf'), pdf('other'));
    await changeDocuments(fixture, 'recheck', batchId, 'a.pdf');
    await untilChecked(fixture, batchId);
    expect(await statesOf(fixture, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
    await copyFile(join(fixture.folder, 'b.pdf'), join(fixture.folder, 'a.pdf'));
    await changeDocuments(fixture, 'recheck', batchId, 'a.pdf');
    await untilChecked(fixture, batchId);
    expect(await statesOf(fixture, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'duplicate' });
  });
});

test('a document attached earlier is a duplicate only for the same beneficiary', async () => {
  const fixture = await startDocumentsFixture();
  const { batchId: earlierBatchId, beneficiaryId } = await send(fixture, { 'first.pdf': pdf('same') });
  await untilFinished(fixture, earlierBatchId);
  const otherId = await addBeneficiary(fixture, 'Other');
  const batchId = await dropFiles(fixture, { 'second.pdf': pdf('same') });
  expect(await statesOf(fixture, batchId)).toEqual({ 'second.pdf': 'ready' });
  await assign(fixture, batchId, beneficiaryId);
  expect(await rowOf(fixture, batchId, 'second.pdf')).toMatchObject({
    state: 'duplicate',
    reason: { code: 'attached-earlier' },
  });
  await assign(fixture, batchId, otherId);
  expect(await statesOf(fixture, batchId)).toEqual({ 'second.pdf': 'ready' });

  await assign(fixture, batchId, beneficiaryId);
  await changeDocuments(fixture, 'include', batchId);
  await startBatch(fixture, batchId);
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström').map(({ name }) => name)).toEqual([
    'first.pdf',
    'second.pdf',
  ]);
});

test('an original that is included again after its duplicate was sent becomes a duplicate', async () => {
  const fixture = await startDocumentsFixture();
  const id = await addBeneficiary(fixture, 'A');
  const batchId = await dropSameContent(fixture, 'a.pdf', 'b.pdf');
  await assign(fixture, batchId, id);
  await changeDocuments(fixture, 'exclude', batchId, 'a.pdf');
  fixture.simulator.faults.set('updateRecipient', { kind: 'hang' });
  await startBatch(fixture, batchId);
  await untilRow(fixture, batchId, 'b.pdf', { state: 'attaching' });
  await changeDocuments(fixture, 'include', batchId, 'a.pdf');
  await untilRow(fixture, batchId, 'a.pdf', {
    state: 'duplicate',
    reason: {
      code: 'same-in-batch',
      facts: { name: 'b.pdf', id: (await rowOf(fixture, batchId, 'b.pdf')).id },
    },
  });
});

test('a duplicate that the clerk includes after its batch was done is sent, and the batch is done again', async () => {
  const fixture = await startDocumentsFixture();
  const batchId = await dropSameContent(fixture, 'a.pdf', 'b.pdf');
  await assign(fixture, batchId, await addBeneficiary(fixture, 'A'));
  await startBatch(fixture, batchId);
  await untilFinished(fixture, batchId);
  expect(await statesOf(fixture, batchId)).toEqual({ 'a.pdf': 'attached', 'b.pdf': 'duplicate' });
  await changeDocuments(fixture, 'include', batchId, 'b.pdf');
  await untilRow(fixture, batchId, 'b.pdf', { state: 'attached' });
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-A').map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
});

describe('a document that another batch already sends to the beneficiary', () => {
  /** Starts a batch and pauses it before anything is sent. */
  async function startPausedBatch(fixture: DocumentsFixture) {
    const beneficiaryId = await addBeneficiary(fixture, 'A');
    fixture.simulator.faults.set('uploadDocuments', { kind: 'hang' });
    const earlierBatchId = await dropSameContent(fixture, 'first.pdf');
    await assign(fixture, earlierBatchId, beneficiaryId);
    await startBatch(fixture, earlierBatchId);
    await untilRow(fixture, earlierBatchId, 'first.pdf', { state: 'linking' });
    await fixture.call('documents.batch', { action: 'pause', batchId: earlierBatchId });
    fixture.simulator.faults.clear();
    return { earlierBatchId, beneficiaryId };
  }
  const reason = { code: 'same-in-other-batch', facts: { name: 'first.pdf', batch: 1 } };

  test('is a duplicate only for that beneficiary, and is sent when the clerk includes it', async () => {
    const fixture = await startDocumentsFixture();
    const { earlierBatchId, beneficiaryId } = await startPausedBatch(fixture);
    const batchId = await dropSameContent(fixture, 'second.pdf');
    expect(await statesOf(fixture, batchId)).toEqual({ 'second.pdf': 'ready' });
    await assign(fixture, batchId, beneficiaryId);
    expect(await rowOf(fixture, batchId, 'second.pdf')).toMatchObject({ state: 'duplicate', reason });
    await assign(fixture, batchId, await addBeneficiary(fixture, 'Other'));
    expect(await statesOf(fixture, batchId)).toEqual({ 'second.pdf': 'ready' });
    await assign(fixture, batchId, beneficiaryId);
    await changeDocuments(fixture, 'include', batchId);
    await startBatch(fixture, batchId);
    await fixture.call('documents.batch', { action: 'resume', batchId: earlierBatchId });
    for (const id of [earlierBatchId, batchId]) await untilFinished(fixture, id);
    expect(receivedDocuments(fixture.simulator, 'rcp-A').map(({ name }) => name)).toEqual([
      'first.pdf',
      'second.pdf',
    ]);
  });

  test.each([
    [
      'is cancelled',
      async (fixture: DocumentsFixture, batchId: number) => changeDocuments(fixture, 'cancel', batchId),
    ],
    [
      'is cancelled with its batch',
      (fixture: DocumentsFixture, batchId: number) =>
        fixture.call('documents.batch', { action: 'cancel', batchId }),
    ],
    [
      'gets another beneficiary',
      async (fixture: DocumentsFixture, batchId: number) =>
        assign(fixture, batchId, await addBeneficiary(fixture, 'Other')),
    ],
  ])('is no longer a duplicate when the other document %s', async (_, change) => {
    const fixture = await startDocumentsFixture();
    const { earlierBatchId, beneficiaryId } = await startPausedBatch(fixture);
    const batchId = await dropSameContent(fixture, 'second.pdf');
    await assign(fixture, batchId, beneficiaryId);
    expect(await rowOf(fixture, batchId, 'second.pdf')).toMatchObject({ state: 'duplicate', reason });
    const revision = batchSummaryOf(fixture, batchId)?.revision ?? 0;
    await change(fixture, earlierBatchId);
    // A new revision makes the window read the list again.
    await eventually(() => expect(batchSummaryOf(fixture, batchId)?.revision).toBeGreaterThan(revision));
    expect(await rowOf(fixture, batchId, 'second.pdf')).toMatchObject({ state: 'ready', reason: null });
  });

  test('stays a duplicate when the answer of the other batch is lost, and after the clerk confirms the other document as attached', async () => {
    const fixture = await startDocumentsFixture();
    fixture.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
    const { batchId: earlierBatchId, beneficiaryId } = await send(fixture, { 'first.pdf': pdf('same') });
    await untilRow(fixture, earlierBatchId, 'first.pdf', { state: 'attach-unknown' });
    const batchId = await dropFiles(fixture, { 'second.pdf': pdf('same'), 'new.pdf': pdf('new') });
    await assign(fixture, batchId, beneficiaryId);
    expect(await rowOf(fixture, batchId, 'second.pdf')).toMatchObject({ state: 'duplicate', reason });
    const [unknownOutcome] = await fixture.call('beneficiaries.unknownOutcomes', {});
    const attachId = unknownOutcome?.attachId ?? 0;
    await fixture.call('beneficiaries.settle', { decision: 'is-there', attachId, recipientId: null });
    await startBatch(fixture, batchId);
    await untilFinished(fixture, batchId);
    expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström').map(({ name }) => name)).toEqual([
      'first.pdf',
      'new.pdf',
    ]);
  });
});
