/** @file Database files in temporary folders that are removed when the test ends. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../../src/main/storage/store/database.ts';

/** Returns the path of a database file that does not exist yet. */
export function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'paydesk.db');
}

/** Opens a database that is closed when the test ends. */
export function openForTest(...args: Parameters<typeof openDatabase>): Database {
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

/** True while a connection to the file is open: closing the last connection deletes the write-ahead log. */
export function isOpen(path: string): boolean {
  return existsSync(`${path}-wal`);
}

/** Returns what a call throws, or `null`. */
export function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (thrown) {
    return thrown;
  }
  return null;
}
