/** @file Opens stores with the table set of notes, and inspects their database files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../src/main/store/store.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

/**
 * Returns the entry of the worker in a version. Workers drop the query of their URL, so a data URL imports the entry
 * with the query.
 */
export function entryOf(version: 'first' | 'second' | 'broken' | 'other' = 'first'): URL {
  const { href } = new URL(`entry.ts?version=${version}`, import.meta.url);
  return new URL(`data:text/javascript,import ${JSON.stringify(href)}`);
}

/** Opens a store that is closed when the test ends. */
export async function open(path: string, version?: Parameters<typeof entryOf>[0]): Promise<Store> {
  const store = await openStore(entryOf(version), path);
  onTestFinished(() => store.close());
  return store;
}

/** Returns the path of a database file in a folder that is removed after the test. */
export async function newPath(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return join(folder.path, 'paydesk.db');
}

/**
 * Returns the number of transactions in the write-ahead log: the last frame of each transaction contains the size of
 * the database
 * (https://sqlite.org/fileformat2.html#walformat).
 */
export async function transactionsIn(databasePath: string): Promise<number> {
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
