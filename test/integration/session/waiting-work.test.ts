import { expect, test } from 'vitest';
import { noWaitingWork } from '../../../src/shared/model/waiting-work.ts';
import { nothingInFlight } from '../../../src/shared/model/work-in-flight.ts';
import { signOutWords } from '../../../src/shared/words/leaving.ts';
import { needsOf } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { batchOf, documents, over, send, startWork, statesOf, type Work } from '../documents/work.ts';

const profileId = 'test-profile';

/** Six documents: two stored, four on their way; and three proofs that are not here yet. */
async function midway(): Promise<{ work: Work; batchId: number }> {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  work.simulator.faults.set('proof', { kind: 'hang' });
  const { batchId } = await send(work, documents(6));
  await eventually(async () => {
    const states = Object.values(await statesOf(work, batchId)).sort();
    expect(states).toEqual(['sending', 'sending', 'sending', 'sending', 'stored', 'stored']);
  });
  await work.call('proofs.fetch', { references: work.simulator.exampleReferences(3), refresh: false });
  return { work, batchId };
}

const waiting = [
  { profileId, batches: [{ number: 1, documents: 6 }], moreBatches: 0, documents: 6, proofs: 3 },
];

/** What the sign-in screen says of every profile. */
const onSignIn = ({ testApp }: Work) => testApp.topic('needsYou').byProfile.map((one) => one.waiting);

test('a sign-out lists beforehand the work in flight and the work that resumes after the next sign-in', async () => {
  const { work } = await midway();
  const preview = await work.call('session.previewSignOut', { profileId });
  expect(preview).toEqual({
    inFlight: { ...nothingInFlight, documents: 4, proofs: 3 },
    waiting: waiting[0],
  });
  expect(signOutWords.lines(preview.inFlight, preview.waiting)).toEqual([
    '4 files are on the way; they are sent again from the start after the next sign-in.',
    '3 proofs are not here yet; Paydesk fetches the rest after the next sign-in.',
    'Batch 1 goes on after the next sign-in: 6 documents to send.',
  ]);
});

test.each([
  ['a sign-out', (work: Work) => work.call('session.signOut', { forgetKey: false })],
  ['a sign-out that forgets the key', (work: Work) => work.call('session.signOut', { forgetKey: true })],
  ['a restart', (work: Work) => work.restart({ signIn: false })],
] as const)(
  'after %s the sign-in screen shows the waiting work, which resumes with the next sign-in',
  async (_, leave) => {
    const { work, batchId } = await midway();
    await leave(work);
    await eventually(() => expect(onSignIn(work)).toEqual(waiting));
    work.simulator.faults.clear();
    await work.signIn();
    await over(work, batchId);
    await work.call('session.signOut', { forgetKey: false });
    await eventually(() => expect(onSignIn(work).flatMap(({ batches }) => batches)).toEqual([]));
  },
);

test('a batch that the clerk has paused does not count as waiting for a sign-in', async () => {
  const { work, batchId } = await midway();
  await work.call('documents.pause', { batchId });
  await work.call('proofs.cancel', {});
  expect((await work.call('session.previewSignOut', { profileId })).waiting).toMatchObject({
    batches: [],
    proofs: 0,
  });
  await work.call('session.signOut', { forgetKey: false });
  await eventually(() => expect(work.testApp.topic('session').state).toBe('signed-out'));
  await eventually(async () => {
    const { needs } = await needsOf(work);
    expect(needs.flatMap((need) => (need.kind === 'batch-paused' ? [need.reason] : []))).toEqual(['user']);
    expect(onSignIn(work)).toEqual([noWaitingWork(profileId)]);
  });
  await work.signIn();
  expect(await batchOf(work, batchId)).toMatchObject({ state: 'paused' });
});
