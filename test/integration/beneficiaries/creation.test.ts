import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../../src/main/simulator/options.ts';
import type { Beneficiary } from '../../../src/shared/model/beneficiary.ts';
import { eventually } from '../../fakes/eventually.ts';
import {
  assign,
  batchOf,
  beneficiary,
  callsOf,
  documents,
  dropFiles,
  errorOf,
  over,
  received,
  rowOf,
  select,
  start,
  startWork,
  statesOf,
  untilRow,
  type Work,
} from '../documents/work.ts';

const payload = '{ "name": "Nova Ltd", "iban": "DE02 1203", "nested": { "a": [1, 2.50] } }';

function draft(work: Work, label = 'Nova', text = payload): Promise<number> {
  return work.call('beneficiaries.draft', { label, payload: text }).then(({ id }) => id);
}

const get = (work: Work, id: number): Promise<Beneficiary> => work.call('beneficiaries.get', { id });
const namesAt = (work: Work, id: string) => received(work.simulator, id).map(({ name }) => name);

/** Documents for a draft, started. */
async function sendToDraft(work: Work, id: number, prefix = ''): Promise<number> {
  const batchId = await dropFiles(work, documents(2, prefix));
  await assign(work, batchId, id);
  await start(work, batchId);
  return batchId;
}

/** The only recipient that the practice company has, as the clerk finds it in the portal. */
function onlyRecipient(work: Work): string {
  const ids = [...work.simulator.state.recipients.keys()];
  expect(ids).toHaveLength(1);
  return ids[0] ?? '';
}

test('a draft is created with its documents in one request, and is known from then on', async () => {
  const work = await startWork();
  const id = await draft(work);
  expect(await get(work, id)).toMatchObject({ stage: 'draft', recipientId: null });
  await over(work, await sendToDraft(work, id));
  const recipientId = onlyRecipient(work);
  expect(await get(work, id)).toMatchObject({ stage: 'known', recipientId, attached: 2, unknown: 0 });
  expect(work.simulator.state.recipients.get(recipientId)?.fields).toEqual(JSON.parse(payload));
  expect(namesAt(work, recipientId)).toEqual(['1.pdf', '2.pdf']);
  expect(callsOf(work.simulator, 'createRecipient')).toHaveLength(1);

  await over(work, await sendToDraft(work, id, 'more '));
  expect(namesAt(work, recipientId)).toHaveLength(4);
  expect(callsOf(work.simulator, 'createRecipient')).toHaveLength(1);
});

test('a draft is created without documents, and then has none', async () => {
  const work = await startWork();
  const id = await draft(work);
  await work.call('beneficiaries.create', { id });
  const recipientId = onlyRecipient(work);
  expect(await get(work, id)).toMatchObject({ stage: 'known', recipientId, attached: 0 });
  expect(work.simulator.state.recipients.get(recipientId)?.documents).toEqual([]);
  // There is nothing left to create.
  expect(await errorOf(work.call('beneficiaries.create', { id }))).toMatchObject({
    code: 'beneficiary-unknown',
  });
  expect(await errorOf(work.call('beneficiaries.payload', { id }))).toMatchObject({
    code: 'beneficiary-unknown',
  });
});

const places: [string, SimulatorOptions][] = [
  ['recipientId', { recipientIdField: 'recipientId' }],
  ['id', { recipientIdField: 'id' }],
  ['recipientId, one level down', { recipientIdField: 'data.recipientId' }],
  ['id, one level down', { recipientIdField: 'recipient.id' }],
];

test.each(places)('the new ID is found under %s', async (_, simulator) => {
  const work = await startWork({ simulator });
  const id = await draft(work);
  await work.call('beneficiaries.create', { id });
  expect(await get(work, id)).toMatchObject({ stage: 'known', recipientId: onlyRecipient(work) });
});

