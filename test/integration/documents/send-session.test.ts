import { expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

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

test('a token revoked during uploads causes a single login', async ({ fixture }) => {
  revokeAfterUpload(fixture);
  const { batchId } = await fixture.send(sampleDocuments(12));
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(12);
  expect(fixture.simulator.state.logins).toBe(2);
});

test('a batch is paused when the key is refused, and continues after a sign-in', async ({ fixture }) => {
  revokeAfterUpload(fixture, () => fixture.simulator.faults.set('login', { kind: 'status', status: 401 }));
  const { batchId } = await fixture.send(sampleDocuments(6));
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'sign-in' });
  expect(fixture.testApp.topic('session')).toMatchObject({
    state: 'interrupted',
    error: { code: 'key-refused' },
    profile: { id: fixture.profileId },
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

test.for([
  ['services', 'ready'],
  ['updateRecipient', 'stored'],
] as const)(
  'a 403 of the wrong environment (%s) pauses the batch without failing documents',
  async ([target, state], { fixture }) => {
    fixture.simulator.faults.set(target, { kind: 'wrong-environment' });
    const { batchId } = await fixture.send(sampleDocuments(6));
    await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'wrong-environment' });
    const callCount = fixture.simulator.calls().length;
    expect(new Set(Object.values(await fixture.statesOf(batchId)))).toEqual(new Set([state]));
    fixture.clock.skip(10 * minuteMs);
    expect(fixture.simulator.calls()).toHaveLength(callCount);

    fixture.simulator.faults.clear();
    await fixture.call('documents.batch', { action: 'resume', batchId });
    await fixture.untilFinished(batchId);
    expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(6);
  },
);

test('a sign-out stops a batch, and the next sign-in continues it', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'hang' });
  const { batchId } = await fixture.send(sampleDocuments(3));
  await fixture.untilRow(batchId, '1.pdf', { state: 'sending' });
  await fixture.call('session.signOut', { forgetKey: false });
  await eventually(() => expect(fixture.batchSummaryOf(batchId)).toBeUndefined());
  await expect(fixture.reviewOf(batchId)).rejects.toMatchObject({
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
