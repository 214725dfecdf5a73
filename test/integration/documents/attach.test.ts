import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import {
  assign,
  beneficiary,
  beneficiaryNamed,
  callsOf,
  documents,
  dropFiles,
  over,
  received,
  rowOf,
  rowsOf,
  select,
  send,
  start,
  startWork,
  statesOf,
  untilHead,
  untilRow,
  type Work,
} from './work.ts';

const namesAt = (work: Work, recipientId: string) =>
  received(work.simulator, recipientId).map(({ name }) => name);

/** Several documents to each of some beneficiaries, started. */
async function sendTo(work: Work, files: Record<string, string[]>, batch: string): Promise<number> {
  const names = Object.values(files).flat();
  const batchId = await dropFiles(
    work,
    Object.fromEntries(names.map((name) => [name, pdf(`${batch} ${name}`)])),
  );
  for (const [label, own] of Object.entries(files)) {
    await assign(work, batchId, await beneficiaryNamed(work, label), ...own);
  }
  await start(work, batchId);
  return batchId;
}

test('each beneficiary of a batch gets one update with exactly its documents', async () => {
  const work = await startWork();
  const files = { A: ['a1.pdf', 'a2.pdf', 'a3.pdf'], B: ['b1.pdf'], C: ['c1.pdf', 'c2.pdf'] };
  await over(work, await sendTo(work, files, 'first'));
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(3);
  for (const [label, names] of Object.entries(files)) {
    expect(namesAt(work, `rcp-${label}`)).toEqual(names);
    // Nothing was sent but documentDetails; the practice company refuses other fields in its elements.
    expect(work.simulator.state.recipients.get(`rcp-${label}`)?.fields).toEqual({});
  }
});

test('a service that replaces what is attached loses nothing over several batches', async () => {
  const work = await startWork({ simulator: { recipientUpdate: 'replace' } });
  for (const batch of ['1', '2', '3']) {
    await over(work, await sendTo(work, { A: [`a${batch}.pdf`], B: [`b${batch}.pdf`] }, batch));
  }
  expect(namesAt(work, 'rcp-A')).toEqual(['a1.pdf', 'a2.pdf', 'a3.pdf']);
  expect(namesAt(work, 'rcp-B')).toEqual(['b1.pdf', 'b2.pdf', 'b3.pdf']);
});

test('a service that adds gets nothing twice over several batches', async () => {
  const work = await startWork({
    simulator: { recipientUpdate: 'append' },
    profile: { recipientUpdate: 'send-new' },
  });
  for (const batch of ['1', '2', '3']) {
    await over(work, await sendTo(work, { A: [`a${batch}.pdf`] }, batch));
  }
  expect(namesAt(work, 'rcp-A')).toEqual(['a1.pdf', 'a2.pdf', 'a3.pdf']);
});

test('two batches that run for the same beneficiary at once lose nothing', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 60 });
  const first = await sendTo(work, { A: ['a1.pdf', 'a2.pdf'] }, 'first');
  const second = await sendTo(work, { A: ['a3.pdf', 'a4.pdf'] }, 'second');
  await over(work, first);
  await over(work, second);
  expect(namesAt(work, 'rcp-A')).toEqual(['a1.pdf', 'a2.pdf', 'a3.pdf', 'a4.pdf']);
});

test('a refused update fails its documents with the service’s words, others go on, and a retry works', async () => {
  const work = await startWork();
  const body = JSON.stringify({ message: 'The beneficiary is closed' });
  work.simulator.faults.set('updateRecipient', {
    kind: 'status',
    status: 422,
    body,
    when: ({ path }) => path.endsWith('rcp-A'),
  });
  const batchId = await sendTo(work, { A: ['a1.pdf', 'a2.pdf'], B: ['b1.pdf'] }, 'first');
  await over(work, batchId, 'done-with-problems');
  expect(await statesOf(work, batchId)).toEqual({
    'a1.pdf': 'failed',
    'a2.pdf': 'failed',
    'b1.pdf': 'attached',
  });
  expect((await rowOf(work, batchId, 'a1.pdf')).reason).toMatchObject({
    code: 'attach-refused',
    facts: { status: 422, message: 'The beneficiary is closed' },
  });
  expect(work.simulator.state.recipients.has('rcp-A')).toBe(false);

  work.simulator.faults.clear();
  await work.call('documents.retry', await select(work, batchId, 'a1.pdf', 'a2.pdf'));
  await over(work, batchId);
  expect(namesAt(work, 'rcp-A')).toEqual(['a1.pdf', 'a2.pdf']);
});

