import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { codeOf } from '../../../fakes/error-of.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf } from '../../../fakes/files/files.ts';
import type { Fault, FaultedCall } from '../../../practice/faults.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

/** Sends one batch to several beneficiaries; `files` names the documents of each by its label. Returns the ID of the batch. */
async function sendBatch(fixture: DocumentsFixture, files: Record<string, string[]>, contentPrefix: string) {
  const names = Object.values(files).flat();
  const batchId = await fixture.dropFiles(
    Object.fromEntries(names.map((name) => [name, pdf(`${contentPrefix} ${name}`)])),
  );
  for (const [label, documentNames] of Object.entries(files)) {
    await fixture.assign(batchId, await fixture.findOrAddBeneficiary(label), ...documentNames);
  }
  await fixture.startBatch(batchId);
  return batchId;
}

test.for([
  ['replaces', 'replace', 'send-known'],
  ['appends to', 'append', 'send-new'],
] as const)(
  'several batches keep all documents when the service %s them',
  async ([, serviceRule, recipientUpdate], { paydesk }) => {
    const fixture = await paydesk.openCompany({
      simulator: { recipientUpdate: serviceRule },
      profile: { recipientUpdate },
    });
    for (const batch of ['1', '2', '3'])
      await fixture.untilFinished(
        await sendBatch(fixture, { A: [`a${batch}.pdf`], B: [`b${batch}.pdf`] }, batch),
      );
    expect(fixture.receivedNames('rcp-A')).toEqual(['a1.pdf', 'a2.pdf', 'a3.pdf']);
    expect(fixture.receivedNames('rcp-B')).toEqual(['b1.pdf', 'b2.pdf', 'b3.pdf']);
  },
);

test('two concurrent batches for one beneficiary attach all documents', async ({ fixture }) => {
  fixture.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 60_000 });
  const firstBatchId = await sendBatch(fixture, { A: ['a1.pdf', 'a2.pdf'] }, 'first');
  const secondBatchId = await sendBatch(fixture, { A: ['a3.pdf', 'a4.pdf'] }, 'second');
  await fixture.untilRow(firstBatchId, 'a1.pdf', { state: 'attaching' });
  await fixture.untilRow(secondBatchId, 'a4.pdf', { state: 'stored' });
  fixture.simulator.faults.clear();
  await fixture.untilFinished(firstBatchId);
  await fixture.untilFinished(secondBatchId);
  expect(fixture.receivedNames('rcp-A')).toEqual(['a1.pdf', 'a2.pdf', 'a3.pdf', 'a4.pdf']);
});

/** Sends three documents to one beneficiary, of which one fails. */
async function sendWithOneFailure(fixture: DocumentsFixture) {
  fixture.simulator.faults.set('upload', { kind: 'status', status: 400, times: 1 });
  const { batchId, beneficiaryId } = await fixture.send(sampleDocuments(3), 'A');
  await fixture.untilFinished(batchId, 'done-with-problems');
  expect(fixture.callsOf('updateRecipient')).toEqual([]);
  const states = Object.values(await fixture.statesOf(batchId)).sort();
  expect(states).toEqual(['failed', 'stored', 'stored']);
  return { batchId, beneficiaryId };
}

async function failedName(fixture: DocumentsFixture, batchId: number): Promise<string> {
  return (await fixture.rowsOf(batchId)).find(({ state }) => state === 'failed')?.name ?? '';
}

test.for([
  ['exclude', 2],
  ['cancel', 2],
  ['retry', 3],
] as const)('a failed document delays the update until: %s', async ([action, documents], { fixture }) => {
  const { batchId } = await sendWithOneFailure(fixture);
  await fixture.changeDocuments(action, batchId, await failedName(fixture, batchId));
  await fixture.untilFinished(batchId);
  expect(fixture.receivedNames('rcp-A')).toHaveLength(documents);
  expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
});

test('a failed document can be attached after the others', async ({ fixture }) => {
  const { batchId, beneficiaryId } = await sendWithOneFailure(fixture);
  await fixture.call('documents.batch', { action: 'attachIncomplete', batchId, beneficiaryId });
  await eventually(() => expect(fixture.receivedNames('rcp-A')).toHaveLength(2));
  await fixture.untilFinished(batchId, 'done-with-problems');
  await fixture.changeDocuments('retry', batchId, await failedName(fixture, batchId));
  await fixture.untilFinished(batchId);
  expect(fixture.receivedNames('rcp-A')).toEqual(['1.pdf', '2.pdf', '3.pdf']);
});

test('the summary of a batch counts beneficiaries and bytes', async ({ fixture }) => {
  fixture.simulator.faults.set('updateRecipient', {
    kind: 'status',
    status: 422,
    when: ({ path }) => path.endsWith('rcp-B'),
  });
  const batchId = await sendBatch(fixture, { A: ['a1.pdf'], B: ['b1.pdf'] }, 'first');
  await fixture.untilFinished(batchId, 'done-with-problems');
  const sizes = (await fixture.rowsOf(batchId)).map(({ size }) => size ?? 0);
  const [a = 0, b = 0] = sizes;
  await fixture.untilBatchSummary(batchId, {
    state: 'done-with-problems',
    beneficiaries: 2,
    beneficiariesComplete: 1,
    bytes: a + b,
    bytesStored: a,
    bytesAttached: a,
    bytesStuck: b,
    counts: { attached: 1, problem: 1 },
    transfers: [],
    rate: null,
  });
  expect(fixture.platform.seen.notifications).toHaveLength(1);
});

const hourMs = 3_600_000;
const recipientId = 'rcp-Ahlström';

/** Sends one document whose attach operation loses its answer. */
async function loseAnswer(fixture: DocumentsFixture, fault: Fault) {
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

const lostAnswers: [string, Fault, string][] = [
  ['a connection dropped after the effect', { kind: 'effect-then-reset' }, 'connection-lost'],
  ['no answer after the effect', { kind: 'effect-then-hang' }, 'timed-out'],
];

test.for(lostAnswers)(
  '%s leaves an outcome that is never repeated',
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
  const [outcome] = await fixture.call('beneficiaries.unknownOutcomes', {});
  const attachId = outcome?.attachId ?? 0;
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
  expect(fixture.receivedNames(recipientId)).toEqual(['1.pdf', 'next 1.pdf']);
});

test.for([
  ['was attached', { kind: 'effect-then-reset' } as const],
  ['was lost in transit', { kind: 'reset', at: 'body' } as const],
] as const)('a document that %s and is sent again is attached once', async ([, fault], { fixture }) => {
  const { batchId } = await loseAnswer(fixture, fault);
  await fixture.settle('send-again');
  await fixture.untilFinished(batchId);
  expect(fixture.receivedNames(recipientId)).toEqual(['1.pdf']);
  expect(fixture.callsOf('updateRecipient')).toHaveLength(2);
  // The stored bytes are not uploaded again.
  expect(fixture.callsOf('upload')).toHaveLength(1);
});

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
  await fixture.untilBatchSummary(secondBatchId, { state: 'running' });
  expect(fixture.receivedNames('held')).toEqual(['first 1.pdf']);
  expect(fixture.receivedNames('free')).toEqual(['second 3.pdf', 'second 4.pdf']);

  await fixture.settle('is-there');
  await fixture.untilFinished(secondBatchId);
  expect(fixture.receivedNames('held')).toEqual(['first 1.pdf', 'second 1.pdf', 'second 2.pdf']);
});
