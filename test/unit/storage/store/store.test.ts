/** @file The main-thread side of the store, with a scripted worker. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { procedure } from '../../../../src/main/storage/store/procedure.ts';
import { openStore } from '../../../../src/main/storage/store/store.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { newPath } from './database-files.ts';

/**
 * Creates a worker that runs a script with its `port`, the `path`, `open()`, which reports the start, and `close()`, which
 * closes the port.
 */
function createWorker(script: string): URL {
  const text = `
    import { writeFileSync } from 'node:fs';
    import { parentPort as port, threadName, workerData } from 'node:worker_threads';
    const { path } = workerData;
    const close = () => port.close();
    const open = () => port.postMessage([{ kind: 'done', id: 0, value: null }]);
    ${script}`;
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}

/** Creates a worker that opens and answers each call with `messages`, an expression over `id`, `name` and `args`. */
const createAnsweringWorker = (messages: string) =>
  createWorker(`
    port.on('message', (call) => {
      if (call === 'close') return close();
      const { id, body: { name, args } } = call;
      port.postMessage(${messages});
    });
    open();`);

const echo = procedure('echo', { args: z.unknown(), result: z.unknown() }, () => null);
const number = procedure('number', { args: z.unknown(), result: z.number() }, () => null);
const errorJson = (code: string) =>
  JSON.stringify({ code, message: 'It failed', retryable: true, requestId: 'r-1', details: { name: 'a' } });

/** Opens a store that is closed when the test ends; closing again has no effect. */
async function open(entry: URL, onCommit?: () => void) {
  const store = await openStore(entry, '/a/paydesk.db', onCommit);
  onTestFinished(() => store.close());
  return store;
}
const openAnswering = (messages: string, onCommit?: () => void) =>
  open(createAnsweringWorker(messages), onCommit);

describe('opening', () => {
  test('passes path and thread name to the worker and numbers the calls', async () => {
    const store = await openAnswering("[{ kind: 'done', id, value: { path, threadName, call } }]");
    expect(await store.run(echo, 'first')).toEqual({
      path: '/a/paydesk.db',
      threadName: 'store',
      call: { id: 1, body: { name: 'echo', args: 'first' } },
    });
    const call = { id: 2, body: { name: 'echo', args: null } };
    expect(await store.run(echo, null)).toMatchObject({ call });
  });

  test('rejects with the complete error of the worker', async () => {
    const error = errorJson('database-newer');
    const failing = createWorker(`port.postMessage([{ kind: 'failed', id: 0, error: ${error} }]); close();`);
    const thrown: unknown = await open(failing).catch((caught: unknown) => caught);
    expect(thrown).toBeInstanceOf(PaydeskError);
    expect(thrown).toMatchObject({ ...JSON.parse(error), message: expect.any(String) });
  });

  test.each([
    ['throws', 'throw new Error("broken");'],
    ['exits', 'process.exit(0);'],
  ])('rejects when the worker %s', async (_, script) => {
    await expect(open(createWorker(script))).rejects.toMatchObject({ code: 'database-unavailable' });
  });
});

describe('a call', () => {
  test('rejects when its result does not match the schema', async () => {
    const store = await openAnswering("[{ kind: 'done', id, value: 'one' }]");
    await expect(store.run(number, 1)).rejects.toThrow('expected number');
  });
});

test('the commit listener is called before the answers of a change, and not without a change', async () => {
  const events: string[] = [];
  const answer = `[...(args ? [{ kind: 'event', body: 'changed' }] : []), { kind: 'done', id, value: 1 }]`;
  const store = await openAnswering(answer, () => events.push('commit'));
  await store.run(echo, false).then(() => events.push('first answer'));
  await store.run(echo, true).then(() => events.push('second answer'));
  expect(events).toEqual(['first answer', 'commit', 'second answer']);
  const storeWithoutListener = await openAnswering(answer);
  expect(await storeWithoutListener.run(number, true)).toBe(1);
});

describe('closing', () => {
  test('waits until the thread has exited', async () => {
    const markerPath = join(newPath(), '..', 'ended');
    const store = await open(
      createWorker(`
      process.on('exit', () => writeFileSync(${JSON.stringify(markerPath)}, ''));
      port.on('message', close);
      open();`),
    );
    expect(existsSync(markerPath)).toBe(false);
    await Promise.all([store.close(), store.close()]);
    expect(existsSync(markerPath)).toBe(true);
  });
});

test.each([
  ['threw', 'throw new Error("broken");'],
  ['exited', 'process.exit(0);'],
])('a worker that %s rejects pending and later calls and can be closed', async (_, script) => {
  const store = await open(
    createWorker(`port.once('message', () => port.once('message', () => { ${script} })); open();`),
  );
  const outcomes = await Promise.allSettled([store.run(echo, 1), store.run(echo, 2)]);
  const unavailable = { status: 'rejected', reason: { code: 'database-unavailable' } };
  expect(outcomes).toMatchObject([unavailable, unavailable]);
  expect(outcomes[0]).toMatchObject({ reason: expect.any(PaydeskError) });
  await expect(store.run(echo, 3)).rejects.toMatchObject({ code: 'database-unavailable' });
});
