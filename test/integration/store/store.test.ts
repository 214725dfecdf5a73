import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endWorker, fillDisk, texts, unknown, write, writeAndFail } from './notes.ts';
import { newPath, open, transactionsIn } from './support.ts';

const createTexts = (count: number) => Array.from({ length: count }, (_, index) => `note ${index}`);

describe('procedures', () => {
  test('share a commit when they are requested together, and otherwise have a commit each', async () => {
    const path = await newPath();
    const store = await open(path);
    const transactionsBefore = await transactionsIn(path);
    for (const text of createTexts(10)) await store.run(write, { text });
    const sequentialTransactions = (await transactionsIn(path)) - transactionsBefore;
    expect(sequentialTransactions).toBe(10);
    await Promise.all(createTexts(500).map((text) => store.run(write, { text: `together ${text}` })));
    const groupedTransactions = (await transactionsIn(path)) - transactionsBefore - sequentialTransactions;
    expect(groupedTransactions).toBeGreaterThan(0);
    expect(groupedTransactions).toBeLessThanOrEqual(10);
    expect(await store.run(texts, null)).toHaveLength(510);
  });

  test('run in the order of their requests', async () => {
    const store = await open(await newPath());
    const [, , readTexts] = await Promise.all([
      store.run(write, { text: 'first' }),
      store.run(write, { text: 'second' }),
      store.run(texts, null),
      store.run(write, { text: 'third' }),
    ]);
    expect(readTexts).toEqual([{ text: 'first' }, { text: 'second' }]);
  });

  test('that fail are rolled back without the other procedures of their commit, and reject with their error', async () => {
    const store = await open(await newPath());
    const outcomes = await Promise.allSettled([
      store.run(write, { text: 'before' }),
      store.run(writeAndFail, { text: 'never' }),
      store.run(write, { text: 'before' }),
      store.run(unknown, null),
      store.run(write, { text: 'after' }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'batch-unknown', details: { name: 'never' } } });
    expect(outcomes[2]).toMatchObject({ reason: { code: 'unexpected' } });
    expect(outcomes[3]).toMatchObject({ reason: { code: 'unexpected' } });
    expect(await store.run(texts, null)).toEqual([{ text: 'before' }, { text: 'after' }]);
  });

  test('with invalid arguments are refused and change nothing', async () => {
    const store = await open(await newPath());
    const uncheckedWrite = { ...write, args: z.unknown() };
    await expect(store.run(uncheckedWrite, { text: 7 })).rejects.toMatchObject({ code: 'unexpected' });
    expect(await store.run(texts, null)).toEqual([]);
  });
});

describe('a full disk', () => {
  test('is reported, and no failed change is stored or reported as done', async () => {
    const path = await newPath();
    const store = await open(path);
    await store.run(write, { text: 'kept' });
    await store.run(fillDisk, null);
    const outcomes = await Promise.allSettled([
      store.run(write, { text: 'small' }),
      store.run(write, { text: 'x'.repeat(1_000_000) }),
      store.run(write, { text: 'small too' }),
    ]);
    const rejections = outcomes.filter(({ status }) => status === 'rejected');
    expect(rejections).not.toEqual([]);
    for (const outcome of rejections) {
      expect(outcome).toMatchObject({ reason: { code: 'disk-full', retryable: true } });
    }
    const storedIndexes = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    const storedTexts = (await store.run(texts, null)).map(({ text }) => text);
    expect(storedTexts).toEqual([
      'kept',
      ...storedIndexes.map((index) => (index === 0 ? 'small' : 'small too')),
    ]);
  });
});

describe('closing a store', () => {
  test('finishes all earlier calls', async () => {
    const path = await newPath();
    const store = await open(path);
    const writing = createTexts(600).map((text) => store.run(write, { text }));
    await store.close();
    await Promise.all(writing);
    const database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare('SELECT count(*) AS notes FROM note').get()).toEqual({ notes: 600 });
    database.close();
  });

  test('rejects later calls and may be repeated', async () => {
    const store = await open(await newPath());
    const closing = [store.close(), store.close()];
    const lateCall = store.run(texts, null);
    await expect(lateCall).rejects.toMatchObject({ code: 'database-unavailable' });
    await Promise.all(closing);
    await expect(store.run(texts, null)).rejects.toMatchObject({ code: 'database-unavailable' });
    await store.close();
  });
});

test('all waiting and later calls are rejected when the worker exits', async () => {
  const store = await open(await newPath());
  const outcomes = await Promise.allSettled([
    store.run(endWorker, null),
    ...createTexts(300).map((text) => store.run(write, { text })),
  ]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'database-unavailable' } });
  }
  await expect(store.run(texts, null)).rejects.toMatchObject({ code: 'database-unavailable' });
  await store.close();
});
