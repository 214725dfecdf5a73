import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import {
  callsOf,
  documents,
  errorOf,
  headOf,
  over,
  received,
  rowOf,
  rowsOf,
  select,
  send,
  startWork,
  statesOf,
  untilHead,
  untilRow,
  type Work,
} from './work.ts';

const minute = 60_000;

/** Once the bytes of a document have arrived, every token is void. */
function revokeAfterUpload(work: Work, more: () => void = () => undefined): void {
  const { faults } = work.simulator;
  let done = false;
  const when = () => {
    if (!done) {
      done = true;
      work.simulator.revokeTokens();
      more();
    }
    return false;
  };
  faults.set('upload', { kind: 'delay', milliseconds: 0, when });
}

test('a token that is refused in the middle costs one login, however many documents are on their way', async () => {
  const work = await startWork();
  revokeAfterUpload(work);
  const { batchId } = await send(work, documents(12));
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(12);
  expect(work.simulator.state.logins).toBe(2);
});

test('a token is renewed before it ends', async () => {
  const work = await startWork();
  work.clock.skip(51 * minute);
  const { batchId } = await send(work, documents(4));
  await over(work, batchId);
  expect(work.simulator.state.logins).toBe(2);
  expect(work.simulator.calls().filter(({ status }) => status === 401)).toEqual([]);
});

test('when the key is refused the batch waits for the clerk, and goes on after signing in', async () => {
  const work = await startWork();
  revokeAfterUpload(work, () => work.simulator.faults.set('login', { kind: 'status', status: 401 }));
  const { batchId } = await send(work, documents(6));
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'sign-in' });
  expect(work.testApp.topic('session')).toMatchObject({
    state: 'interrupted',
    error: { code: 'key-refused' },
    profile: { id: 'test-profile' },
  });
  const states = new Set(Object.values(await statesOf(work, batchId)));
  expect([...states].filter((state) => state !== 'ready' && state !== 'stored')).toEqual([]);

  // Resuming without a session changes nothing; signing in does.
  await work.call('documents.resume', { batchId });
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'sign-in' });
  work.simulator.faults.clear();
  await work.signIn();
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(6);
});

test('a batch that is started while the session is interrupted waits for the clerk', async () => {
  const work = await startWork();
  work.simulator.revokeTokens();
  work.simulator.faults.set('login', { kind: 'status', status: 401 });
  const { batchId: first } = await send(work, documents(1, 'first '));
  await untilHead(work, first, { state: 'paused', pauseReason: 'sign-in' });
  const { batchId: second } = await send(work, documents(1, 'second '));
  await untilHead(work, second, { state: 'paused', pauseReason: 'sign-in' });
  work.simulator.faults.clear();
  await work.signIn();
  await over(work, first);
  await over(work, second);
});

test('a login that fails for the moment ends no session and fails no document', async () => {
  const work = await startWork();
  revokeAfterUpload(work, () =>
    work.simulator.faults.set('login', { kind: 'status', status: 500, times: 2 }),
  );
  const { batchId } = await send(work, documents(1));
  await eventually(() => expect(callsOf(work.simulator, 'login').length).toBeGreaterThan(1));
  for (let wait = 0; wait < 4; wait += 1) {
    await eventually(async () => expect((await rowOf(work, batchId, '1.pdf')).state).not.toBe('attaching'));
    work.clock.skip(minute);
  }
  await over(work, batchId);
  expect(work.testApp.topic('session')).toMatchObject({ state: 'signed-in' });
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(1);
});

test.each(['uploadDocuments', 'updateRecipient'] as const)(
  'a host of the wrong environment (%s) pauses everything and fails nothing',
  async (route) => {
    const work = await startWork();
    work.simulator.faults.set(route, { kind: 'wrong-environment' });
    const { batchId } = await send(work, documents(6));
    await untilHead(work, batchId, { state: 'paused', pauseReason: 'wrong-environment' });
    const asked = callsOf(work.simulator, route).length;
    const states = new Set(Object.values(await statesOf(work, batchId)));
    expect([...states]).toEqual([route === 'uploadDocuments' ? 'ready' : 'stored']);
    work.clock.skip(10 * minute);
    expect(callsOf(work.simulator, route)).toHaveLength(asked);

    work.simulator.faults.clear();
    await work.call('documents.resume', { batchId });
    await over(work, batchId);
    expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(6);
  },
);

test('without a network the batch waits, and goes on by itself when it is back', async () => {
  const work = await startWork();
  work.network.away = true;
  const { batchId } = await send(work, documents(6));
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'offline' });
  expect(new Set(Object.values(await statesOf(work, batchId)))).toEqual(new Set(['ready']));
  // It looks again and again, and leaves longer pauses in between.
  for (const pause of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    work.clock.skip(pause);
    await untilHead(work, batchId, { state: 'running' });
    await untilHead(work, batchId, { state: 'paused', pauseReason: 'offline' });
  }
  work.network.away = false;
  work.clock.skip(60_000);
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(6);
  for (const row of await rowsOf(work, batchId)) {
    const { history } = await work.call('documents.detail', { documentId: row.id });
    expect(history.filter(({ kind }) => kind === 'retrying')).toEqual([]);
  }
});

test('a network that goes away before the attach is waited for; nothing is unknown', async () => {
  const work = await startWork();
  const { faults } = work.simulator;
  const when = () => {
    work.network.away = true;
    return false;
  };
  faults.set('upload', { kind: 'delay', milliseconds: 0, when });
  const { batchId } = await send(work, documents(1));
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'offline' });
  expect(await rowOf(work, batchId, '1.pdf')).toMatchObject({ state: 'stored' });
  work.network.away = false;
  work.platform.resume();
  await over(work, batchId);
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
});

test('the clerk can try the network before its time', async () => {
  const work = await startWork();
  work.network.away = true;
  const { batchId } = await send(work, documents(2));
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'offline' });
  work.network.away = false;
  await work.call('documents.resume', { batchId });
  await over(work, batchId);
});

test('signing out keeps the batch where it is, and signing in lets it go on', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'hang' });
  const { batchId } = await send(work, documents(3));
  await untilRow(work, batchId, '1.pdf', { state: 'sending' });
  await work.call('session.signOut', { forgetKey: false });
  await eventually(() => expect(headOf(work, batchId)).toBeUndefined());
  expect(await errorOf(work.call('documents.review', { batchId }))).toMatchObject({ code: 'sign-in-needed' });
  work.simulator.faults.clear();
  await work.signIn();
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(3);
});

test('what the clerk retries while the session is interrupted waits, and says so', async () => {
  const work = await startWork();
  work.simulator.faults.set('uploadDocuments', { kind: 'status', status: 422, times: 1 });
  const { batchId } = await send(work, documents(1));
  await over(work, batchId, 'done-with-problems');
  work.simulator.revokeTokens();
  work.simulator.faults.set('login', { kind: 'status', status: 401 });
  const { batchId: next } = await send(work, documents(1, 'next '), 'Other');
  await untilHead(work, next, { state: 'paused', pauseReason: 'sign-in' });
  await work.call('documents.retry', await select(work, batchId));
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'sign-in' });
  work.simulator.faults.clear();
  await work.signIn();
  await over(work, batchId);
  await over(work, next);
});
