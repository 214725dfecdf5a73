import { expect } from 'vitest';
import type { Beneficiary } from '../../../../src/shared/model/beneficiary.ts';
import { codeOf } from '../../../fakes/error-of.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { test } from '../documents/company-test.ts';
import { type DocumentsFixture, sampleDocuments } from '../documents/documents-fixture.ts';

const payload = '{ "name": "Nova Ltd", "iban": "DE02 1203", "nested": { "a": [1, 2.50] } }';

function addDraft(fixture: DocumentsFixture, label = 'Nova', payloadText = payload): Promise<number> {
  return fixture
    .call('beneficiaries.draft', { action: 'add', label, payload: payloadText })
    .then(({ id }) => id);
}

const getBeneficiary = (fixture: DocumentsFixture, id: number): Promise<Beneficiary> =>
  fixture.call('beneficiaries.get', { id });

/** Starts a batch with two documents for a draft. */
async function sendToDraft(fixture: DocumentsFixture, id: number, prefix = ''): Promise<number> {
  const batchId = await fixture.dropFiles(sampleDocuments(2, prefix));
  await fixture.assign(batchId, id);
  await fixture.startBatch(batchId);
  return batchId;
}

/** Expects one recipient at the practice company and returns its ID. */
function expectSingleRecipient(fixture: DocumentsFixture): string {
  const ids = [...fixture.simulator.state.recipients.keys()];
  expect(ids).toHaveLength(1);
  return ids[0] ?? '';
}

test('a draft is created with its documents, and later documents update it', async ({ fixture }) => {
  const id = await addDraft(fixture);
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'draft', recipientId: null });
  await fixture.untilFinished(await sendToDraft(fixture, id));
  const recipientId = expectSingleRecipient(fixture);
  expect(await getBeneficiary(fixture, id)).toMatchObject({
    stage: 'known',
    recipientId,
    attached: 2,
    unknown: 0,
  });
  expect(fixture.simulator.state.recipients.get(recipientId)?.fields).toEqual(JSON.parse(payload));
  expect(fixture.receivedNames(recipientId)).toEqual(['1.pdf', '2.pdf']);
  expect(fixture.callsOf('createRecipient')).toHaveLength(1);

  await fixture.untilFinished(await sendToDraft(fixture, id, 'more '));
  expect(fixture.receivedNames(recipientId)).toHaveLength(4);
  expect(fixture.callsOf('createRecipient')).toHaveLength(1);
});

test('a draft can be created without documents', async ({ fixture }) => {
  const id = await addDraft(fixture);
  await fixture.call('beneficiaries.draft', { action: 'create', id });
  const recipientId = expectSingleRecipient(fixture);
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'known', recipientId, attached: 0 });
  expect(fixture.simulator.state.recipients.get(recipientId)?.documents).toEqual([]);
  // A created beneficiary cannot be created again.
  expect(await codeOf(fixture.call('beneficiaries.draft', { action: 'create', id }))).toBe(
    'beneficiary-unknown',
  );
  expect(await codeOf(fixture.call('beneficiaries.draft', { action: 'read', id }))).toBe(
    'beneficiary-unknown',
  );
});

const idNeeded = { stage: 'id-needed', recipientId: null, attached: 2 };

test('without an ID in the answer, the batch waits for the ID of the clerk', async ({ paydesk }) => {
  const fixture = await paydesk.openCompany({ simulator: { recipientIdField: null } });
  const id = await addDraft(fixture);
  await fixture.untilFinished(await sendToDraft(fixture, id));
  expect(await getBeneficiary(fixture, id)).toMatchObject(idNeeded);

  // More documents wait for the ID and are sent once it is entered.
  const waitingBatchId = await sendToDraft(fixture, id, 'more ');
  await fixture.untilRow(waitingBatchId, 'more 2.pdf', { state: 'stored' });
  await fixture.untilRow(waitingBatchId, 'more 1.pdf', { state: 'stored' });
  const recipientId = expectSingleRecipient(fixture);
  await fixture.addBeneficiary('Taken', 'rcp-taken');
  await expect(
    fixture.call('beneficiaries.change', { action: 'setRecipientId', id, recipientId: 'rcp-taken' }),
  ).rejects.toMatchObject({ code: 'beneficiary-exists', details: { label: 'Taken' } });
  expect((await fixture.batchOf(waitingBatchId)).state).toBe('running');
  await fixture.call('beneficiaries.change', { action: 'setRecipientId', id, recipientId });
  await fixture.untilFinished(waitingBatchId);
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'known', recipientId, attached: 4 });
  expect(fixture.receivedNames(recipientId)).toHaveLength(4);
  expect(
    await codeOf(
      fixture.call('beneficiaries.change', { action: 'setRecipientId', id, recipientId: 'other' }),
    ),
  ).toBe('beneficiary-unknown');
});

test('an answer with the ID of another beneficiary is not trusted', async ({ fixture }) => {
  await fixture.addBeneficiary('Old', 'rcp-old');
  const change = () => ({ recipientId: 'rcp-old' });
  fixture.simulator.faults.set('createRecipient', { kind: 'rewrite', change });
  const id = await addDraft(fixture);
  await fixture.untilFinished(await sendToDraft(fixture, id));
  expect(await getBeneficiary(fixture, id)).toMatchObject(idNeeded);
});

