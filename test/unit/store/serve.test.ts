/** @file The worker's side of the store, over a channel in this thread. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { noResultSchema } from '../../../src/main/store/columns.ts';
import { procedure, type TableSet } from '../../../src/main/store/procedure.ts';
import { serveStore } from '../../../src/main/store/serve.ts';
import { type ErrorCode, errorCodes, PaydeskError } from '../../../src/shared/errors.ts';
import { isOpen, newPath } from './place.ts';

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
  // What is thrown need not be an error.
  AbortSignal.abort('not an error').throwIfAborted();
  return null;
});
const fillDisk = procedure('fillDisk', { args: z.null(), result }, (database) => {
  const pages = Number(database.get('PRAGMA page_count')?.['page_count']);
  database.get(`PRAGMA max_page_count = ${pages}`);
  return null;
});
const texts = procedure('texts', { args: z.null(), result: z.array(z.string()) }, (database) =>
  database.all('SELECT text FROM note ORDER BY id').map(({ text }) => text),
);

const notes: TableSet = {
  name: 'notes',
  migrations: [schema],
  procedures: [write, writeAndFail, throwOther, fillDisk, texts],
};

type Request = readonly [name: string, args?: unknown];

const repliesSchema = z.object({
  kind: z.literal('replies'),
  replies: z.array(z.looseObject({ id: z.number(), ok: z.boolean() })),
  changed: z.boolean(),
});

/** Serves a database file; a test asks, and waits for what is said. */
function served(path: string, sets: readonly TableSet[] = [notes]) {
  const { port1: worker, port2: main } = new MessageChannel();
  const posted: unknown[] = [];
  const waiting: (() => void)[] = [];
  let ended = false;
  let lastId = 0;
  main.on('message', (message) => {
    posted.push(message);
    for (const notify of waiting) notify();
  });
  const end = new Promise<void>((resolve) =>
    main.on('close', () => {
      ended = true;
      resolve();
    }),
  );
  onTestFinished(async () => {
    if (!ended) main.postMessage({ close: true });
    await end;
  });
  serveStore(worker, path, sets);

  /** Waits until so many messages have come, and takes them. */
  async function notify(count = 1): Promise<unknown[]> {
    while (posted.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return posted.splice(0, count);
  }

  function post(...requests: readonly Request[]): void {
    for (const [name, args = null] of requests) {
      lastId += 1;
      main.postMessage({ id: lastId, name, args });
    }
  }

  return {
    hear: notify,
    post,
    said: posted,
    end,
    main,
    /** Asks for everything at once, and gives the answer to the whole group. */
    async ask(...requests: readonly Request[]) {
      post(...requests);
      return repliesSchema.parse((await notify())[0]);
    },
  };
}

/** A served database that is open. */
async function open(path = newPath()) {
  const store = served(path);
  expect(await store.hear()).toEqual([{ kind: 'open' }]);
  return store;
}

describe('procedures', () => {
  test('that wait together are one group, each with its own answer, in their order', async () => {
    const store = await open();
    expect(await store.ask(['write', 'a'], ['write', 'b'], ['texts'])).toEqual({
      kind: 'replies',
      changed: true,
      replies: [
        { id: 1, ok: true, value: null },
        { id: 2, ok: true, value: null },
        { id: 3, ok: true, value: ['a', 'b'] },
      ],
    });
  });

  test('that change nothing are told from those that do', async () => {
    const store = await open();
    expect(await store.ask(['texts'])).toMatchObject({ changed: false });
    expect(await store.ask(['write', 'a'])).toMatchObject({ changed: true });
    expect(await store.ask(['texts'], ['texts'])).toMatchObject({ changed: false });
  });

  test('are 256 in one group, and the next ones the next', async () => {
    const store = await open();
    store.post(...Array.from({ length: 600 }, (_, index): Request => ['write', `${index}`]));
    const groups = (await store.hear(3)).map((message) => repliesSchema.parse(message).replies);
    expect(groups.map(({ length }) => length)).toEqual([256, 256, 88]);
    expect(groups.flat().map(({ id }) => id)).toEqual(Array.from({ length: 600 }, (_, index) => index + 1));
  });

  test('are on the disk when they are answered', async () => {
    const path = newPath();
    const store = await open(path);
    await store.ask(['write', 'a']);
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    expect(other.prepare('SELECT text FROM note').all()).toEqual([{ text: 'a' }]);
  });

  test('that fail are undone alone, and their error is whole', async () => {
    const store = await open();
    const { replies, changed } = await store.ask(
      ['write', 'before'],
      ['writeAndFail', 'batch-unknown'],
      ['write', 'after'],
      ['texts'],
    );
    expect(changed).toBe(true);
    expect(replies[1]).toEqual({
      id: 2,
      ok: false,
      error: {
        code: 'batch-unknown',
        message: 'This is batch-unknown',
        details: { name: 'a' },
        retryable: true,
        requestId: null,
      },
    });
    expect(replies[3]).toMatchObject({ value: ['before', 'after'] });
  });

  test('of which nobody expected that they fail are named with what was thrown', async () => {
    const store = await open();
    const { replies } = await store.ask(
      ['write', 'a'],
      ['write', 'a'],
      ['away'],
      ['throwOther'],
      ['write', 7],
    );
    const failed = (message: unknown) => ({ ok: false, error: { code: 'unexpected', message } });
    expect(replies.slice(1)).toMatchObject([
      failed('write: UNIQUE constraint failed: note.text'),
      failed('away: There is no such procedure'),
      failed('throwOther: thrown'),
      failed(expect.stringContaining('expected string')),
    ]);
    expect(await store.ask(['texts'])).toMatchObject({ replies: [{ value: ['a'] }] });
  });
});

describe('what befalls the file itself', () => {
  test.each<ErrorCode>(['disk-full', 'database-corrupt'])(
    '%s refuses the whole group, and nothing of it stays',
    async (code) => {
      const store = await open();
      await store.ask(['write', 'kept']);
      const { replies, changed } = await store.ask(
        ['write', 'before'],
        ['writeAndFail', code],
        ['write', 'after'],
      );
      expect(changed).toBe(false);
      expect(replies).toMatchObject([1, 2, 3].map((id) => ({ id: id + 1, ok: false, error: { code } })));
      expect(await store.ask(['texts'])).toMatchObject({ replies: [{ ok: true, value: ['kept'] }] });
    },
  );

  test('a disk that is full is said as such, also when SQLite has rolled back by itself', async () => {
    const store = await open();
    await store.ask(['write', 'kept'], ['fillDisk']);
    const { replies, changed } = await store.ask(['write', 'x'.repeat(1_000_000)], ['texts']);
    expect(changed).toBe(false);
    expect(replies).toMatchObject(
      [1, 2].map(() => ({ ok: false, error: { code: 'disk-full', retryable: true } })),
    );
    expect(await store.ask(['texts'])).toMatchObject({ replies: [{ ok: true, value: ['kept'] }] });
  });
});

describe('closing', () => {
  test('answers what was asked for before it, lets go of the file and ends', async () => {
    const path = newPath();
    const store = await open(path);
    store.post(['write', 'a'], ['texts']);
    store.main.postMessage({ close: true });
    await store.end;
    expect(store.said).toMatchObject([{ kind: 'replies', replies: [{ ok: true }, { value: ['a'] }] }]);
    expect(isOpen(path)).toBe(false);
  });

  test('answers nothing when nothing was asked for', async () => {
    const store = await open();
    store.main.postMessage({ close: true });
    await store.end;
    expect(store.said).toEqual([]);
  });
});

describe('a file that cannot be used', () => {
  /** What is said of a file, once the port has closed. */
  async function refusal(path: string, sets?: readonly TableSet[]): Promise<unknown[]> {
    const store = served(path, sets);
    await store.end;
    return store.said;
  }

  const failed = (code: ErrorCode) => [{ kind: 'failed', error: expect.objectContaining({ code }) }];

  test('because it is damaged is said, and nothing is served', async () => {
    const path = newPath();
    writeFileSync(path, 'This is not a database. '.repeat(1_000));
    expect(await refusal(path)).toEqual(failed('database-corrupt'));
  });

  test('because a newer Paydesk wrote it is said, and nothing is served', async () => {
    const path = newPath();
    const newer = await open(path);
    newer.main.postMessage({ close: true });
    await newer.end;
    expect(await refusal(path, [])).toEqual(failed('database-newer'));
  });

  test('because a newer Paydesk wrote it keeps the log that a killed one left beside it', async () => {
    const [path, left] = [newPath(), newPath()];
    const store = await open(path);
    await store.ask(['write', 'a']);
    const program = new DatabaseSync(path);
    onTestFinished(() => program.close());
    program.exec("UPDATE migration SET version = 9 WHERE name = 'notes'");
    const files = [left, `${left}-wal`];
    copyFileSync(path, left);
    copyFileSync(`${path}-wal`, `${left}-wal`);
    const before = files.map((file) => readFileSync(file));
    expect(await refusal(left)).toEqual(failed('database-newer'));
    expect(files.map((file) => readFileSync(file))).toEqual(before);
  });

  test('because its tables cannot be made is said, and the file is let go of', async () => {
    const path = newPath();
    const broken = { ...notes, migrations: ['THIS IS NOT SQL;'] };
    expect(await refusal(path, [broken])).toEqual(failed('unexpected'));
    expect(isOpen(path)).toBe(false);
  });

  test('because it is read-only is said at once, and not by the first change', async () => {
    const path = newPath();
    const first = await open(path);
    first.main.postMessage({ close: true });
    await first.end;
    expect(await refusal(`${pathToFileURL(path).href}?mode=ro`)).toEqual(failed('database-read-only'));
  });
});
