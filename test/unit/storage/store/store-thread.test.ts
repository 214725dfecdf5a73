/** @file The worker side of the store, over a message channel in this thread. */
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { noResultSchema } from '../../../../src/main/storage/store/columns.ts';
import { type FeatureDatabase, procedure } from '../../../../src/main/storage/store/procedure.ts';
import { serveStore } from '../../../../src/main/storage/store/store-thread.ts';
import { closeMessage, messagesSchema } from '../../../../src/main/workers/protocol.ts';
import { type ErrorCode, errorCodes, PaydeskError } from '../../../../src/shared/errors.ts';
import { isOpen, newPath } from './database-files.ts';

const schema = 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;';
const result = noResultSchema;

const write = procedure('write', { args: z.string(), result }, (database, text) => {
  database.run('INSERT INTO note (text) VALUES ($text)', { text });
  return null;
});
const writeAndFail = procedure('writeAndFail', { args: z.enum(errorCodes), result }, (database, code) => {
  database.run('INSERT INTO note (text) VALUES ($text)', { text: code });
  throw new PaydeskError(code, `This is ${code}`, { details: { name: 'a' }, retryable: true });
});
const throwOther = procedure('throwOther', { args: z.null(), result }, () => {
  // The thrown value is not an `Error`.
  AbortSignal.abort('not an error').throwIfAborted();
  return null;
});
const fillDisk = procedure('fillDisk', { args: z.null(), result }, (database) => {
  const pages = Number(database.get('PRAGMA page_count')?.['page_count']);
  database.get(`PRAGMA max_page_count = ${pages}`);
  return null;
});
const listTexts = procedure('texts', { args: z.null(), result: z.array(z.string()) }, (database) =>
  database.all('SELECT text FROM note ORDER BY id').map(({ text }) => text),
);

const notes: FeatureDatabase = {
  name: 'notes',
  schema,
  procedures: [write, writeAndFail, throwOther, fillDisk, listTexts],
};

type Request = readonly [name: string, args?: unknown];

/** Serves a database file; the test posts requests and receives the messages. */
function serve(path: string, sets: readonly FeatureDatabase[] = [notes]) {
  const { port1: worker, port2: main } = new MessageChannel();
  const posted: unknown[] = [];
  let lastId = 0;
  main.on('message', (message) => posted.push(message));
  const end = once(main, 'close');
  const close = async () => {
    main.postMessage(closeMessage);
    await end;
  };
  onTestFinished(close);
  serveStore(worker, path, sets);

  /** Waits for `count` messages and removes them from the queue. */
  async function receive(count = 1): Promise<unknown[]> {
    while (posted.length < count) await once(main, 'message');
    return posted.splice(0, count);
  }
  function post(...requests: readonly Request[]): void {
    for (const [name, args = null] of requests) {
      lastId += 1;
      main.postMessage({ id: lastId, body: { name, args } });
    }
  }
  /** Posts all requests at once and returns the results, and whether rows changed. */
  async function request(...requests: readonly Request[]) {
    post(...requests);
    return splitGroup((await receive())[0]);
  }
  return { receive, post, posted, end, close, request };
}

/** Splits the messages of a group into the event of a change and the results. */
function splitGroup(group: unknown) {
  const messages = messagesSchema.parse(group);
  const changed = messages[0]?.kind === 'event';
  return { changed, replies: changed ? messages.slice(1) : messages };
}

/** Serves a database and waits until it is open. */
async function open(path = newPath()) {
  const store = serve(path);
  expect(await store.receive()).toEqual([[{ kind: 'done', id: 0, value: null }]]);
  return store;
}

const readTexts = async (store: Awaited<ReturnType<typeof open>>) => {
  const { replies } = await store.request(['texts']);
  return replies;
};
const kept = [{ kind: 'done', value: ['kept'] }];

describe('procedures', () => {
  test('that are pending together are answered in one group and in order', async () => {
    const store = await open();
    const replies = [null, null, ['a', 'b']].map((value, index) => ({ kind: 'done', id: index + 1, value }));
    const group = await store.request(['write', 'a'], ['write', 'b'], ['texts']);
    expect(group).toEqual({ changed: true, replies });
    // A change is reported only when a row changes.
    expect(await store.request(['texts'], ['texts'])).toMatchObject({ changed: false });
  });

  test('are answered in groups of at most 256', async () => {
    const store = await open();
    store.post(...Array.from({ length: 600 }, (_, index): Request => ['write', `${index}`]));
    const groups = (await store.receive(3)).map((group) => splitGroup(group).replies);
    expect(groups.map(({ length }) => length)).toEqual([256, 256, 88]);
    const ids = Array.from({ length: 600 }, (_, index) => index + 1);
    expect(groups.flat().map((message) => 'id' in message && message.id)).toEqual(ids);
  });

  test('are flushed to disk before they are answered', async () => {
    const path = newPath();
    const store = await open(path);
    await store.request(['write', 'a']);
    const reader = new DatabaseSync(path);
    onTestFinished(() => reader.close());
    expect(reader.prepare('SELECT text FROM note').all()).toEqual([{ text: 'a' }]);
  });

  test('that fail are rolled back alone, and their error keeps all its fields', async () => {
    const store = await open();
    const { replies, changed } = await store.request(
      ['write', 'before'],
      ['writeAndFail', 'batch-unknown'],
      ['write', 'after'],
      ['texts'],
    );
    expect(changed).toBe(true);
    const thrown = { code: 'batch-unknown', message: 'This is batch-unknown', details: { name: 'a' } };
    const error = { ...thrown, retryable: true, requestId: null };
    expect(replies[1]).toEqual({ kind: 'failed', id: 2, error });
    expect(replies[3]).toMatchObject({ value: ['before', 'after'] });
  });

  test('that fail unexpectedly are reported with their name and the error', async () => {
    const store = await open();
    const failing: Request[] = [['write', 'a'], ['missing'], ['throwOther'], ['write', 7]];
    const { replies } = await store.request(['write', 'a'], ...failing);
    const failedReply = (message: unknown) => ({ kind: 'failed', error: { code: 'unexpected', message } });
    expect(replies.slice(1)).toMatchObject([
      failedReply('write: UNIQUE constraint failed: note.text'),
      failedReply('missing: There is no such procedure'),
      failedReply('throwOther: thrown'),
      failedReply(expect.stringContaining('expected string')),
    ]);
    expect(await readTexts(store)).toMatchObject([{ value: ['a'] }]);
  });
});

