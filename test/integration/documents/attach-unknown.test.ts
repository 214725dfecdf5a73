import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { codeOf } from '../../fakes/error-of.ts';
import { eventually } from '../../fakes/eventually.ts';
import type { Fault, FaultedCall } from '../../simulator/faults.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

const hourMs = 3_600_000;
const recipientId = 'rcp-Ahlström';
const receivedNames = (fixture: DocumentsFixture, id = recipientId) =>
  fixture.receivedDocuments(id).map(({ name }) => name);

/** Sends one document whose attach operation loses its answer. */
async function loseAnswer(
  fixture: DocumentsFixture,
  fault: Fault,
): Promise<{ batchId: number; beneficiaryId: number }> {
  fixture.simulator.faults.set('updateRecipient', { ...fault, times: 1 });
  const sent = await fixture.send(sampleDocuments(1));
  if (fault.kind === 'hang' || fault.kind === 'effect-then-hang') {
    await fixture.untilRow(sent.batchId, '1.pdf', { state: 'attaching' });
    await eventually(() => expect(fixture.callsOf('updateRecipient')).toHaveLength(1));
    await eventually(async () => {
      fixture.clock.skip(31_000);
      expect((await fixture.rowOf(sent.batchId, '1.pdf')).state).toBe('attach-unknown');
    });
  }
  await fixture.untilRow(sent.batchId, '1.pdf', { state: 'attach-unknown', group: 'unknown' });
  return { ...sent };
}

async function attachIdOf(fixture: DocumentsFixture): Promise<number> {
  const [unknownOutcome] = await fixture.call('beneficiaries.unknownOutcomes', {});
  return unknownOutcome?.attachId ?? 0;
}

const lostAnswers: [string, Fault, string][] = [
  ['a connection dropped after the effect', { kind: 'effect-then-reset' }, 'connection-lost'],
  ['no answer after the effect', { kind: 'effect-then-hang' }, 'timed-out'],
  ['status 500 without an effect', { kind: 'status', status: 500 }, 'status 500'],
  ['a web page', { kind: 'html' }, 'status 200'],
];

test.for(lostAnswers)(
  '%s leaves an unknown outcome that is never repeated automatically',
  async ([, fault, cause], { fixture }) => {
    const { batchId } = await loseAnswer(fixture, fault);
    const row = await fixture.rowOf(batchId, '1.pdf');
    expect(row.reason).toEqual({ code: 'answer-lost', facts: { cause } });
    await fixture.untilFinished(batchId, 'done-with-problems');
    fixture.clock.skip(hourMs);
    await fixture.restart();
    fixture.clock.skip(hourMs);
    expect(await fixture.rowOf(batchId, '1.pdf')).toMatchObject({ state: 'attach-unknown' });
    expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
  },
);

test('an update with an empty or truncated answer counts as done', async ({ fixture }) => {
  fixture.simulator.faults.set(
    'updateRecipient',
    { kind: 'empty-body', times: 1 },
    { kind: 'truncated-json' },
  );
  for (const prefix of ['first ', 'second '])
    await fixture.untilFinished((await fixture.send(sampleDocuments(1, prefix))).batchId);
  expect(receivedNames(fixture)).toEqual(['first 1.pdf', 'second 1.pdf']);
});

test('an unknown outcome is shown with all facts that are needed to settle it', async ({ fixture }) => {
  const { beneficiaryId } = await loseAnswer(fixture, { kind: 'effect-then-status' });
  const key = fixture.simulator.state.recipients.get(recipientId)?.documents[0]?.key;
  const [call] = fixture.callsOf('updateRecipient');
  const unknownOutcome = await eventually(() => {
    const outcomes = fixture.testApp.topic('beneficiaries').unknown;
    expect(outcomes).toHaveLength(1);
    return outcomes[0];
  });
  expect(unknownOutcome).toMatchObject({
    beneficiary: { id: beneficiaryId, label: 'Ahlström', recipientId },
    batchNumber: 1,
    cause: 'status 500',
    requestId: call?.requestId,
    creates: false,
    documents: [{ name: '1.pdf', key, isNew: true }],
  });
  expect(Math.abs(Date.parse(unknownOutcome?.sentAt ?? '') - (call?.at ?? 0))).toBeLessThan(5_000);
  const list = await fixture.call('beneficiaries.list', { search: '', offset: 0, limit: 1 });
  expect(list.rows).toMatchObject([{ id: beneficiaryId, unknown: 1, attached: 0 }]);
});

