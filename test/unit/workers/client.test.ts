import { expect, onTestFinished, test, vi } from 'vitest';
import { connectWorker } from '../../../src/main/workers/client.ts';
import { startId, WorkerEndedError, type WorkerMessage } from '../../../src/main/workers/protocol.ts';

/** Connects to a worker that sends what the test says. */
function connect() {
  const sent: unknown[] = [];
  const events: unknown[] = [];
  const messageListeners: ((message: unknown) => void)[] = [];
  const exitListeners: (() => void)[] = [];
  let killCount = 0;
  const worker: Parameters<typeof connectWorker>[0] = {
    send: (message) => void sent.push(message),
    onMessage: (listener) => void messageListeners.push(listener),
    onExit: (listener) => void exitListeners.push(listener),
    kill: () => {
      killCount += 1;
    },
  };
  const client = connectWorker(worker, (body) => events.push(body));
  const emitMessage = (message: unknown) => {
    for (const listener of messageListeners) listener(message);
  };
  const emitExit = () => {
    for (const listener of exitListeners) listener();
  };
  const say = (...messages: WorkerMessage[]) => emitMessage(messages);
  return { client, sent, events, say, emitMessage, emitExit, killCount: () => killCount };
}

test('calls get their own results, errors and progress, and events go to the listener', async () => {
  const { client, sent, events, say } = connect();
  const progress: unknown[] = [];
  const first = client.call('a', { onProgress: (body) => progress.push(body) });
  const second = client.call('b');
  expect(sent).toEqual([
    { id: 1, body: 'a' },
    { id: 2, body: 'b' },
  ]);
  const error = { code: 'disk-full', message: '', retryable: true, requestId: null, details: {} } as const;
  say(
    { kind: 'done', id: startId, value: 'ready' },
    { kind: 'event', body: 'changed' },
    { kind: 'progress', id: 1, body: 50 },
    { kind: 'failed', id: 2, error },
    { kind: 'done', id: 1, value: 'A' },
  );
  await expect(second).rejects.toMatchObject({ code: 'disk-full', retryable: true });
  expect([await first, progress, events, await client.started]).toEqual(['A', [50], ['changed'], 'ready']);
});

test('an aborted call rejects at once, and its result is ignored', async () => {
  const { client, sent, say } = connect();
  const aborting = new AbortController();
  const call = client.call('a', { signal: aborting.signal });
  aborting.abort();
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  await expect(client.call('b', { signal: aborting.signal })).rejects.toMatchObject({ code: 'cancelled' });
  say({ kind: 'done', id: 1, value: 'late' });
  expect(sent).toHaveLength(1);
});

test('the end of the worker rejects its calls with their last progress, and later calls', async () => {
  const { client, say, emitExit } = connect();
  const calls = [client.call('a'), client.call('b')];
  say({ kind: 'progress', id: 2, body: 'begun' });
  emitExit();
  const outcomes = await Promise.allSettled([...calls, client.call('c')]);
  const rejected = (lastProgress?: string) => ({
    status: 'rejected',
    reason: Object.assign(new WorkerEndedError(), { lastProgress }),
  });
  expect(outcomes).toEqual([rejected(), rejected('begun'), rejected()]);
});

test.each([['nonsense'], [[{ kind: 'done' }]], [[{ kind: 'failed', id: 1, error: { code: 'no code' } }]]])(
  'a worker that sends an invalid message is killed, and its calls are rejected (%#)',
  async (message) => {
    const { client, emitMessage, killCount, say } = connect();
    const call = client.call('a');
    emitMessage(message);
    say({ kind: 'done', id: 1, value: 'after that' });
    await expect(call).rejects.toBeInstanceOf(WorkerEndedError);
    expect([killCount(), client.hasEnded]).toEqual([1, true]);
  },
);

test('closing asks once, lets pending calls complete, refuses later calls and waits for the exit', async () => {
  const { client, sent, say, emitExit, killCount } = connect();
  const pending = client.call('a');
  let isClosed = false;
  const closing = Promise.all([client.close(), client.close()]).then(() => {
    isClosed = true;
  });
  await expect(client.call('b')).rejects.toBeInstanceOf(WorkerEndedError);
  say({ kind: 'done', id: 1, value: 'A' });
  expect(await pending).toBe('A');
  expect([sent, isClosed]).toEqual([[{ id: 1, body: 'a' }, 'close'], false]);
  emitExit();
  await closing;
  expect(killCount()).toBe(0);
});

test('a worker that does not end within 30 seconds after it was closed is killed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { client, emitExit, killCount } = connect();
  const call = client.call('a');
  const closing = client.close();
  vi.advanceTimersByTime(29_999);
  expect(killCount()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(killCount()).toBe(1);
  await expect(call).rejects.toBeInstanceOf(WorkerEndedError);
  emitExit();
  await closing;
});