test.each([429, 503] as const)(
  'a service that is busy (%i) gets every update later, as late as it asked for',
  async (status) => {
    const work = await startWork();
    work.simulator.faults.set('updateRecipient', {
      kind: 'throttle',
      status,
      retryAfterSeconds: 120,
      times: 1,
    });
    const batchId = await sendTo(work, { A: ['a1.pdf'] }, 'first');
    await eventually(() => expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1));
    await untilRow(work, batchId, 'a1.pdf', { state: 'stored' });
    work.clock.skip(100_000);
    // The wish is for the host, so another beneficiary waits as well.
    const second = await sendTo(work, { B: ['b1.pdf'] }, 'second');
    await untilHead(work, second, { state: 'running' });
    expect((await rowOf(work, batchId, 'a1.pdf')).state).toBe('stored');
    expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
    work.clock.skip(21_000);
    await over(work, batchId);
    await over(work, second);
    expect(await work.call('beneficiaries.unknownOutcomes', {})).toEqual([]);
  },
);

test('an update that the service put off is made at once when the clerk wants it tried now', async () => {
  const work = await startWork();
  const throttle = { kind: 'throttle', status: 429, retryAfterSeconds: 600, times: 1 } as const;
  work.simulator.faults.set('updateRecipient', throttle);
  const batchId = await sendTo(work, { A: ['a1.pdf'] }, 'first');
  await untilHead(work, batchId, { held: { host: expect.any(String), until: expect.any(String) } });
  await untilRow(work, batchId, 'a1.pdf', { state: 'stored' });
  await work.call('documents.retry', await select(work, batchId));
  await over(work, batchId);
});

test('a token that is refused at the update is renewed once, and the update is made once', async () => {
  const work = await startWork();
  const when = () => {
    work.simulator.revokeTokens();
    return false;
  };
  work.simulator.faults.set('upload', { kind: 'delay', milliseconds: 0, when });
  await over(work, await sendTo(work, { A: ['a1.pdf'] }, 'first'));
  expect(callsOf(work.simulator, 'updateRecipient').map((call) => call.status)).toEqual([401, 200]);
  expect(work.simulator.state.logins).toBe(2);
  expect(work.simulator.state.recipients.get('rcp-A')).toMatchObject({ updates: 0 });
});

/** Two documents of one beneficiary, of which one failed. */
async function halfFailed(): Promise<{ work: Work; batchId: number; beneficiaryId: number }> {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'status', status: 400, times: 1 });
  const { batchId, beneficiaryId } = await send(work, documents(3), 'A');
  await over(work, batchId, 'done-with-problems');
  expect(callsOf(work.simulator, 'updateRecipient')).toEqual([]);
  const states = Object.values(await statesOf(work, batchId)).sort();
  expect(states).toEqual(['failed', 'stored', 'stored']);
  return { work, batchId, beneficiaryId };
}

async function failedName(work: Work, batchId: number): Promise<string> {
  return (await rowsOf(work, batchId)).find(({ state }) => state === 'failed')?.name ?? '';
}

test('a failed document holds the update back until it is left out', async () => {
  const { work, batchId } = await halfFailed();
  await work.call('documents.exclude', await select(work, batchId, await failedName(work, batchId)));
  await over(work, batchId);
  expect(namesAt(work, 'rcp-A')).toHaveLength(2);
});

