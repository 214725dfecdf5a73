/** @file The main-thread side of the store, with a scripted worker. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { procedure } from '../../../src/main/store/procedure.ts';
import { openStore } from '../../../src/main/store/store.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
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

describe('opening', () => {
  test('passes path and thread name to the worker and numbers the calls', async () => {
    const store = await openStore(
      createAnsweringWorker("[{ kind: 'done', id, value: { path, threadName, call } }]"),
      '/a/paydesk.db',
    );
    expect(await store.run(echo, 'first')).toEqual({
      path: '/a/paydesk.db',
      threadName: 'store',
      call: { id: 1, body: { name: 'echo', args: 'first' } },
    });
    expect(await store.run(echo, null)).toMatchObject({
      call: { id: 2, body: { name: 'echo', args: null } },
    });
    await store.close();
  });

  test('rejects with the complete error of the worker', async () => {
    const failingWorker = createWorker(
      `port.postMessage([{ kind: 'failed', id: 0, error: ${errorJson('database-newer')} }]); close();`,
    );
    const thrown: unknown = await openStore(failingWorker, newPath()).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(PaydeskError);
    expect(thrown).toMatchObject({
      code: 'database-newer',
      details: { name: 'a' },
      retryable: true,
      requestId: 'r-1',
    });
  });

  test.each([
    ['throws', 'throw new Error("broken");'],
    ['exits', 'process.exit(0);'],
  ])('rejects when the worker %s', async (_, script) => {
    await expect(openStore(createWorker(script), newPath())).rejects.toMatchObject({
      code: 'database-unavailable',
    });
  });
});

describe('a call', () => {
  test('gets its own answer when the answers come in another order', async () => {
    const script = `
      const requests = [];
      port.on('message', (request) => {
        if (request === 'close') return close();
        requests.unshift(request);
        if (requests.length < 2) return;
        port.postMessage(requests.map(({ id, body }) => ({ kind: 'done', id, value: body.args })));
      });
      open();`;
    const store = await openStore(createWorker(script), newPath());
    expect(await Promise.all([store.run(number, 1), store.run(number, 2)])).toEqual([1, 2]);
    await store.close();
  });

  test('rejects with the complete error of its procedure', async () => {
    const store = await openStore(
      createAnsweringWorker(`[{ kind: 'failed', id, error: ${errorJson('batch-unknown')} }]`),
      newPath(),
    );
    const thrown: unknown = await store.run(number, 1).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(PaydeskError);
    expect(thrown).toMatchObject({ code: 'batch-unknown', details: { name: 'a' }, requestId: 'r-1' });
    await store.close();
  });

  test('rejects when its result does not match the schema', async () => {
    const store = await openStore(createAnsweringWorker("[{ kind: 'done', id, value: 'one' }]"), newPath());
    await expect(store.run(number, 1)).rejects.toThrow('expected number');
    await store.close();
  });

  test('ignores answers to unknown requests', async () => {
    const unknownReplies = `{ kind: 'done', id: 98, value: 0 }, { kind: 'failed', id: 99, error: ${errorJson('cancelled')} }`;
    const store = await openStore(
      createAnsweringWorker(`[${unknownReplies}, { kind: 'done', id, value: args }]`),
      newPath(),
    );
    expect(await store.run(number, 5)).toBe(5);
    await store.close();
  });
});

test('the commit listener is called before the answers of a change, and not without a change', async () => {
  const events: string[] = [];
  const entry = createAnsweringWorker(
    `[...(args ? [{ kind: 'event', body: 'changed' }] : []), { kind: 'done', id, value: null }]`,
  );
  const store = await openStore(entry, newPath(), () => events.push('commit'));
  await store.run(echo, false).then(() => events.push('first answer'));
  await store.run(echo, true).then(() => events.push('second answer'));
  expect(events).toEqual(['first answer', 'commit', 'second answer']);
  await store.close();
});

test('a change is answered also without a commit listener', async () => {
  const store = await openStore(
    createAnsweringWorker("[{ kind: 'event', body: 'changed' }, { kind: 'done', id, value: 1 }]"),
    newPath(),
  );
  expect(await store.run(number, null)).toBe(1);
  await store.close();
});

describe('closing', () => {
  test('waits until the thread has exited', async () => {
    const path = newPath();
    const markerPath = join(path, '..', 'ended');
    const script = `
      process.on('exit', () => writeFileSync(${JSON.stringify(markerPath)}, ''));
      port.on('message', close);
      open();`;
    const store = await openStore(createWorker(script), path);
    expect(existsSync(markerPath)).toBe(false);
    await Promise.all([store.close(), store.close()]);
    expect(existsSync(markerPath)).toBe(true);
    await store.close();
  });

  test('notifies the worker once, lets earlier calls finish, and refuses later calls', async () => {
    const script = `
      const received = [];
      port.on('message', (request) => {
        received.push(request);
        if (request !== 'close') return;
        const calls = received.filter(({ id }) => id);
        port.postMessage(calls.map(({ id }) => ({ kind: 'done', id, value: received })));
        setImmediate(() => setImmediate(close));
      });
      open();`;
    const store = await openStore(createWorker(script), newPath());
    const early = store.run(echo, 'early');
    const closing = [store.close(), store.close()];
    await expect(store.run(echo, 'late')).rejects.toMatchObject({ code: 'database-unavailable' });
    await Promise.all(closing);
    expect(await early).toEqual([{ id: 1, body: { name: 'echo', args: 'early' } }, 'close']);
  });
});

describe('a worker that has stopped', () => {
  test.each([
    ['threw', 'throw new Error("broken");'],
    ['exited', 'process.exit(0);'],
  ])('because it %s rejects pending and later calls and can be closed', async (_, script) => {
    const entry = createWorker(`
      port.once('message', () => port.once('message', () => { ${script} }));
      open();`);
    const store = await openStore(entry, newPath());
    const pendingCalls = [store.run(echo, 1), store.run(echo, 2)];
    const unavailable = { status: 'rejected', reason: { code: 'database-unavailable' } };
    expect(await Promise.allSettled(pendingCalls)).toMatchObject([unavailable, unavailable]);
    expect((await Promise.allSettled(pendingCalls))[0]).toMatchObject({ reason: expect.any(PaydeskError) });
    await expect(store.run(echo, 3)).rejects.toMatchObject({ code: 'database-unavailable' });
    await store.close();
  });
});
