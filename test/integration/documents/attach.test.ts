import { expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

const receivedNames = (fixture: DocumentsFixture, recipientId: string) =>
  fixture.receivedDocuments(recipientId).map(({ name }) => name);

/** Sends one batch to several beneficiaries; `files` names the documents of each by its label. Returns the ID of the batch. */
async function sendBatch(
  fixture: DocumentsFixture,
  files: Record<string, string[]>,
  contentPrefix: string,
): Promise<number> {
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

test('each beneficiary of a batch gets one update with exactly its documents', async ({ fixture }) => {
  const files = { A: ['a1.pdf', 'a2.pdf', 'a3.pdf'], B: ['b1.pdf'], C: ['c1.pdf', 'c2.pdf'] };
  await fixture.untilFinished(await sendBatch(fixture, files, 'first'));
  expect(fixture.callsOf('updateRecipient')).toHaveLength(3);
  for (const [label, names] of Object.entries(files)) {
    expect(receivedNames(fixture, `rcp-${label}`)).toEqual(names);
    // Only documentDetails was sent; the practice company refuses other fields in its elements.
    expect(fixture.simulator.state.recipients.get(`rcp-${label}`)?.fields).toEqual({});
  }
});

test.for([
  ['replaces', 'replace', 'send-known'],
  ['appends to', 'append', 'send-new'],
] as const)(
  'several batches keep all documents, each once, when the service %s them at each update',
  async ([, serviceRule, recipientUpdate], { paydesk }) => {
    const fixture = await paydesk.openCompany({
      simulator: { recipientUpdate: serviceRule },
      profile: { recipientUpdate },
    });
    for (const batch of ['1', '2', '3'])
      await fixture.untilFinished(
        await sendBatch(fixture, { A: [`a${batch}.pdf`], B: [`b${batch}.pdf`] }, batch),
      );
    expect(receivedNames(fixture, 'rcp-A')).toEqual(['a1.pdf', 'a2.pdf', 'a3.pdf']);
    expect(receivedNames(fixture, 'rcp-B')).toEqual(['b1.pdf', 'b2.pdf', 'b3.pdf']);
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
  expect(receivedNames(fixture, 'rcp-A')).toEqual(['a1.pdf', 'a2.pdf', 'a3.pdf', 'a4.pdf']);
});

test('a refused update fails only its documents, with the message of the service', async ({ fixture }) => {
  const body = JSON.stringify({ message: 'The beneficiary is closed' });
  fixture.simulator.faults.set('updateRecipient', {
    kind: 'status',
    status: 422,
    body,
    when: ({ path }) => path.endsWith('rcp-A'),
  });
  const batchId = await sendBatch(fixture, { A: ['a1.pdf', 'a2.pdf'], B: ['b1.pdf'] }, 'first');
  await fixture.untilFinished(batchId, 'done-with-problems');
  expect(await fixture.statesOf(batchId)).toEqual({
    'a1.pdf': 'failed',
    'a2.pdf': 'failed',
    'b1.pdf': 'attached',
  });
  expect((await fixture.rowOf(batchId, 'a1.pdf')).reason).toMatchObject({
    code: 'attach-refused',
    facts: { status: 422, message: 'The beneficiary is closed' },
  });
  expect(fixture.simulator.state.recipients.has('rcp-A')).toBe(false);

  fixture.simulator.faults.clear();
  await fixture.changeDocuments('retry', batchId, 'a1.pdf', 'a2.pdf');
  await fixture.untilFinished(batchId);
  expect(receivedNames(fixture, 'rcp-A')).toEqual(['a1.pdf', 'a2.pdf']);
});

/** Sends three documents to one beneficiary, of which one fails. */
async function sendWithOneFailure(fixture: DocumentsFixture): Promise<{
  batchId: number;
  beneficiaryId: number;
}> {
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
] as const)(
  'a failed document delays the update until the clerk decides: %s',
  async ([action, documents], { fixture }) => {
    const { batchId } = await sendWithOneFailure(fixture);
    await fixture.changeDocuments(action, batchId, await failedName(fixture, batchId));
    await fixture.untilFinished(batchId);
    expect(receivedNames(fixture, 'rcp-A')).toHaveLength(documents);
    expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
  },
);

test('a failed document can be attached after the others', async ({ fixture }) => {
  const { batchId, beneficiaryId } = await sendWithOneFailure(fixture);
  await fixture.call('documents.batch', { action: 'attachIncomplete', batchId, beneficiaryId });
  await eventually(() => expect(receivedNames(fixture, 'rcp-A')).toHaveLength(2));
  await fixture.untilFinished(batchId, 'done-with-problems');
  await fixture.changeDocuments('retry', batchId, await failedName(fixture, batchId));
  await fixture.untilFinished(batchId);
  expect(receivedNames(fixture, 'rcp-A')).toEqual(['1.pdf', '2.pdf', '3.pdf']);
});

test('an incomplete update that the clerk confirmed is sent after a delay, too', async ({ fixture }) => {
  const { batchId, beneficiaryId } = await sendWithOneFailure(fixture);
  fixture.simulator.faults.set('updateRecipient', {
    kind: 'throttle',
    status: 429,
    retryAfterSeconds: 30,
    times: 1,
  });
  await fixture.call('documents.batch', { action: 'attachIncomplete', batchId, beneficiaryId });
  await fixture.untilBatchSummary(batchId, { held: { host: expect.any(String), until: expect.any(String) } });
  fixture.clock.skip(31_000);
  await eventually(() => expect(receivedNames(fixture, 'rcp-A')).toHaveLength(2));
});

test('a recipient ID with any characters is encoded as one segment of the path', async ({ fixture }) => {
  const ids = ['a/b', '50%', '%2F', 'x y', 'ü-№-👍', 'a?b#c', 'a;b=c&d', '...', 'a\\b', '../users/login'];
  const files = Object.fromEntries(ids.map((id, index) => [`${index}.pdf`, pdf(id)]));
  const batchId = await fixture.dropFiles(files);
  for (const [index, id] of ids.entries()) {
    await fixture.assign(batchId, await fixture.addBeneficiary(`Number ${index}`, id), `${index}.pdf`);
  }
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId);
  expect([...fixture.simulator.state.recipients.keys()].sort()).toEqual([...ids].sort());
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