describe('an error of the database file', () => {
  test('rolls the group back', async () => {
    const store = await open();
    await store.request(['write', 'kept']);
    const code = 'database-corrupt';
    const { replies, changed } = await store.request(
      ['write', 'before'],
      ['writeAndFail', code],
      ['write', 'after'],
    );
    expect(changed).toBe(false);
    expect(replies).toMatchObject([1, 2, 3].map((id) => ({ kind: 'failed', id: id + 1, error: { code } })));
    expect(await readTexts(store)).toMatchObject(kept);
  });

  test('because the disk is full concerns only the procedures that find no space', async () => {
    const store = await open();
    await store.request(['write', 'kept']);
    store.post(['write', 'before'], ['writeAndFail', 'disk-full'], ['write', 'after'], ['texts']);
    expect(await store.receive()).toMatchObject([
      [
        { kind: 'event' },
        { kind: 'done', id: 2 },
        { kind: 'failed', id: 3, error: { code: 'disk-full' } },
        { kind: 'event' },
        { kind: 'done', id: 4 },
        { kind: 'done', id: 5, value: ['kept', 'before', 'after'] },
      ],
    ]);
  });

  test('is reported as a full disk also when SQLite has rolled back by itself', async () => {
    const store = await open();
    await store.request(['write', 'kept'], ['fillDisk']);
    const { replies, changed } = await store.request(['write', 'x'.repeat(1_000_000)], ['texts']);
    expect(changed).toBe(false);
    expect(replies).toMatchObject([
      { kind: 'failed', error: { code: 'disk-full', retryable: true } },
      { kind: 'done', value: ['kept'] },
    ]);
    expect(await readTexts(store)).toMatchObject(kept);
  });
});

describe('closing', () => {
  test('answers earlier requests, releases the file and closes the port', async () => {
    const path = newPath();
    const store = await open(path);
    store.post(['write', 'a'], ['texts']);
    await store.close();
    expect(store.posted).toMatchObject([[{ kind: 'event' }, { kind: 'done' }, { value: ['a'] }]]);
    expect(isOpen(path)).toBe(false);
  });

  test('posts no message when there are no earlier requests', async () => {
    const store = await open();
    await store.close();
    expect(store.posted).toEqual([]);
  });
});

describe('a file that cannot be used', () => {
  /** Serves a file and expects that it fails with a code, and that the port is closed. */
  async function expectFailure(
    code: ErrorCode,
    path: string,
    sets?: readonly FeatureDatabase[],
  ): Promise<void> {
    const store = serve(path, sets);
    await store.end;
    const error = expect.objectContaining({ code });
    expect(store.posted).toEqual([[{ kind: 'failed', id: 0, error }]]);
  }

  test('because it is damaged is reported and not served', async () => {
    const path = newPath();
    writeFileSync(path, 'This is not a database. '.repeat(1_000));
    await expectFailure('database-corrupt', path);
  });

  test('because a newer Paydesk wrote it is not changed, nor is the log of a killed process', async () => {
    const [path, copy] = [newPath(), newPath()];
    const store = await open(path);
    await store.request(['write', 'a']);
    const program = new DatabaseSync(path);
    onTestFinished(() => program.close());
    program.exec('PRAGMA user_version = 9');
    const files = [copy, `${copy}-wal`];
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    const before = files.map((file) => readFileSync(file));
    await expectFailure('database-newer', copy);
    expect(files.map((file) => readFileSync(file))).toEqual(before);
  });

  test('because its tables cannot be created is reported and released', async () => {
    const path = newPath();
    const broken = { ...notes, schema: 'THIS IS NOT SQL;' };
    await expectFailure('unexpected', path, [broken]);
    expect(isOpen(path)).toBe(false);
  });

  test('because it is read-only is reported when it is opened, not at the first change', async () => {
    const path = newPath();
    await (await open(path)).close();
    await expectFailure('database-read-only', `${pathToFileURL(path).href}?mode=ro`);
  });
});
