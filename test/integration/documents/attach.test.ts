import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import {
  addBeneficiary,
  assign,
  callsOf,
  changeDocuments,
  type DocumentsFixture,
  dropFiles,
  findOrAddBeneficiary,
  receivedDocuments,
  rowOf,
  rowsOf,
  sampleDocuments,
  send,
  startBatch,
  startDocumentsFixture,
  statesOf,
  untilBatchSummary,
  untilFinished,
  untilRow,
} from './documents-fixture.ts';

const receivedNames = (fixture: DocumentsFixture, recipientId: string) =>
  receivedDocuments(fixture.simulator, recipientId).map(({ name }) => name);

/** Sends one batch to several beneficiaries; `files` names the documents of each by its label. Returns the ID of the batch. */
async function sendBatch(
  fixture: DocumentsFixture,
  files: Record<string, string[]>,
  contentPrefix: string,
): Promise<number> {
  const names = Object.values(files).flat();
  const batchId = await dropFiles(
    fixture,
    Object.fromEntries(names.map((name) => [name, pdf(`${contentPrefix} ${name}`)])),
  );
  for (const [label, documentNames] of Object.entries(files)) {
    await assign(fixture, batchId, await findOrAddBeneficiary(fixture, label), ...documentNames);
  }
  await startBatch(fixture, batchId);
  return batchId;
}

test('each beneficiary of a batch gets one update with exactly its documents', async () => {
  const fixture = await startDocumentsFixture();
  const files = { A: ['a1.pdf', 'a2.pdf', 'a3.pdf'], B: ['b1.pdf'], C: ['c1.pdf', 'c2.pdf'] };
  await untilFinished(fixture, await sendBatch(fixture, files, 'first'));
  expect(callsOf(fixture.simulator, 'updateRecipient')).toHaveLength(3);
  for (const [label, names] of Object.entries(files)) {
    expect(receivedNames(fixture, `rcp-${label}`)).toEqual(names);
    // Only documentDetails was sent; the practice company refuses other fields in its elements.
    expect(fixture.simulator.state.recipients.get(`rcp-${label}`)?.fields).toEqual({});
  }
});

test('several batches keep all documents when the service replaces them at each update', async () => {
  const fixture = await startDocumentsFixture({ simulator: { recipientUpdate: 'replace' } });
  for (const batch of ['1', '2', '3']) {
    await untilFinished(
      fixture,
      await sendBatch(fixture, { A: [`a${batch}.pdf`], B: [`b${batch}.pdf`] }, batch),
    );
  }
  expect(receivedNames(fixture, 'rcp-A')).toEqual(['a1.pdf', 'a2.pdf', 'a3.pdf']);
  expect(receivedNames(fixture, 'rcp-B')).toEqual(['b1.pdf', 'b2.pdf', 'b3.pdf']);
});

test('several batches attach every document once when the service appends', async () => {
  const fixture = await startDocumentsFixture({
    simulator: { recipientUpdate: 'append' },
    profile: { recipientUpdate: 'send-new' },
  });
  for (const batch of ['1', '2', '3']) {
    await untilFinished(fixture, await sendBatch(fixture, { A: [`a${batch}.pdf`] }, batch));
  }
  expect(receivedNames(fixture, 'rcp-A')).toEqual(['a1.pdf', 'a2.pdf', 'a3.pdf']);
});

test('two concurrent batches for one beneficiary attach all documents', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 60 });
  const firstBatchId = await sendBatch(fixture, { A: ['a1.pdf', 'a2.pdf'] }, 'first');
  const secondBatchId = await sendBatch(fixture, { A: ['a3.pdf', 'a4.pdf'] }, 'second');
  await untilFinished(fixture, firstBatchId);
  await untilFinished(fixture, secondBatchId);
  expect(receivedNames(fixture, 'rcp-A')).toEqual(['a1.pdf', 'a2.pdf', 'a3.pdf', 'a4.pdf']);
});

