import { expect, test } from 'vitest';
import type { Beneficiary } from '../../../src/shared/model/beneficiary.ts';
import { eventually } from '../../fakes/eventually.ts';
import type { SimulatorOptions } from '../../simulator/simulator.ts';
import {
  addBeneficiary,
  assign,
  batchOf,
  callsOf,
  changeDocuments,
  type DocumentsFixture,
  dropFiles,
  errorOf,
  receivedDocuments,
  rowOf,
  sampleDocuments,
  startBatch,
  startDocumentsFixture,
  statesOf,
  untilFinished,
  untilRow,
} from '../documents/documents-fixture.ts';

const payload = '{ "name": "Nova Ltd", "iban": "DE02 1203", "nested": { "a": [1, 2.50] } }';

function addDraft(fixture: DocumentsFixture, label = 'Nova', payloadText = payload): Promise<number> {
  return fixture
    .call('beneficiaries.draft', { action: 'add', label, payload: payloadText })
    .then(({ id }) => id);
}

const getBeneficiary = (fixture: DocumentsFixture, id: number): Promise<Beneficiary> =>
  fixture.call('beneficiaries.get', { id });
const namesReceivedBy = (fixture: DocumentsFixture, id: string) =>
  receivedDocuments(fixture.simulator, id).map(({ name }) => name);

/** Starts a batch with two documents for a draft. */
async function sendToDraft(fixture: DocumentsFixture, id: number, prefix = ''): Promise<number> {
  const batchId = await dropFiles(fixture, sampleDocuments(2, prefix));
  await assign(fixture, batchId, id);
  await startBatch(fixture, batchId);
  return batchId;
}

/** Expects one recipient at the practice company and returns its ID. */
function expectSingleRecipient(fixture: DocumentsFixture): string {
  const ids = [...fixture.simulator.state.recipients.keys()];
  expect(ids).toHaveLength(1);
  return ids[0] ?? '';
}

test('a draft is created with its documents in one request, and later documents update it', async () => {
  const fixture = await startDocumentsFixture();
  const id = await addDraft(fixture);
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'draft', recipientId: null });
  await untilFinished(fixture, await sendToDraft(fixture, id));
  const recipientId = expectSingleRecipient(fixture);
  expect(await getBeneficiary(fixture, id)).toMatchObject({
    stage: 'known',
    recipientId,
    attached: 2,
    unknown: 0,
  });
  expect(fixture.simulator.state.recipients.get(recipientId)?.fields).toEqual(JSON.parse(payload));
  expect(namesReceivedBy(fixture, recipientId)).toEqual(['1.pdf', '2.pdf']);
  expect(callsOf(fixture.simulator, 'createRecipient')).toHaveLength(1);

  await untilFinished(fixture, await sendToDraft(fixture, id, 'more '));
  expect(namesReceivedBy(fixture, recipientId)).toHaveLength(4);
  expect(callsOf(fixture.simulator, 'createRecipient')).toHaveLength(1);
});

test('a draft can be created without documents', async () => {
  const fixture = await startDocumentsFixture();
  const id = await addDraft(fixture);
  await fixture.call('beneficiaries.draft', { action: 'create', id });
  const recipientId = expectSingleRecipient(fixture);
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'known', recipientId, attached: 0 });
  expect(fixture.simulator.state.recipients.get(recipientId)?.documents).toEqual([]);
  // A created beneficiary cannot be created again.
  expect(await errorOf(fixture.call('beneficiaries.draft', { action: 'create', id }))).toMatchObject({
    code: 'beneficiary-unknown',
  });
  expect(await errorOf(fixture.call('beneficiaries.draft', { action: 'read', id }))).toMatchObject({
    code: 'beneficiary-unknown',
  });
});

const idFields: [string, SimulatorOptions][] = [
  ['recipientId', { recipientIdField: 'recipientId' }],
  ['id', { recipientIdField: 'id' }],
  ['data.recipientId', { recipientIdField: 'data.recipientId' }],
  ['recipient.id', { recipientIdField: 'recipient.id' }],
];

test.each(idFields)('the new ID is read from the field %s', async (_, simulator) => {
  const fixture = await startDocumentsFixture({ simulator });
  const id = await addDraft(fixture);
  await fixture.call('beneficiaries.draft', { action: 'create', id });
  expect(await getBeneficiary(fixture, id)).toMatchObject({
    stage: 'known',
    recipientId: expectSingleRecipient(fixture),
  });
});

