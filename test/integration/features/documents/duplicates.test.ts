import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../../fakes/files/files.ts';
import { test } from './company-test.ts';
import type { DocumentsFixture } from './documents-fixture.ts';

/** Writes files with the same content under several names, and drops them. */
function dropSameContent(fixture: DocumentsFixture, ...names: string[]): Promise<number> {
  return fixture.dropFiles(Object.fromEntries(names.map((name) => [name, pdf('same')])));
}

describe('before a batch starts', () => {
  test('a file that is dropped again, or with its folder, is a duplicate', async ({ fixture }) => {
    const [path = ''] = await writeFiles(fixture.folder, { 'drop/scan.pdf': pdf('a') });
    const batchId = await fixture.drop(join(fixture.folder, 'drop'), path);
    expect(await fixture.drop(path)).toBe(batchId);
    const states = (await fixture.rowsOf(batchId)).map(({ state }) => state);
    expect(states).toEqual(['ready', 'duplicate', 'duplicate']);
  });

  test('equal files are duplicates only while they have the same beneficiary', async ({ fixture }) => {
    const firstId = await fixture.addBeneficiary('First');
    const otherId = await fixture.addBeneficiary('Other');
    const batchId = await dropSameContent(fixture, 'a.pdf', 'b.pdf');
    expect(await fixture.statesOf(batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'duplicate' });
    await fixture.assign(batchId, firstId, 'a.pdf');
    await fixture.assign(batchId, otherId, 'b.pdf');
    expect(await fixture.statesOf(batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
    await fixture.assign(batchId, firstId, 'b.pdf');
    expect(await fixture.statesOf(batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'duplicate' });
    await fixture.assign(batchId, otherId, 'a.pdf');
    expect(await fixture.statesOf(batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
  });

  test('a duplicate replaces an excluded original until that is included again', async ({ fixture }) => {
    const batchId = await dropSameContent(fixture, 'a.pdf', 'b.pdf', 'c.pdf');
    await fixture.changeDocuments('exclude', batchId, 'a.pdf');
    expect(await fixture.statesOf(batchId)).toEqual({
      'a.pdf': 'excluded',
      'b.pdf': 'ready',
      'c.pdf': 'duplicate',
    });
    expect((await fixture.rowOf(batchId, 'c.pdf')).reason?.facts).toMatchObject({ name: 'b.pdf' });
    await fixture.changeDocuments('include', batchId, 'a.pdf');
    await fixture.untilChecked(batchId);
    expect(await fixture.statesOf(batchId)).toEqual({
      'a.pdf': 'ready',
      'b.pdf': 'duplicate',
      'c.pdf': 'duplicate',
    });
  });

  test('a duplicate that the clerk includes stays included after assignments', async ({ fixture }) => {
    const firstId = await fixture.addBeneficiary('First');
    const batchId = await dropSameContent(fixture, 'a.pdf', 'b.pdf');
    expect(await fixture.changeDocuments('include', batchId, 'b.pdf')).toEqual({ changed: 1 });
    await fixture.assign(batchId, firstId);
    expect(await fixture.statesOf(batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
  });

  test('a duplicate is ready again when the content of its original changes', async ({ fixture }) => {
    const batchId = await dropSameContent(fixture, 'a.pdf', 'b.pdf');
    await writeFile(join(fixture.folder, 'a.pdf'), pdf('other'));
    await fixture.changeDocuments('recheck', batchId, 'a.pdf');
    await fixture.untilChecked(batchId);
    expect(await fixture.statesOf(batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
    await copyFile(join(fixture.folder, 'b.pdf'), join(fixture.folder, 'a.pdf'));
    await fixture.changeDocuments('recheck', batchId, 'a.pdf');
    await fixture.untilChecked(batchId);
    expect(await fixture.statesOf(batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'duplicate' });
  });
});

test('a document attached earlier is a duplicate only for the same beneficiary', async ({ fixture }) => {
  const { batchId: earlierBatchId, beneficiaryId } = await fixture.send({ 'first.pdf': pdf('same') });
  await fixture.untilFinished(earlierBatchId);
  const otherId = await fixture.addBeneficiary('Other');
  const batchId = await fixture.dropFiles({ 'second.pdf': pdf('same') });
  expect(await fixture.statesOf(batchId)).toEqual({ 'second.pdf': 'ready' });
  await fixture.assign(batchId, beneficiaryId);
  expect(await fixture.rowOf(batchId, 'second.pdf')).toMatchObject({
    state: 'duplicate',
    reason: { code: 'attached-earlier' },
  });
  await fixture.assign(batchId, otherId);
  expect(await fixture.statesOf(batchId)).toEqual({ 'second.pdf': 'ready' });

  await fixture.assign(batchId, beneficiaryId);
  await fixture.changeDocuments('include', batchId);
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId);
  expect(fixture.receivedNames('rcp-Ahlström')).toEqual(['first.pdf', 'second.pdf']);
});

test('an original that is included after its duplicate was sent is a duplicate', async ({ fixture }) => {
  const id = await fixture.addBeneficiary('A');
  const batchId = await dropSameContent(fixture, 'a.pdf', 'b.pdf');
  await fixture.assign(batchId, id);
  await fixture.changeDocuments('exclude', batchId, 'a.pdf');
  fixture.simulator.faults.set('updateRecipient', { kind: 'hang' });
  await fixture.startBatch(batchId);
  await fixture.untilRow(batchId, 'b.pdf', { state: 'attaching' });
  await fixture.changeDocuments('include', batchId, 'a.pdf');
  await fixture.untilRow(batchId, 'a.pdf', {
    state: 'duplicate',
    reason: {
      code: 'same-in-batch',
      facts: { name: 'b.pdf', id: (await fixture.rowOf(batchId, 'b.pdf')).id },
    },
  });
});

describe('a document that another batch already sends to the beneficiary', () => {
  /** Starts a batch and pauses it before anything is sent. */
  async function startPausedBatch(fixture: DocumentsFixture) {
    const beneficiaryId = await fixture.addBeneficiary('A');
    fixture.simulator.faults.set('uploadDocuments', { kind: 'hang' });
    const earlierBatchId = await dropSameContent(fixture, 'first.pdf');
    await fixture.assign(earlierBatchId, beneficiaryId);
    await fixture.startBatch(earlierBatchId);
    await fixture.untilRow(earlierBatchId, 'first.pdf', { state: 'linking' });
    await fixture.call('documents.batch', { action: 'pause', batchId: earlierBatchId });
    fixture.simulator.faults.clear();
    return { earlierBatchId, beneficiaryId };
  }
  const reason = { code: 'same-in-other-batch', facts: { name: 'first.pdf', batch: 1 } };

  test('is a duplicate only for that beneficiary, and is sent once included', async ({ fixture }) => {
    const { earlierBatchId, beneficiaryId } = await startPausedBatch(fixture);
    const batchId = await dropSameContent(fixture, 'second.pdf');
    expect(await fixture.statesOf(batchId)).toEqual({ 'second.pdf': 'ready' });
    await fixture.assign(batchId, beneficiaryId);
    expect(await fixture.rowOf(batchId, 'second.pdf')).toMatchObject({ state: 'duplicate', reason });
    await fixture.assign(batchId, await fixture.addBeneficiary('Other'));
    expect(await fixture.statesOf(batchId)).toEqual({ 'second.pdf': 'ready' });
    await fixture.assign(batchId, beneficiaryId);
    await fixture.changeDocuments('include', batchId);
    await fixture.startBatch(batchId);
    await fixture.call('documents.batch', { action: 'resume', batchId: earlierBatchId });
    for (const id of [earlierBatchId, batchId]) await fixture.untilFinished(id);
    expect(fixture.receivedNames('rcp-A')).toEqual(['first.pdf', 'second.pdf']);
  });

  test.for([
    [
      'is cancelled',
      async (fixture: DocumentsFixture, batchId: number) => fixture.changeDocuments('cancel', batchId),
    ],
    [
      'is cancelled with its batch',
      (fixture: DocumentsFixture, batchId: number) =>
        fixture.call('documents.batch', { action: 'cancel', batchId }),
    ],
    [
      'gets another beneficiary',
      async (fixture: DocumentsFixture, batchId: number) =>
        fixture.assign(batchId, await fixture.addBeneficiary('Other')),
    ],
  ] as const)('is no duplicate when the other document %s', async ([, change], { fixture }) => {
    const { earlierBatchId, beneficiaryId } = await startPausedBatch(fixture);
    const batchId = await dropSameContent(fixture, 'second.pdf');
    await fixture.assign(batchId, beneficiaryId);
    expect(await fixture.rowOf(batchId, 'second.pdf')).toMatchObject({ state: 'duplicate', reason });
    const revision = fixture.batchSummaryOf(batchId)?.revision ?? 0;
    await change(fixture, earlierBatchId);
    // A new revision makes the window read the list again.
    await eventually(() => expect(fixture.batchSummaryOf(batchId)?.revision).toBeGreaterThan(revision));
    expect(await fixture.rowOf(batchId, 'second.pdf')).toMatchObject({ state: 'ready', reason: null });
  });

  test('stays a duplicate when the other answer is lost, and once it is confirmed', async ({ fixture }) => {
    fixture.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
    const { batchId: earlierBatchId, beneficiaryId } = await fixture.send({ 'first.pdf': pdf('same') });
    await fixture.untilRow(earlierBatchId, 'first.pdf', { state: 'attach-unknown' });
    const batchId = await fixture.dropFiles({ 'second.pdf': pdf('same'), 'new.pdf': pdf('new') });
    await fixture.assign(batchId, beneficiaryId);
    expect(await fixture.rowOf(batchId, 'second.pdf')).toMatchObject({ state: 'duplicate', reason });
    const [unknownOutcome] = await fixture.call('beneficiaries.unknownOutcomes', {});
    const attachId = unknownOutcome?.attachId ?? 0;
    await fixture.call('beneficiaries.settle', { decision: 'is-there', attachId, recipientId: null });
    await fixture.startBatch(batchId);
    await fixture.untilFinished(batchId);
    expect(fixture.receivedNames('rcp-Ahlström')).toEqual(['first.pdf', 'new.pdf']);
  });
});