test('a refused update fails its documents with the message of the service, documents of other beneficiaries continue, and a retry works', async () => {
  const fixture = await startDocumentsFixture();
  const body = JSON.stringify({ message: 'The beneficiary is closed' });
  fixture.simulator.faults.set('updateRecipient', {
    kind: 'status',
    status: 422,
    body,
    when: ({ path }) => path.endsWith('rcp-A'),
  });
  const batchId = await sendBatch(fixture, { A: ['a1.pdf', 'a2.pdf'], B: ['b1.pdf'] }, 'first');
  await untilFinished(fixture, batchId, 'done-with-problems');
  expect(await statesOf(fixture, batchId)).toEqual({
    'a1.pdf': 'failed',
    'a2.pdf': 'failed',
    'b1.pdf': 'attached',
  });
  expect((await rowOf(fixture, batchId, 'a1.pdf')).reason).toMatchObject({
    code: 'attach-refused',
    facts: { status: 422, message: 'The beneficiary is closed' },
  });
  expect(fixture.simulator.state.recipients.has('rcp-A')).toBe(false);

  fixture.simulator.faults.clear();
  await changeDocuments(fixture, 'retry', batchId, 'a1.pdf', 'a2.pdf');
  await untilFinished(fixture, batchId);
  expect(receivedNames(fixture, 'rcp-A')).toEqual(['a1.pdf', 'a2.pdf']);
});

test.each([429, 503] as const)(
  'a busy service (%i) gets no update before its Retry-After has passed',
  async (status) => {
    const fixture = await startDocumentsFixture();
    fixture.simulator.faults.set('updateRecipient', {
      kind: 'throttle',
      status,
      retryAfterSeconds: 120,
      times: 1,
    });
    const batchId = await sendBatch(fixture, { A: ['a1.pdf'] }, 'first');
    await eventually(() => expect(callsOf(fixture.simulator, 'updateRecipient')).toHaveLength(1));
    await untilRow(fixture, batchId, 'a1.pdf', { state: 'stored' });
    fixture.clock.skip(100_000);
    // Retry-After applies to the host, so another beneficiary waits as well.
    const secondBatchId = await sendBatch(fixture, { B: ['b1.pdf'] }, 'second');
    await untilBatchSummary(fixture, secondBatchId, { state: 'running' });
    expect((await rowOf(fixture, batchId, 'a1.pdf')).state).toBe('stored');
    expect(callsOf(fixture.simulator, 'updateRecipient')).toHaveLength(1);
    fixture.clock.skip(21_000);
    await untilFinished(fixture, batchId);
    await untilFinished(fixture, secondBatchId);
    expect(await fixture.call('beneficiaries.unknownOutcomes', {})).toEqual([]);
  },
);

test('an update delayed by Retry-After is sent immediately when the clerk retries it', async () => {
  const fixture = await startDocumentsFixture();
  const throttle = { kind: 'throttle', status: 429, retryAfterSeconds: 600, times: 1 } as const;
  fixture.simulator.faults.set('updateRecipient', throttle);
  const batchId = await sendBatch(fixture, { A: ['a1.pdf'] }, 'first');
  await untilBatchSummary(fixture, batchId, {
    held: { host: expect.any(String), until: expect.any(String) },
  });
  await untilRow(fixture, batchId, 'a1.pdf', { state: 'stored' });
  await changeDocuments(fixture, 'retry', batchId);
  await untilFinished(fixture, batchId);
});

test('a token refused at the update is renewed once, and the update is applied once', async () => {
  const fixture = await startDocumentsFixture();
  const when = () => {
    fixture.simulator.revokeTokens();
    return false;
  };
  fixture.simulator.faults.set('upload', { kind: 'delay', milliseconds: 0, when });
  await untilFinished(fixture, await sendBatch(fixture, { A: ['a1.pdf'] }, 'first'));
  expect(callsOf(fixture.simulator, 'updateRecipient').map((call) => call.status)).toEqual([401, 200]);
  expect(fixture.simulator.state.logins).toBe(2);
  expect(fixture.simulator.state.recipients.get('rcp-A')).toMatchObject({ updateCount: 0 });
});

/** Sends three documents to one beneficiary, of which one fails. */
async function sendWithOneFailure(): Promise<{
  fixture: DocumentsFixture;
  batchId: number;
  beneficiaryId: number;
}> {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('upload', { kind: 'status', status: 400, times: 1 });
  const { batchId, beneficiaryId } = await send(fixture, sampleDocuments(3), 'A');
  await untilFinished(fixture, batchId, 'done-with-problems');
  expect(callsOf(fixture.simulator, 'updateRecipient')).toEqual([]);
  const states = Object.values(await statesOf(fixture, batchId)).sort();
  expect(states).toEqual(['failed', 'stored', 'stored']);
  return { fixture, batchId, beneficiaryId };
}

async function failedName(fixture: DocumentsFixture, batchId: number): Promise<string> {
  return (await rowsOf(fixture, batchId)).find(({ state }) => state === 'failed')?.name ?? '';
}

test('a failed document delays the update until it is excluded', async () => {
  const { fixture, batchId } = await sendWithOneFailure();
  await changeDocuments(fixture, 'exclude', batchId, await failedName(fixture, batchId));
  await untilFinished(fixture, batchId);
  expect(receivedNames(fixture, 'rcp-A')).toHaveLength(2);
});

