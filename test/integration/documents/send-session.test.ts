import { expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { type DocumentsFixture, sampleDocuments, test } from './documents-fixture.ts';

const minuteMs = 60_000;

/** Revokes all tokens once the bytes of the first document have arrived. */
function revokeAfterUpload(fixture: DocumentsFixture, afterRevocation: () => void = () => undefined): void {
  const { faults } = fixture.simulator;
  let isRevoked = false;
  const when = () => {
    if (!isRevoked) {
      isRevoked = true;
      fixture.simulator.revokeTokens();
      afterRevocation();
    }
    return false;
  };
  faults.set('upload', { kind: 'delay', milliseconds: 0, when });
}

test('a token revoked during uploads causes a single login, however many documents are being sent', async ({
  fixture,
}) => {
  revokeAfterUpload(fixture);
  const { batchId } = await fixture.send(sampleDocuments(12));
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(12);
  expect(fixture.simulator.state.logins).toBe(2);
});

test('a token is renewed before it expires', async ({ fixture }) => {
  fixture.clock.skip(51 * minuteMs);
  const { batchId } = await fixture.send(sampleDocuments(4));
  await fixture.untilFinished(batchId);
  expect(fixture.simulator.state.logins).toBe(2);
  expect(fixture.simulator.calls().filter(({ status }) => status === 401)).toEqual([]);
});

test('a batch is paused when the key is refused, and continues after a sign-in', async ({ fixture }) => {
  revokeAfterUpload(fixture, () => fixture.simulator.faults.set('login', { kind: 'status', status: 401 }));
  const { batchId } = await fixture.send(sampleDocuments(6));
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'sign-in' });
  expect(fixture.testApp.topic('session')).toMatchObject({
    state: 'interrupted',
    error: { code: 'key-refused' },
    profile: { id: 'test-profile' },
  });
  const states = new Set(Object.values(await fixture.statesOf(batchId)));
  expect([...states].filter((state) => state !== 'ready' && state !== 'stored')).toEqual([]);

  // Resuming without a session changes nothing; a sign-in continues the batch.
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'sign-in' });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(6);
});

test('a batch that is started while the session is interrupted waits for a sign-in', async ({ fixture }) => {
  fixture.simulator.revokeTokens();
  fixture.simulator.faults.set('login', { kind: 'status', status: 401 });
  const { batchId: firstBatchId } = await fixture.send(sampleDocuments(1, 'first '));
  await fixture.untilBatchSummary(firstBatchId, { state: 'paused', pauseReason: 'sign-in' });
  const { batchId: secondBatchId } = await fixture.send(sampleDocuments(1, 'second '));
  await fixture.untilBatchSummary(secondBatchId, { state: 'paused', pauseReason: 'sign-in' });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await fixture.untilFinished(firstBatchId);
  await fixture.untilFinished(secondBatchId);
});

test('a temporary login failure neither ends the session nor fails a document', async ({ fixture }) => {
  revokeAfterUpload(fixture, () =>
    fixture.simulator.faults.set('login', { kind: 'status', status: 500, times: 2 }),
  );
  const { batchId } = await fixture.send(sampleDocuments(1));
  await eventually(() => expect(fixture.callsOf('login').length).toBeGreaterThan(1));
  for (let wait = 0; wait < 4; wait += 1) {
    await eventually(async () => expect((await fixture.rowOf(batchId, '1.pdf')).state).not.toBe('attaching'));
    fixture.clock.skip(minuteMs);
  }
  await fixture.untilFinished(batchId);
  expect(fixture.testApp.topic('session')).toMatchObject({ state: 'signed-in' });
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(1);
});

test.for(['uploadDocuments', 'updateRecipient'] as const)(
  'a host of the wrong environment (%s) pauses the batch without failing documents',
  async (route, { fixture }) => {
    fixture.simulator.faults.set(route, { kind: 'wrong-environment' });
    const { batchId } = await fixture.send(sampleDocuments(6));
    await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'wrong-environment' });
    const callCount = fixture.callsOf(route).length;
    const states = new Set(Object.values(await fixture.statesOf(batchId)));
    expect([...states]).toEqual([route === 'uploadDocuments' ? 'ready' : 'stored']);
    fixture.clock.skip(10 * minuteMs);
    expect(fixture.callsOf(route)).toHaveLength(callCount);

    fixture.simulator.faults.clear();
    await fixture.call('documents.batch', { action: 'resume', batchId });
    await fixture.untilFinished(batchId);
    expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(6);
  },
);

test('a batch waits without a network and continues automatically once the network is back', async ({
  fixture,
}) => {
  fixture.network.offline = true;
  const { batchId } = await fixture.send(sampleDocuments(6));
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'offline' });
  expect(new Set(Object.values(await fixture.statesOf(batchId)))).toEqual(new Set(['ready']));
  // Paydesk checks the network with growing delays.
  for (const delayMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    fixture.clock.skip(delayMs);
    await fixture.untilBatchSummary(batchId, { state: 'running' });
    await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'offline' });
  }
  fixture.network.offline = false;
  fixture.clock.skip(60_000);
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(6);
  for (const row of await fixture.rowsOf(batchId)) {
    const { history } = await fixture.call('documents.detail', { documentId: row.id });
    expect(history.filter(({ kind }) => kind === 'retrying')).toEqual([]);
  }
});

test('a batch that loses the network before the attach waits, without an unknown outcome', async ({
  fixture,
}) => {
  const { faults } = fixture.simulator;
  const when = () => {
    fixture.network.offline = true;
    return false;
  };
  faults.set('upload', { kind: 'delay', milliseconds: 0, when });
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'offline' });
  expect(await fixture.rowOf(batchId, '1.pdf')).toMatchObject({ state: 'stored' });
  fixture.network.offline = false;
  fixture.platform.resume();
  await fixture.untilFinished(batchId);
  expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
});

test('the clerk can resume a batch before the next network check', async ({ fixture }) => {
  fixture.network.offline = true;
  const { batchId } = await fixture.send(sampleDocuments(2));
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'offline' });
  fixture.network.offline = false;
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await fixture.untilFinished(batchId);
});

test('a sign-out stops a batch, and the next sign-in continues it', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'hang' });
  const { batchId } = await fixture.send(sampleDocuments(3));
  await fixture.untilRow(batchId, '1.pdf', { state: 'sending' });
  await fixture.call('session.signOut', { forgetKey: false });
  await eventually(() => expect(fixture.batchSummaryOf(batchId)).toBeUndefined());
  await expect(fixture.call('documents.review', { action: 'numbers', batchId })).rejects.toMatchObject({
    code: 'sign-in-needed',
  });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(3);
});

test('a retry while the session is interrupted pauses the batch until a sign-in', async ({ fixture }) => {
  fixture.simulator.faults.set('uploadDocuments', { kind: 'status', status: 422, times: 1 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilFinished(batchId, 'done-with-problems');
  fixture.simulator.revokeTokens();
  fixture.simulator.faults.set('login', { kind: 'status', status: 401 });
  const { batchId: nextBatchId } = await fixture.send(sampleDocuments(1, 'next '), 'Other');
  await fixture.untilBatchSummary(nextBatchId, { state: 'paused', pauseReason: 'sign-in' });
  await fixture.changeDocuments('retry', batchId);
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'sign-in' });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await fixture.untilFinished(batchId);
  await fixture.untilFinished(nextBatchId);
});