test('a failed document holds the update back until it is cancelled', async () => {
  const { work, batchId } = await halfFailed();
  await work.call('documents.cancelDocuments', await select(work, batchId, await failedName(work, batchId)));
  await over(work, batchId);
  expect(namesAt(work, 'rcp-A')).toHaveLength(2);
});

test('a failed document holds the update back until a retry succeeds', async () => {
  const { work, batchId } = await halfFailed();
  await work.call('documents.retry', await select(work, batchId, await failedName(work, batchId)));
  await over(work, batchId);
  expect(namesAt(work, 'rcp-A')).toHaveLength(3);
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
});

test('a failed document holds the update back until the clerk consents, and then joins later', async () => {
  const { work, batchId, beneficiaryId } = await halfFailed();
  await work.call('documents.attachIncomplete', { batchId, beneficiaryId });
  await eventually(() => expect(namesAt(work, 'rcp-A')).toHaveLength(2));
  await over(work, batchId, 'done-with-problems');
  await work.call('documents.retry', await select(work, batchId, await failedName(work, batchId)));
  await over(work, batchId);
  expect(namesAt(work, 'rcp-A')).toEqual(['1.pdf', '2.pdf', '3.pdf']);
});

test('what the clerk consented to is attached although the service puts it off', async () => {
  const { work, batchId, beneficiaryId } = await halfFailed();
  work.simulator.faults.set('updateRecipient', {
    kind: 'throttle',
    status: 429,
    retryAfterSeconds: 30,
    times: 1,
  });
  await work.call('documents.attachIncomplete', { batchId, beneficiaryId });
  await eventually(() => expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1));
  await eventually(() => {
    work.clock.skip(31_000);
    expect(namesAt(work, 'rcp-A')).toHaveLength(2);
  });
});

test('any recipient ID is one part of the path, whatever characters it has', async () => {
  const work = await startWork();
  const ids = ['a/b', '50%', '%2F', 'x y', 'ü-№-👍', 'a?b#c', 'a;b=c&d', '...', 'a\\b', '../users/login'];
  const files = Object.fromEntries(ids.map((id, index) => [`${index}.pdf`, pdf(id)]));
  const batchId = await dropFiles(work, files);
  for (const [index, id] of ids.entries()) {
    await assign(work, batchId, await beneficiary(work, `Number ${index}`, id), `${index}.pdf`);
  }
  await start(work, batchId);
  await over(work, batchId);
  expect([...work.simulator.state.recipients.keys()].sort()).toEqual([...ids].sort());
});

test.each(['.', '..'])(
  'a recipient ID that no path can carry (%s) fails its documents and ends no session',
  async (id) => {
    const work = await startWork();
    const batchId = await dropFiles(work, documents(2));
    await assign(work, batchId, await beneficiary(work, 'Dots', id), '1.pdf');
    await assign(work, batchId, await beneficiary(work, 'Other'), '2.pdf');
    await start(work, batchId);
    await over(work, batchId, 'done-with-problems');
    expect(await rowOf(work, batchId, '1.pdf')).toMatchObject({
      state: 'failed',
      reason: { code: 'attach-refused' },
    });
    expect(await rowOf(work, batchId, '2.pdf')).toMatchObject({ state: 'attached' });
    expect(work.testApp.topic('session')).toMatchObject({ state: 'signed-in' });
  },
);

test('the head of a batch counts beneficiaries and bytes', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', {
    kind: 'status',
    status: 422,
    when: ({ path }) => path.endsWith('rcp-B'),
  });
  const batchId = await sendTo(work, { A: ['a1.pdf'], B: ['b1.pdf'] }, 'first');
  await over(work, batchId, 'done-with-problems');
  const sizes = (await rowsOf(work, batchId)).map(({ size }) => size ?? 0);
  const [a = 0, b = 0] = sizes;
  await untilHead(work, batchId, {
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
  expect(work.platform.seen.notifications).toHaveLength(1);
});
