import { expect } from 'vitest';
import { signOutLines } from '../../../../src/renderer/app/profiles/unfinished-work-messages.ts';
import { noWaitingWork } from '../../../../src/shared/model/session/waiting-work.ts';
import { nothingInFlight } from '../../../../src/shared/model/session/work-in-flight.ts';
import { needsOf } from '../../../fakes/compare-needs-you.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { type DocumentsFixture, sampleDocuments, test } from '../documents/documents-fixture.ts';

const profileId = 'test-profile';

/** Starts six documents (two stored, four being uploaded) and three proofs that have not arrived. */
async function startWaitingWork(fixture: DocumentsFixture): Promise<{ batchId: number }> {
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  fixture.simulator.faults.set('proof', { kind: 'hang' });
  const { batchId } = await fixture.send(sampleDocuments(6));
  await eventually(async () => {
    const states = Object.values(await fixture.statesOf(batchId)).sort();
    expect(states).toEqual(['sending', 'sending', 'sending', 'sending', 'stored', 'stored']);
  });
  await fixture.call('proofs.fetch', { references: fixture.simulator.exampleReferences(3), refresh: false });
  return { batchId };
}

const expectedWaitingWork = [
  { profileId, batches: [{ number: 1, documents: 6 }], moreBatches: 0, documents: 6, proofs: 3 },
];

/** Returns the waiting work of every profile, as the sign-in screen shows it. */
const readWaitingWork = ({ testApp }: DocumentsFixture) =>
  testApp.topic('needsYou').byProfile.map((entry) => entry.waiting);

test('a sign-out lists the work in flight and what the next sign-in resumes', async ({ fixture }) => {
  const { batchId } = await startWaitingWork(fixture);
  const preview = await fixture.call('session.previewSignOut', { profileId });
  expect(preview).toEqual({
    inFlight: { ...nothingInFlight, documents: 4, proofs: 3 },
    waiting: expectedWaitingWork[0],
  });
  expect(signOutLines(preview.inFlight, preview.waiting)).toEqual([
    '4 files are being uploaded. The uploads start again after the next sign-in.',
    '3 proofs have not arrived yet. Paydesk fetches the rest after the next sign-in.',
    'Batch 1 resumes after the next sign-in: 6 documents to send.',
  ]);
  for (const endSession of [
    () => fixture.call('session.signOut', { forgetKey: false }),
    () => fixture.restart({ signIn: false }),
    () => fixture.call('session.signOut', { forgetKey: true }),
  ]) {
    await endSession();
    await eventually(() => expect(readWaitingWork(fixture)).toEqual(expectedWaitingWork));
    await fixture.signIn();
  }
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
  await fixture.call('session.signOut', { forgetKey: false });
  await eventually(() => expect(readWaitingWork(fixture).flatMap(({ batches }) => batches)).toEqual([]));
});

test('a batch that the clerk has paused does not count as waiting for a sign-in', async ({ fixture }) => {
  const { batchId } = await startWaitingWork(fixture);
  await fixture.call('documents.batch', { action: 'pause', batchId });
  await fixture.call('proofs.change', { action: 'cancel' });
  expect((await fixture.call('session.previewSignOut', { profileId })).waiting).toMatchObject({
    batches: [],
    proofs: 0,
  });
  await fixture.call('session.signOut', { forgetKey: false });
  await eventually(() => expect(fixture.testApp.topic('session').state).toBe('signed-out'));
  await eventually(async () => {
    const { needs } = await needsOf(fixture);
    expect(needs.flatMap((need) => (need.kind === 'batch-paused' ? [need.reason] : []))).toEqual(['user']);
    expect(readWaitingWork(fixture)).toEqual([noWaitingWork(profileId)]);
  });
  await fixture.signIn();
  expect(await fixture.batchOf(batchId)).toMatchObject({ state: 'paused' });
});