test('a failed document delays the update until it is cancelled', async () => {
  const { fixture, batchId } = await sendWithOneFailure();
  await changeDocuments(fixture, 'cancel', batchId, await failedName(fixture, batchId));
  await untilFinished(fixture, batchId);
  expect(receivedNames(fixture, 'rcp-A')).toHaveLength(2);
});

test('a failed document delays the update until a retry succeeds', async () => {
  const { fixture, batchId } = await sendWithOneFailure();
  await changeDocuments(fixture, 'retry', batchId, await failedName(fixture, batchId));
  await untilFinished(fixture, batchId);
  expect(receivedNames(fixture, 'rcp-A')).toHaveLength(3);
  expect(callsOf(fixture.simulator, 'updateRecipient')).toHaveLength(1);
});

test('a failed document delays the update until the clerk attaches the others, and is attached later', async () => {
  const { fixture, batchId, beneficiaryId } = await sendWithOneFailure();
  await fixture.call('documents.batch', { action: 'attachIncomplete', batchId, beneficiaryId });
  await eventually(() => expect(receivedNames(fixture, 'rcp-A')).toHaveLength(2));
  await untilFinished(fixture, batchId, 'done-with-problems');
  await changeDocuments(fixture, 'retry', batchId, await failedName(fixture, batchId));
  await untilFinished(fixture, batchId);
  expect(receivedNames(fixture, 'rcp-A')).toEqual(['1.pdf', '2.pdf', '3.pdf']);
});

test('an incomplete update that the clerk confirmed is sent even when the service delays it', async () => {
  const { fixture, batchId, beneficiaryId } = await sendWithOneFailure();
  fixture.simulator.faults.set('updateRecipient', {
    kind: 'throttle',
    status: 429,
    retryAfterSeconds: 30,
    times: 1,
  });
  await fixture.call('documents.batch', { action: 'attachIncomplete', batchId, beneficiaryId });
  await eventually(() => expect(callsOf(fixture.simulator, 'updateRecipient')).toHaveLength(1));
  await eventually(() => {
    fixture.clock.skip(31_000);
    expect(receivedNames(fixture, 'rcp-A')).toHaveLength(2);
  });
});

test('a recipient ID with any characters is encoded as one segment of the path', async () => {
  const fixture = await startDocumentsFixture();
  const ids = ['a/b', '50%', '%2F', 'x y', 'ü-№-👍', 'a?b#c', 'a;b=c&d', '...', 'a\\b', '../users/login'];
  const files = Object.fromEntries(ids.map((id, index) => [`${index}.pdf`, pdf(id)]));
  const batchId = await dropFiles(fixture, files);
  for (const [index, id] of ids.entries()) {
    await assign(fixture, batchId, await addBeneficiary(fixture, `Number ${index}`, id), `${index}.pdf`);
  }
  await startBatch(fixture, batchId);
  await untilFinished(fixture, batchId);
  expect([...fixture.simulator.state.recipients.keys()].sort()).toEqual([...ids].sort());
});

test.each(['.', '..'])(
  'a recipient ID that cannot be a path segment (%s) fails its documents without ending the session',
  async (id) => {
    const fixture = await startDocumentsFixture();
    const batchId = await dropFiles(fixture, sampleDocuments(2));
    await assign(fixture, batchId, await addBeneficiary(fixture, 'Dots', id), '1.pdf');
    await assign(fixture, batchId, await addBeneficiary(fixture, 'Other'), '2.pdf');
    await startBatch(fixture, batchId);
    await untilFinished(fixture, batchId, 'done-with-problems');
    expect(await rowOf(fixture, batchId, '1.pdf')).toMatchObject({
      state: 'failed',
      reason: { code: 'attach-refused' },
    });
    expect(await rowOf(fixture, batchId, '2.pdf')).toMatchObject({ state: 'attached' });
    expect(fixture.testApp.topic('session')).toMatchObject({ state: 'signed-in' });
  },
);

test('the summary of a batch counts beneficiaries and bytes', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('updateRecipient', {
    kind: 'status',
    status: 422,
    when: ({ path }) => path.endsWith('rcp-B'),
  });
  const batchId = await sendBatch(fixture, { A: ['a1.pdf'], B: ['b1.pdf'] }, 'first');
  await untilFinished(fixture, batchId, 'done-with-problems');
  const sizes = (await rowsOf(fixture, batchId)).map(({ size }) => size ?? 0);
  const [a = 0, b = 0] = sizes;
  await untilBatchSummary(fixture, batchId, {
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