test.each([
  ['no ID', { recipientIdField: null }],
  ['an ID that is too deep', { recipientIdField: 'a.b.id' }],
])('an answer with %s makes the clerk enter the ID, and then the work resumes', async (_, simulator) => {
  const work = await startWork({ simulator });
  const id = await draft(work);
  await over(work, await sendToDraft(work, id));
  expect(await get(work, id)).toMatchObject({ stage: 'id-needed', recipientId: null, attached: 2 });

  // More documents wait for the ID, and go as soon as it is there.
  const waiting = await sendToDraft(work, id, 'more ');
  await untilRow(work, waiting, 'more 2.pdf', { state: 'stored' });
  await untilRow(work, waiting, 'more 1.pdf', { state: 'stored' });
  const recipientId = onlyRecipient(work);
  await beneficiary(work, 'Taken', 'rcp-taken');
  expect(
    await errorOf(work.call('beneficiaries.setRecipientId', { id, recipientId: 'rcp-taken' })),
  ).toMatchObject({ code: 'beneficiary-exists', details: { label: 'Taken' } });
  expect((await batchOf(work, waiting)).state).toBe('running');
  await work.call('beneficiaries.setRecipientId', { id, recipientId });
  await over(work, waiting);
  expect(await get(work, id)).toMatchObject({ stage: 'known', recipientId, attached: 4 });
  expect(namesAt(work, recipientId)).toHaveLength(4);
  expect(
    await errorOf(work.call('beneficiaries.setRecipientId', { id, recipientId: 'other' })),
  ).toMatchObject({
    code: 'beneficiary-unknown',
  });
});

test('an answer with the ID of another beneficiary is not trusted', async () => {
  const work = await startWork();
  await beneficiary(work, 'Old', 'rcp-old');
  const change = () => ({ recipientId: 'rcp-old' });
  work.simulator.faults.set('createRecipient', { kind: 'rewrite', change });
  const id = await draft(work);
  await over(work, await sendToDraft(work, id));
  expect(await get(work, id)).toMatchObject({ stage: 'id-needed', recipientId: null, attached: 2 });
});

test('an ambiguous ID is not used', async () => {
  const work = await startWork();
  const change = () => ({ company: { id: 17 }, recipient: { id: 4711 } });
  work.simulator.faults.set('createRecipient', { kind: 'rewrite', change });
  const id = await draft(work);
  await over(work, await sendToDraft(work, id));
  expect(await get(work, id)).toMatchObject({ stage: 'id-needed', recipientId: null, attached: 2 });
});

test('a refused creation says why, and the draft can be changed and created', async () => {
  const work = await startWork();
  const body = JSON.stringify({ message: 'The IBAN is not valid' });
  work.simulator.faults.set('createRecipient', { kind: 'status', status: 422, body });
  const id = await draft(work);
  expect(await errorOf(work.call('beneficiaries.create', { id }))).toMatchObject({
    code: 'service-refused',
    details: { status: 422, message: 'The IBAN is not valid' },
  });
  const batchId = await sendToDraft(work, id);
  await over(work, batchId, 'done-with-problems');
  expect(await rowOf(work, batchId, '1.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'attach-refused', facts: { status: 422, message: 'The IBAN is not valid' } },
  });
  expect(await get(work, id)).toMatchObject({ stage: 'draft', attached: 0 });

  work.simulator.faults.clear();
  await work.call('beneficiaries.changeDraft', { id, label: 'Nova AG', payload: '{"iban":"DE02"}' });
  expect(await work.call('beneficiaries.payload', { id })).toEqual({ payload: '{"iban":"DE02"}' });
  await work.call('documents.retry', await select(work, batchId));
  await over(work, batchId);
  expect(work.simulator.state.recipients.get(onlyRecipient(work))?.fields).toEqual({ iban: 'DE02' });
  expect(await get(work, id)).toMatchObject({ label: 'Nova AG', stage: 'known' });
  const change = { id, label: 'Nova', payload };
  expect(await errorOf(work.call('beneficiaries.changeDraft', change))).toMatchObject({
    code: 'beneficiary-in-use',
  });
});

test('a second attempt to create a draft does not disturb the first, and quitting warns about it', async () => {
  const work = await startWork();
  work.simulator.faults.set('createRecipient', { kind: 'delay', milliseconds: 2_000 });
  const id = await draft(work);
  const first = work.call('beneficiaries.create', { id });
  await eventually(async () => expect((await get(work, id)).stage).toBe('creating'));
  expect(await errorOf(work.call('beneficiaries.create', { id }))).toMatchObject({
    code: 'attach-unknown-elsewhere',
  });
  expect(work.testApp.app.isBusy()).toBe(true);
  await first;
});

