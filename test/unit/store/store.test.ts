/** @file The main-thread side of the store, with a scripted worker. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { procedure } from '../../../src/main/store/procedure.ts';
import { openStore } from '../../../src/main/store/store.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { newPath } from './database-files.ts';

/** Creates a worker that runs a script with its `port`, the `path`, and `close()`, which closes the port. */
function createWorker(script: string): URL {
  const text = `
    import { writeFileSync } from 'node:fs';
    import { parentPort as port, threadName, workerData } from 'node:worker_threads';
    const { path } = workerData;
    const close = () => port.close();
    ${script}`;
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}

/** Creates a worker that opens and answers each request with `replies`, an expression over `id`, `name` and `args`. */
const createAnsweringWorker = (replies: string, changed = 'false') =>
  createWorker(`
    port.on('message', (request) => {
      if (request.close === true) return close();
      const { id, name, args } = request;
      port.postMessage({ kind: 'replies', replies: ${replies}, changed: ${changed} });
    });
    port.postMessage({ kind: 'open' });`);

const echo = procedure('echo', { args: z.unknown(), result: z.unknown() }, () => null);
const number = procedure('number', { args: z.unknown(), result: z.number() }, () => null);
const errorJson = (code: string) =>
  JSON.stringify({ code, message: 'It failed', retryable: true, requestId: 'r-1', details: { name: 'a' } });

describe('opening', () => {
  test('passes path and thread name to the worker and numbers the requests', async () => {
    const store = await openStore(
      createAnsweringWorker('[{ id, ok: true, value: { path, threadName, request } }]'),
      '/a/paydesk.db',
    );
    expect(await store.run(echo, 'first')).toEqual({
      path: '/a/paydesk.db',
      threadName: 'store',
      request: { id: 1, name: 'echo', args: 'first' },
    });
    expect(await store.run(echo, null)).toMatchObject({ request: { id: 2, name: 'echo', args: null } });
    await store.close();
  });

  test('rejects with the complete error of the worker', async () => {
    const failingWorker = createWorker(
      `port.postMessage({ kind: 'failed', error: ${errorJson('database-newer')} }); close();`,
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
        if (request.close === true) return close();
        requests.unshift(request);
        if (requests.length < 2) return;
        const replies = requests.map(({ id, args }) => ({ id, ok: true, value: args }));
        port.postMessage({ kind: 'replies', replies, changed: false });
      });
      port.postMessage({ kind: 'open' });`;
    const store = await openStore(createWorker(script), newPath());
    expect(await Promise.all([store.run(number, 1), store.run(number, 2)])).toEqual([1, 2]);
    await store.close();
  });

  test('rejects with the complete error of its procedure', async () => {
    const store = await openStore(
      createAnsweringWorker(`[{ id, ok: false, error: ${errorJson('batch-unknown')} }]`),
      newPath(),
    );
    const thrown: unknown = await store.run(number, 1).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(PaydeskError);
    expect(thrown).toMatchObject({ code: 'batch-unknown', details: { name: 'a' }, requestId: 'r-1' });
    await store.close();
  });

  test('rejects when its result does not match the schema', async () => {
    const store = await openStore(createAnsweringWorker('[{ id, ok: true, value: "one" }]'), newPath());
    await expect(store.run(number, 1)).rejects.toThrow('expected number');
    await store.close();
  });

  test('ignores answers to unknown requests', async () => {
    const unknownReplies = `{ id: 98, ok: true, value: 0 }, { id: 99, ok: false, error: ${errorJson('cancelled')} }`;
    const store = await openStore(
      createAnsweringWorker(`[${unknownReplies}, { id, ok: true, value: args }]`),
      newPath(),
    );
    expect(await store.run(number, 5)).toBe(5);
    await store.close();
  });
});

test('the commit listener is called before the answers of a change, and not without a change', async () => {
  const events: string[] = [];
  const entry = createAnsweringWorker('[{ id, ok: true, value: null }]', 'args');
  const store = await openStore(entry, newPath(), () => events.push('commit'));
  await store.run(echo, false).then(() => events.push('first answer'));
  await store.run(echo, true).then(() => events.push('second answer'));
  expect(events).toEqual(['first answer', 'commit', 'second answer']);
  await store.close();
});

test('a change is answered also without a commit listener', async () => {
  const store = await openStore(createAnsweringWorker('[{ id, ok: true, value: 1 }]', 'true'), newPath());
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
      port.postMessage({ kind: 'open' });`;
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
        if (request.close !== true) return;
        const replies = received.filter(({ id }) => id).map(({ id }) => ({ id, ok: true, value: received }));
        port.postMessage({ kind: 'replies', replies, changed: false });
        setImmediate(() => setImmediate(close));
      });
      port.postMessage({ kind: 'open' });`;
    const store = await openStore(createWorker(script), newPath());
    const early = store.run(echo, 'early');
    const closing = [store.close(), store.close()];
    await expect(store.run(echo, 'late')).rejects.toMatchObject({ code: 'database-unavailable' });
    await Promise.all(closing);
    expect(await early).toEqual([{ id: 1, name: 'echo', args: 'early' }, { close: true }]);
  });
});

describe('a worker that has stopped', () => {
  test.each([
    ['threw', 'throw new Error("broken");'],
    ['exited', 'process.exit(0);'],
  ])('because it %s rejects pending and later calls and can be closed', async (_, script) => {
    const entry = createWorker(`
      port.once('message', () => port.once('message', () => { ${script} }));
      port.postMessage({ kind: 'open' });`);
    const store = await openStore(entry, newPath());
    const pendingCalls = [store.run(echo, 1), store.run(echo, 2)];
    const unavailable = { status: 'rejected', reason: { code: 'database-unavailable' } };
    expect(await Promise.allSettled(pendingCalls)).toMatchObject([unavailable, unavailable]);
    expect((await Promise.allSettled(pendingCalls))[0]).toMatchObject({ reason: expect.any(PaydeskError) });
    await expect(store.run(echo, 3)).rejects.toMatchObject({ code: 'database-unavailable' });
    await store.close();
  });
});
