import { expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import type { FaultedCall } from '../../simulator/faults.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

test('a document whose link is refused waits for an upload slot again', async ({ fixture }) => {
  let uploadCount = 0;
  const countUploads = ({ number }: FaultedCall) => {
    uploadCount = number;
    return true;
  };
  // The first upload is refused while others already wait for its slot.
  fixture.simulator.faults.set(
    'upload',
    { kind: 'delay', milliseconds: 1_500, times: 1, when: countUploads },
    { kind: 'expired-link', times: 1 },
    { kind: 'hang', skip: 12 },
  );
  const { batchId } = await fixture.send(sampleDocuments(40));
  // The 29 links: twelve documents are stored, eight are being sent, eight wait for a slot, and one has its second link.
  await eventually(() => expect(fixture.simulator.state.linksIssued).toBe(29));
  await eventually(() => expect(uploadCount).toBeGreaterThanOrEqual(21));
  await fixture.rowsOf(batchId);
  await fixture.rowsOf(batchId);
  expect(uploadCount).toBe(21);
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
});

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