test('a draft that is created twice at once is created once', async () => {
  const work = await startWork();
  work.simulator.faults.set('createRecipient', { kind: 'delay', milliseconds: 500 });
  const id = await draft(work);
  const both = [
    work.call('beneficiaries.create', { id }),
    errorOf(work.call('beneficiaries.create', { id })),
  ];
  expect((await Promise.all(both))[1]).toMatchObject({ code: 'attach-unknown-elsewhere' });
  onlyRecipient(work);
});

async function loseCreation(): Promise<{ work: Work; id: number; batchId: number; attachId: number }> {
  const work = await startWork();
  work.simulator.faults.set('createRecipient', { kind: 'effect-then-reset', times: 1 });
  const id = await draft(work);
  const batchId = await sendToDraft(work, id);
  await over(work, batchId, 'done-with-problems');
  const [unknown] = await work.call('beneficiaries.unknownOutcomes', {});
  expect(unknown).toMatchObject({ creates: true, beneficiary: { label: 'Nova', recipientId: null } });
  expect(await get(work, id)).toMatchObject({ stage: 'creating', unknown: 1 });
  return { work, id, batchId, attachId: unknown?.attachId ?? 0 };
}

test('a creation whose answer was lost is settled with the ID that the clerk found', async () => {
  const { work, id, batchId, attachId } = await loseCreation();
  await beneficiary(work, 'Taken', 'rcp-taken');
  const settle = (recipientId: string | null) =>
    work.call('beneficiaries.settle', { decision: 'is-there', attachId, recipientId });
  expect(await errorOf(settle(null))).toMatchObject({ code: 'recipient-id-needed' });
  expect(await errorOf(settle('rcp-taken'))).toMatchObject({ code: 'beneficiary-exists' });
  expect(await statesOf(work, batchId)).toEqual({ '1.pdf': 'attach-unknown', '2.pdf': 'attach-unknown' });
  const recipientId = onlyRecipient(work);
  await settle(recipientId);
  await over(work, batchId);
  expect(await get(work, id)).toMatchObject({ stage: 'known', recipientId, attached: 2, unknown: 0 });
  await over(work, await sendToDraft(work, id, 'more '));
  expect(namesAt(work, recipientId)).toHaveLength(4);
  expect(callsOf(work.simulator, 'createRecipient')).toHaveLength(1);
});

test('a creation whose answer was lost is sent again only when the clerk says so', async () => {
  const { work, id, batchId, attachId } = await loseCreation();
  await work.restart();
  expect(callsOf(work.simulator, 'createRecipient')).toHaveLength(1);
  await work.call('beneficiaries.settle', { decision: 'send-again', attachId });
  await over(work, batchId);
  expect(callsOf(work.simulator, 'createRecipient')).toHaveLength(2);
  const { recipientId } = await get(work, id);
  expect(namesAt(work, recipientId ?? '')).toEqual(['1.pdf', '2.pdf']);
});

test('a creation by the clerk whose answer was lost is unknown, not refused', async () => {
  const work = await startWork();
  work.simulator.faults.set('createRecipient', { kind: 'effect-then-status', times: 1 });
  const id = await draft(work);
  await work.call('beneficiaries.create', { id });
  expect(await get(work, id)).toMatchObject({ stage: 'creating', unknown: 1 });
  await eventually(() => {
    expect(work.testApp.topic('beneficiaries').unknown).toMatchObject([{ creates: true, documents: [] }]);
  });
  expect(await errorOf(work.call('beneficiaries.create', { id }))).toMatchObject({
    code: 'attach-unknown-elsewhere',
  });
});

test('a creation without a session is refused, and without a network says so and changes nothing', async () => {
  const work = await startWork();
  const id = await draft(work);
  work.network.away = true;
  expect(await errorOf(work.call('beneficiaries.create', { id }))).toMatchObject({
    code: 'host-unreachable',
  });
  expect(await get(work, id)).toMatchObject({ stage: 'draft' });
  work.network.away = false;
  await work.call('beneficiaries.create', { id });
  onlyRecipient(work);
});
