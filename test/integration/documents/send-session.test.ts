import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import {
  batchSummaryOf,
  callsOf,
  changeDocuments,
  type DocumentsFixture,
  errorOf,
  receivedDocuments,
  rowOf,
  rowsOf,
  sampleDocuments,
  send,
  startDocumentsFixture,
  statesOf,
  untilBatchSummary,
  untilFinished,
  untilRow,
} from './documents-fixture.ts';

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

test('a token revoked during uploads causes a single login, however many documents are being sent', async () => {
  const fixture = await startDocumentsFixture();
  revokeAfterUpload(fixture);
  const { batchId } = await send(fixture, sampleDocuments(12));
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(12);
  expect(fixture.simulator.state.logins).toBe(2);
});

test('a token is renewed before it expires', async () => {
  const fixture = await startDocumentsFixture();
  fixture.clock.skip(51 * minuteMs);
  const { batchId } = await send(fixture, sampleDocuments(4));
  await untilFinished(fixture, batchId);
  expect(fixture.simulator.state.logins).toBe(2);
  expect(fixture.simulator.calls().filter(({ status }) => status === 401)).toEqual([]);
});

test('a batch is paused when the key is refused, and continues after a sign-in', async () => {
  const fixture = await startDocumentsFixture();
  revokeAfterUpload(fixture, () => fixture.simulator.faults.set('login', { kind: 'status', status: 401 }));
  const { batchId } = await send(fixture, sampleDocuments(6));
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'sign-in' });
  expect(fixture.testApp.topic('session')).toMatchObject({
    state: 'interrupted',
    error: { code: 'key-refused' },
    profile: { id: 'test-profile' },
  });
  const states = new Set(Object.values(await statesOf(fixture, batchId)));
  expect([...states].filter((state) => state !== 'ready' && state !== 'stored')).toEqual([]);

  // Resuming without a session changes nothing; a sign-in continues the batch.
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'sign-in' });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(6);
});

test('a batch that is started while the session is interrupted waits for a sign-in', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.revokeTokens();
  fixture.simulator.faults.set('login', { kind: 'status', status: 401 });
  const { batchId: firstBatchId } = await send(fixture, sampleDocuments(1, 'first '));
  await untilBatchSummary(fixture, firstBatchId, { state: 'paused', pauseReason: 'sign-in' });
  const { batchId: secondBatchId } = await send(fixture, sampleDocuments(1, 'second '));
  await untilBatchSummary(fixture, secondBatchId, { state: 'paused', pauseReason: 'sign-in' });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await untilFinished(fixture, firstBatchId);
  await untilFinished(fixture, secondBatchId);
});

test('a temporary login failure neither ends the session nor fails a document', async () => {
  const fixture = await startDocumentsFixture();
  revokeAfterUpload(fixture, () =>
    fixture.simulator.faults.set('login', { kind: 'status', status: 500, times: 2 }),
  );
  const { batchId } = await send(fixture, sampleDocuments(1));
  await eventually(() => expect(callsOf(fixture.simulator, 'login').length).toBeGreaterThan(1));
  for (let wait = 0; wait < 4; wait += 1) {
    await eventually(async () =>
      expect((await rowOf(fixture, batchId, '1.pdf')).state).not.toBe('attaching'),
    );
    fixture.clock.skip(minuteMs);
  }
  await untilFinished(fixture, batchId);
  expect(fixture.testApp.topic('session')).toMatchObject({ state: 'signed-in' });
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(1);
});

test.each(['uploadDocuments', 'updateRecipient'] as const)(
  'a host of the wrong environment (%s) pauses the batch without failing documents',
  async (route) => {
    const fixture = await startDocumentsFixture();
    fixture.simulator.faults.set(route, { kind: 'wrong-environment' });
    const { batchId } = await send(fixture, sampleDocuments(6));
    await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'wrong-environment' });
    const callCount = callsOf(fixture.simulator, route).length;
    const states = new Set(Object.values(await statesOf(fixture, batchId)));
    expect([...states]).toEqual([route === 'uploadDocuments' ? 'ready' : 'stored']);
    fixture.clock.skip(10 * minuteMs);
    expect(callsOf(fixture.simulator, route)).toHaveLength(callCount);

    fixture.simulator.faults.clear();
    await fixture.call('documents.batch', { action: 'resume', batchId });
    await untilFinished(fixture, batchId);
    expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(6);
  },
);

test('a batch waits without a network and continues automatically once the network is back', async () => {
  const fixture = await startDocumentsFixture();
  fixture.network.offline = true;
  const { batchId } = await send(fixture, sampleDocuments(6));
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'offline' });
  expect(new Set(Object.values(await statesOf(fixture, batchId)))).toEqual(new Set(['ready']));
  // Paydesk checks the network with growing delays.
  for (const delayMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    fixture.clock.skip(delayMs);
    await untilBatchSummary(fixture, batchId, { state: 'running' });
    await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'offline' });
  }
  fixture.network.offline = false;
  fixture.clock.skip(60_000);
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(6);
  for (const row of await rowsOf(fixture, batchId)) {
    const { history } = await fixture.call('documents.detail', { documentId: row.id });
    expect(history.filter(({ kind }) => kind === 'retrying')).toEqual([]);
  }
});

test('a batch that loses the network before the attach waits, without an unknown outcome', async () => {
  const fixture = await startDocumentsFixture();
  const { faults } = fixture.simulator;
  const when = () => {
    fixture.network.offline = true;
    return false;
  };
  faults.set('upload', { kind: 'delay', milliseconds: 0, when });
  const { batchId } = await send(fixture, sampleDocuments(1));
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'offline' });
  expect(await rowOf(fixture, batchId, '1.pdf')).toMatchObject({ state: 'stored' });
  fixture.network.offline = false;
  fixture.platform.resume();
  await untilFinished(fixture, batchId);
  expect(callsOf(fixture.simulator, 'updateRecipient')).toHaveLength(1);
});

test('the clerk can resume a batch before the next network check', async () => {
  const fixture = await startDocumentsFixture();
  fixture.network.offline = true;
  const { batchId } = await send(fixture, sampleDocuments(2));
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'offline' });
  fixture.network.offline = false;
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await untilFinished(fixture, batchId);
});

test('a sign-out stops a batch, and the next sign-in continues it', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('upload', { kind: 'hang' });
  const { batchId } = await send(fixture, sampleDocuments(3));
  await untilRow(fixture, batchId, '1.pdf', { state: 'sending' });
  await fixture.call('session.signOut', { forgetKey: false });
  await eventually(() => expect(batchSummaryOf(fixture, batchId)).toBeUndefined());
  expect(await errorOf(fixture.call('documents.review', { action: 'numbers', batchId }))).toMatchObject({
    code: 'sign-in-needed',
  });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(3);
});

test('a retry while the session is interrupted pauses the batch until a sign-in', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('uploadDocuments', { kind: 'status', status: 422, times: 1 });
  const { batchId } = await send(fixture, sampleDocuments(1));
  await untilFinished(fixture, batchId, 'done-with-problems');
  fixture.simulator.revokeTokens();
  fixture.simulator.faults.set('login', { kind: 'status', status: 401 });
  const { batchId: nextBatchId } = await send(fixture, sampleDocuments(1, 'next '), 'Other');
  await untilBatchSummary(fixture, nextBatchId, { state: 'paused', pauseReason: 'sign-in' });
  await changeDocuments(fixture, 'retry', batchId);
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'sign-in' });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await untilFinished(fixture, batchId);
  await untilFinished(fixture, nextBatchId);
});