test('a refused creation reports the reason, and the changed draft is created', async ({ fixture }) => {
  const body = JSON.stringify({ message: 'The IBAN is not valid' });
  fixture.simulator.faults.set('createRecipient', { kind: 'status', status: 422, body });
  const id = await addDraft(fixture);
  await expect(fixture.call('beneficiaries.draft', { action: 'create', id })).rejects.toMatchObject({
    code: 'service-refused',
    details: { status: 422, message: 'The IBAN is not valid' },
  });
  const batchId = await sendToDraft(fixture, id);
  await fixture.untilFinished(batchId, 'done-with-problems');
  expect(await fixture.rowOf(batchId, '1.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'attach-refused', facts: { status: 422, message: 'The IBAN is not valid' } },
  });
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'draft', attached: 0 });

  fixture.simulator.faults.clear();
  await fixture.call('beneficiaries.draft', {
    action: 'change',
    id,
    label: 'Nova AG',
    payload: '{"iban":"DE02"}',
  });
  expect(await fixture.call('beneficiaries.draft', { action: 'read', id })).toEqual({
    payload: '{"iban":"DE02"}',
  });
  await fixture.changeDocuments('retry', batchId);
  await fixture.untilFinished(batchId);
  expect(fixture.simulator.state.recipients.get(expectSingleRecipient(fixture))?.fields).toEqual({
    iban: 'DE02',
  });
  expect(await getBeneficiary(fixture, id)).toMatchObject({ label: 'Nova AG', stage: 'known' });
  const change = { id, label: 'Nova', payload };
  expect(await codeOf(fixture.call('beneficiaries.draft', { action: 'change', ...change }))).toBe(
    'beneficiary-in-use',
  );
});

/** Starts a batch whose creation of a draft takes effect at the service, while the answer is lost. */
async function createWithLostAnswer(fixture: DocumentsFixture) {
  fixture.simulator.faults.set('createRecipient', { kind: 'effect-then-reset', times: 1 });
  const id = await addDraft(fixture);
  const batchId = await sendToDraft(fixture, id);
  await fixture.untilFinished(batchId, 'done-with-problems');
  const [unknownOutcome] = await fixture.call('beneficiaries.unknownOutcomes', {});
  expect(unknownOutcome).toMatchObject({ creates: true, beneficiary: { label: 'Nova', recipientId: null } });
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'creating', unknown: 1 });
  return { id, batchId, attachId: unknownOutcome?.attachId ?? 0 };
}

test('a creation whose answer was lost is settled with the ID that the clerk found', async ({ fixture }) => {
  const { id, batchId, attachId } = await createWithLostAnswer(fixture);
  await fixture.addBeneficiary('Taken', 'rcp-taken');
  const settle = (recipientId: string | null) =>
    fixture.call('beneficiaries.settle', { decision: 'is-there', attachId, recipientId });
  await expect(settle(null)).rejects.toMatchObject({ code: 'recipient-id-needed' });
  await expect(settle('rcp-taken')).rejects.toMatchObject({ code: 'beneficiary-exists' });
  expect(await fixture.statesOf(batchId)).toEqual({ '1.pdf': 'attach-unknown', '2.pdf': 'attach-unknown' });
  const recipientId = expectSingleRecipient(fixture);
  await settle(recipientId);
  await fixture.untilFinished(batchId);
  expect(await getBeneficiary(fixture, id)).toMatchObject({
    stage: 'known',
    recipientId,
    attached: 2,
    unknown: 0,
  });
  await fixture.untilFinished(await sendToDraft(fixture, id, 'more '));
  expect(fixture.receivedNames(recipientId)).toHaveLength(4);
  expect(fixture.callsOf('createRecipient')).toHaveLength(1);
});

test('a creation whose answer was lost is sent again only when the clerk decides so', async ({ fixture }) => {
  const { id, batchId, attachId } = await createWithLostAnswer(fixture);
  await fixture.restart();
  expect(fixture.callsOf('createRecipient')).toHaveLength(1);
  await fixture.call('beneficiaries.settle', { decision: 'send-again', attachId });
  await fixture.untilFinished(batchId);
  expect(fixture.callsOf('createRecipient')).toHaveLength(2);
  const { recipientId } = await getBeneficiary(fixture, id);
  expect(fixture.receivedNames(recipientId ?? '')).toEqual(['1.pdf', '2.pdf']);
});

test('a creation by the clerk whose answer was lost is unknown, not refused', async ({ fixture }) => {
  fixture.simulator.faults.set('createRecipient', { kind: 'effect-then-status', times: 1 });
  const id = await addDraft(fixture);
  await fixture.call('beneficiaries.draft', { action: 'create', id });
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'creating', unknown: 1 });
  await eventually(() => {
    expect(fixture.testApp.topic('beneficiaries').unknown).toMatchObject([{ creates: true, documents: [] }]);
  });
  expect(await codeOf(fixture.call('beneficiaries.draft', { action: 'create', id }))).toBe(
    'attach-unknown-elsewhere',
  );
});

test('a creation without a network is reported and changes nothing', async ({ fixture }) => {
  const id = await addDraft(fixture);
  fixture.network.offline = true;
  expect(await codeOf(fixture.call('beneficiaries.draft', { action: 'create', id }))).toBe(
    'host-unreachable',
  );
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'draft' });
  fixture.network.offline = false;
  await fixture.call('beneficiaries.draft', { action: 'create', id });
  expectSingleRecipient(fixture);
});
