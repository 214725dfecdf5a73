import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { texts, write } from './notes.ts';
import { newPath, open } from './support.ts';

/**
 * Returns the number of transactions in the write-ahead log: the last frame of each transaction contains the size of
 * the database (https://sqlite.org/fileformat2.html#walformat).
 */
async function transactionsIn(databasePath: string): Promise<number> {
  const log = await readFile(`${databasePath}-wal`);
  if (log.length < 32) return 0;
  const frameLength = 24 + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let transactions = 0;
  for (let offset = 32; offset + frameLength <= log.length; offset += frameLength) {
    if (!log.subarray(offset + 8, offset + 16).equals(salt)) break;
    if (log.readUInt32BE(offset + 4) !== 0) transactions += 1;
  }
  return transactions;
}

test('procedures share a commit when they are requested together, and otherwise have a commit each', async () => {
  const path = await newPath();
  const store = await open(path);
  const createTexts = (count: number) => Array.from({ length: count }, (_, index) => `note ${index}`);
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
