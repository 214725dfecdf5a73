/** @file Opens stores with the table set of notes. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../../src/main/storage/store/store.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

export const entry = new URL('entry.ts', import.meta.url);

/** Opens a store that is closed when the test ends. */
export async function open(path: string): Promise<Store> {
  const store = await openStore(entry, path);
  onTestFinished(() => store.close());
  return store;
}

/** Returns the path of a database file in a folder that is removed after the test. */
export async function newPath(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return join(folder.path, 'paydesk.db');
}