test.each([
  ['no ID', { recipientIdField: null }],
  ['an ID that is too deep', { recipientIdField: 'a.b.id' }],
])(
  'when the answer has %s, the clerk enters the ID, and the waiting batch continues',
  async (_, simulator) => {
    const fixture = await startDocumentsFixture({ simulator });
    const id = await addDraft(fixture);
    await untilFinished(fixture, await sendToDraft(fixture, id));
    expect(await getBeneficiary(fixture, id)).toMatchObject({
      stage: 'id-needed',
      recipientId: null,
      attached: 2,
    });

    // More documents wait for the ID and are sent once it is entered.
    const waitingBatchId = await sendToDraft(fixture, id, 'more ');
    await untilRow(fixture, waitingBatchId, 'more 2.pdf', { state: 'stored' });
    await untilRow(fixture, waitingBatchId, 'more 1.pdf', { state: 'stored' });
    const recipientId = expectSingleRecipient(fixture);
    await addBeneficiary(fixture, 'Taken', 'rcp-taken');
    expect(
      await errorOf(
        fixture.call('beneficiaries.change', { action: 'setRecipientId', id, recipientId: 'rcp-taken' }),
      ),
    ).toMatchObject({ code: 'beneficiary-exists', details: { label: 'Taken' } });
    expect((await batchOf(fixture, waitingBatchId)).state).toBe('running');
    await fixture.call('beneficiaries.change', { action: 'setRecipientId', id, recipientId });
    await untilFinished(fixture, waitingBatchId);
    expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'known', recipientId, attached: 4 });
    expect(namesReceivedBy(fixture, recipientId)).toHaveLength(4);
    expect(
      await errorOf(
        fixture.call('beneficiaries.change', { action: 'setRecipientId', id, recipientId: 'other' }),
      ),
    ).toMatchObject({ code: 'beneficiary-unknown' });
  },
);

test('an answer with the ID of another beneficiary is not trusted', async () => {
  const fixture = await startDocumentsFixture();
  await addBeneficiary(fixture, 'Old', 'rcp-old');
  const change = () => ({ recipientId: 'rcp-old' });
  fixture.simulator.faults.set('createRecipient', { kind: 'rewrite', change });
  const id = await addDraft(fixture);
  await untilFinished(fixture, await sendToDraft(fixture, id));
  expect(await getBeneficiary(fixture, id)).toMatchObject({
    stage: 'id-needed',
    recipientId: null,
    attached: 2,
  });
});

test('an ambiguous ID is not used', async () => {
  const fixture = await startDocumentsFixture();
  const change = () => ({ company: { id: 17 }, recipient: { id: 4711 } });
  fixture.simulator.faults.set('createRecipient', { kind: 'rewrite', change });
  const id = await addDraft(fixture);
  await untilFinished(fixture, await sendToDraft(fixture, id));
  expect(await getBeneficiary(fixture, id)).toMatchObject({
    stage: 'id-needed',
    recipientId: null,
    attached: 2,
  });
});

test('a refused creation reports the reason, and the draft can be changed and created', async () => {
  const fixture = await startDocumentsFixture();
  const body = JSON.stringify({ message: 'The IBAN is not valid' });
  fixture.simulator.faults.set('createRecipient', { kind: 'status', status: 422, body });
  const id = await addDraft(fixture);
  expect(await errorOf(fixture.call('beneficiaries.draft', { action: 'create', id }))).toMatchObject({
    code: 'service-refused',
    details: { status: 422, message: 'The IBAN is not valid' },
  });
  const batchId = await sendToDraft(fixture, id);
  await untilFinished(fixture, batchId, 'done-with-problems');
  expect(await rowOf(fixture, batchId, '1.pdf')).toMatchObject({
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
  await changeDocuments(fixture, 'retry', batchId);
  await untilFinished(fixture, batchId);
  expect(fixture.simulator.state.recipients.get(expectSingleRecipient(fixture))?.fields).toEqual({
    iban: 'DE02',
  });
  expect(await getBeneficiary(fixture, id)).toMatchObject({ label: 'Nova AG', stage: 'known' });
  const change = { id, label: 'Nova', payload };
  expect(await errorOf(fixture.call('beneficiaries.draft', { action: 'change', ...change }))).toMatchObject({
    code: 'beneficiary-in-use',
  });
});

test('a second attempt to create a draft is refused while the first attempt is running', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('createRecipient', { kind: 'delay', milliseconds: 2_000 });
  const id = await addDraft(fixture);
  const firstAttempt = fixture.call('beneficiaries.draft', { action: 'create', id });
  await eventually(async () => expect((await getBeneficiary(fixture, id)).stage).toBe('creating'));
  expect(await errorOf(fixture.call('beneficiaries.draft', { action: 'create', id }))).toMatchObject({
    code: 'attach-unknown-elsewhere',
  });
  expect(fixture.testApp.app.isBusy()).toBe(true);
  await firstAttempt;
});

test('two concurrent requests to create a draft create it once', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('createRecipient', { kind: 'delay', milliseconds: 500 });
  const id = await addDraft(fixture);
  const attempts = [
    fixture.call('beneficiaries.draft', { action: 'create', id }),
    errorOf(fixture.call('beneficiaries.draft', { action: 'create', id })),
  ];
  expect((await Promise.all(attempts))[1]).toMatchObject({ code: 'attach-unknown-elsewhere' });
  expectSingleRecipient(fixture);
});