test('documents confirmed as attached are sent again, and known as duplicates', async ({ fixture }) => {
  const { batchId, beneficiaryId } = await loseAnswer(fixture, { kind: 'effect-then-reset' });
  const attachId = await attachIdOf(fixture);
  await fixture.settle('is-there');
  for (const settled of [attachId, 999]) {
    const sendAgain = { decision: 'send-again', attachId: settled } as const;
    expect(await codeOf(fixture.call('beneficiaries.settle', sendAgain))).toBe('outcome-settled');
  }
  await fixture.untilFinished(batchId);
  expect(await fixture.rowOf(batchId, '1.pdf')).toMatchObject({ state: 'attached', reason: null });
  expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
  expect(await fixture.call('beneficiaries.unknownOutcomes', {})).toEqual([]);
  const history = await fixture.call('beneficiaries.attached', { id: beneficiaryId, offset: 0, limit: 9 });
  expect(history.rows).toMatchObject([{ name: '1.pdf', result: 'confirmed-by-clerk' }]);

  const nextBatchId = await fixture.dropFiles({ ...sampleDocuments(1), ...sampleDocuments(1, 'next ') });
  await fixture.assign(nextBatchId, beneficiaryId);
  expect(await fixture.rowOf(nextBatchId, '1.pdf')).toMatchObject({ reason: { code: 'attached-earlier' } });
  await fixture.startBatch(nextBatchId);
  await fixture.untilFinished(nextBatchId);
  expect(receivedNames(fixture)).toEqual(['1.pdf', 'next 1.pdf']);
});

test.for([
  ['was attached', { kind: 'effect-then-reset' } as const],
  ['was lost in transit', { kind: 'reset', at: 'body' } as const],
] as const)(
  'a document that %s is sent again when the clerk decides so, and is attached once',
  async ([, fault], { fixture }) => {
    const { batchId } = await loseAnswer(fixture, fault);
    await fixture.settle('send-again');
    await fixture.untilFinished(batchId);
    expect(receivedNames(fixture)).toEqual(['1.pdf']);
    expect(fixture.callsOf('updateRecipient')).toHaveLength(2);
    // The stored bytes are not uploaded again.
    expect(fixture.callsOf('upload')).toHaveLength(1);
  },
);

test('a receipt does not say that the service confirmed what only the clerk did', async ({ fixture }) => {
  const { batchId } = await loseAnswer(fixture, { kind: 'effect-then-reset' });
  const path = join(fixture.folder, 'receipt.csv');
  fixture.platform.answers.savePath = path;
  const readReceipt = async () => {
    await fixture.call('documents.export', { batchId, receipt: { format: 'csv', documentId: null } });
    const [row]: Record<string, string>[] = parse(await readFile(path), { bom: true, columns: true });
    return { attached: row?.['Attached'] ?? '', by: row?.['Confirmed by'] };
  };
  expect(await readReceipt()).toEqual({ attached: '', by: '' });
  await fixture.settle('is-there');
  await fixture.untilFinished(batchId);
  expect(await readReceipt()).toEqual({ attached: expect.stringMatching(/^\d{4}-/), by: 'Clerk' });
});

test('an unknown outcome holds the updates of its beneficiary, and no others', async ({ fixture }) => {
  const heldBeneficiaryId = await fixture.addBeneficiary('Held', 'held');
  const freeBeneficiaryId = await fixture.addBeneficiary('Free', 'free');
  // Both batches are being sent before the answer is lost.
  const firstUpdate = { times: 1, when: ({ path }: FaultedCall) => path.endsWith('/held') };
  fixture.simulator.faults.set(
    'updateRecipient',
    { kind: 'delay', milliseconds: 60_000, ...firstUpdate },
    { kind: 'effect-then-reset', ...firstUpdate },
  );
  const firstBatchId = await fixture.dropFiles(sampleDocuments(1, 'first '));
  await fixture.assign(firstBatchId, heldBeneficiaryId);
  await fixture.startBatch(firstBatchId);
  await fixture.untilRow(firstBatchId, 'first 1.pdf', { state: 'attaching' });
  const secondBatchId = await fixture.dropFiles(sampleDocuments(4, 'second '));
  await fixture.assign(secondBatchId, heldBeneficiaryId, 'second 1.pdf', 'second 2.pdf');
  await fixture.assign(secondBatchId, freeBeneficiaryId, 'second 3.pdf', 'second 4.pdf');
  await fixture.startBatch(secondBatchId);
  await fixture.untilRow(secondBatchId, 'second 4.pdf', { state: 'attached' });
  fixture.simulator.faults.clear();
  await fixture.untilRow(firstBatchId, 'first 1.pdf', { state: 'attach-unknown' });
  fixture.clock.skip(hourMs);
  for (const name of ['second 1.pdf', 'second 2.pdf'])
    await fixture.untilRow(secondBatchId, name, { group: 'on-hold' });
  expect(fixture.batchSummaryOf(secondBatchId)?.state).toBe('running');
  expect(receivedNames(fixture, 'held')).toEqual(['first 1.pdf']);
  expect(receivedNames(fixture, 'free')).toEqual(['second 3.pdf', 'second 4.pdf']);

  await fixture.settle('is-there');
  await fixture.untilFinished(secondBatchId);
  expect(receivedNames(fixture, 'held')).toEqual(['first 1.pdf', 'second 1.pdf', 'second 2.pdf']);
});
