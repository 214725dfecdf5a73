/** @file A library in a temporary folder, with a database and a keychain that a test can change. */
import { cp, readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import type { Library } from '../../../../src/main/storage/library/library.ts';
import type { Row, Values } from '../../../../src/main/storage/store/database.ts';
import { openLibrary, openLibraryStore } from '../../../fakes/library-store.ts';
import { createFakeVault, type FakeVault } from '../../../fakes/platform/vault.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

/** A data folder and a keychain, with which a test opens libraries one after the other. */
export interface LibraryFixture {
  readonly dataFolder: string;
  readonly vault: FakeVault;
  /** Creates the library; nothing is read yet. It is closed when the test ends. */
  create(deps?: Pick<Parameters<typeof openLibrary>[0], 'clock' | 'random'>): Library;
  /** Opens the library as Paydesk does at its start. */
  start(): Promise<Library>;
  /** Runs a statement on the database and returns its rows. */
  query(sql: string, values?: Values): Promise<Row[]>;
  /** Returns the rows of all items. */
  rows(): Promise<Row[]>;
  /** Returns every file but those of the database. */
  files(): ReturnType<typeof allFiles>;
  /** Path of the sealed file of an item. */
  fileOf(id: string): string;
  /** Path of `library.json`. */
  readonly marker: string;
}

/** A data folder and the secrets of a keychain that a fixture starts with. */
interface StoredLibrary {
  readonly dataFolder: string;
  readonly secrets: ReadonlyMap<string, string>;
}

/**
 * Creates the folder and the keychain, empty or as copies of a stored library; the folder is removed when the test ends.
 */
export async function createLibraryFixture(stored?: StoredLibrary): Promise<LibraryFixture> {
  const { path: dataFolder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const vault = createFakeVault();
  if (stored !== undefined) {
    await cp(stored.dataFolder, dataFolder, { recursive: true });
    for (const [account, secret] of stored.secrets) vault.secrets.set(account, secret);
  }
  function create(deps = {}): Library {
    const library = openLibrary({ dataFolder, vault, ...deps });
    onTestFinished(() => library.close());
    return library;
  }
  async function query(sql: string, values?: Values): Promise<Row[]> {
    const { database, close } = openLibraryStore(join(dataFolder, 'paydesk.db'));
    try {
      return database.all(sql, values);
    } finally {
      await close();
    }
  }
  return {
    dataFolder,
    vault,
    create,
    async start() {
      const library = create();
      await library.start();
      return library;
    },
    query,
    rows: () => query('SELECT * FROM library_item ORDER BY position'),
    files: async () =>
      (await allFiles(dataFolder)).filter(({ path }) => !basename(path).startsWith('paydesk.db')),
    fileOf: (id) => join(dataFolder, 'library', 'files', `${id}.sealed`),
    marker: join(dataFolder, 'library', 'library.json'),
  };
}

/** Returns the error code with which a promise is rejected; throws when it is fulfilled. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown ? thrown.code : thrown;
  }
  throw new Error('The promise was expected to be rejected');
}

/** Returns every file below a folder with its bytes. */
export async function allFiles(folder: string): Promise<{ path: string; bytes: Buffer }[]> {
  const folderEntries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = folderEntries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })));
}

/** Returns the names of the files below a folder that this process has open; always empty except on Linux. */
export async function openFilesBelow(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const descriptorLinks = (await readdir('/proc/self/fd')).map((name) => `/proc/self/fd/${name}`);
  const paths = await Promise.all(descriptorLinks.map((link) => readlink(link).catch(() => '')));
  return paths.filter((path) => path.startsWith(join(folder, '/'))).map((path) => basename(path));
}

/** Returns bytes that differ at neighbouring offsets. */
export function pattern(length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8) * 7) & 255));
}
