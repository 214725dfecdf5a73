/** @file Database files of tests, in folders that go away with the test. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../src/main/store/database.ts';

/** Path of a database file that is not there yet. */
export function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'paydesk.db');
}

/** An open database, closed when the test ends. */
export function opened(...args: Parameters<typeof openDatabase>): Database {
  const database = openDatabase(...args);
  onTestFinished(() => {
    try {
      database.close();
    } catch {
      // The test has closed it.
    }
  });
  return database;
}

/** True while a connection to the file is open: the last one takes the write-ahead log with it. */
export function isOpen(path: string): boolean {
  return existsSync(`${path}-wal`);
}

/** What a call throws; `null` when it throws nothing. */
export function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (thrown) {
    return thrown;
  }
  return null;
}