/** Starts a batch whose creation of a draft takes effect at the service, while the answer is lost. */
async function createWithLostAnswer(): Promise<{
  fixture: DocumentsFixture;
  id: number;
  batchId: number;
  attachId: number;
}> {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('createRecipient', { kind: 'effect-then-reset', times: 1 });
  const id = await addDraft(fixture);
  const batchId = await sendToDraft(fixture, id);
  await untilFinished(fixture, batchId, 'done-with-problems');
  const [unknownOutcome] = await fixture.call('beneficiaries.unknownOutcomes', {});
  expect(unknownOutcome).toMatchObject({ creates: true, beneficiary: { label: 'Nova', recipientId: null } });
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'creating', unknown: 1 });
  return { fixture, id, batchId, attachId: unknownOutcome?.attachId ?? 0 };
}

test('a creation whose answer was lost is settled with the ID that the clerk found', async () => {
  const { fixture, id, batchId, attachId } = await createWithLostAnswer();
  await addBeneficiary(fixture, 'Taken', 'rcp-taken');
  const settle = (recipientId: string | null) =>
    fixture.call('beneficiaries.settle', { decision: 'is-there', attachId, recipientId });
  expect(await errorOf(settle(null))).toMatchObject({ code: 'recipient-id-needed' });
  expect(await errorOf(settle('rcp-taken'))).toMatchObject({ code: 'beneficiary-exists' });
  expect(await statesOf(fixture, batchId)).toEqual({ '1.pdf': 'attach-unknown', '2.pdf': 'attach-unknown' });
  const recipientId = expectSingleRecipient(fixture);
  await settle(recipientId);
  await untilFinished(fixture, batchId);
  expect(await getBeneficiary(fixture, id)).toMatchObject({
    stage: 'known',
    recipientId,
    attached: 2,
    unknown: 0,
  });
  await untilFinished(fixture, await sendToDraft(fixture, id, 'more '));
  expect(namesReceivedBy(fixture, recipientId)).toHaveLength(4);
  expect(callsOf(fixture.simulator, 'createRecipient')).toHaveLength(1);
});

test('a creation whose answer was lost is sent again only when the clerk decides so', async () => {
  const { fixture, id, batchId, attachId } = await createWithLostAnswer();
  await fixture.restart();
  expect(callsOf(fixture.simulator, 'createRecipient')).toHaveLength(1);
  await fixture.call('beneficiaries.settle', { decision: 'send-again', attachId });
  await untilFinished(fixture, batchId);
  expect(callsOf(fixture.simulator, 'createRecipient')).toHaveLength(2);
  const { recipientId } = await getBeneficiary(fixture, id);
  expect(namesReceivedBy(fixture, recipientId ?? '')).toEqual(['1.pdf', '2.pdf']);
});

test('a creation by the clerk whose answer was lost is unknown, not refused', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('createRecipient', { kind: 'effect-then-status', times: 1 });
  const id = await addDraft(fixture);
  await fixture.call('beneficiaries.draft', { action: 'create', id });
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'creating', unknown: 1 });
  await eventually(() => {
    expect(fixture.testApp.topic('beneficiaries').unknown).toMatchObject([{ creates: true, documents: [] }]);
  });
  expect(await errorOf(fixture.call('beneficiaries.draft', { action: 'create', id }))).toMatchObject({
    code: 'attach-unknown-elsewhere',
  });
});

test('a creation without a network is reported and changes nothing', async () => {
  const fixture = await startDocumentsFixture();
  const id = await addDraft(fixture);
  fixture.network.offline = true;
  expect(await errorOf(fixture.call('beneficiaries.draft', { action: 'create', id }))).toMatchObject({
    code: 'host-unreachable',
  });
  expect(await getBeneficiary(fixture, id)).toMatchObject({ stage: 'draft' });
  fixture.network.offline = false;
  await fixture.call('beneficiaries.draft', { action: 'create', id });
  expectSingleRecipient(fixture);
});
