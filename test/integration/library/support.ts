/** @file A library on a folder of its own, with a keychain that a test can take away. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import { systemClock, systemRandom } from '../../../src/main/clock.ts';
import { createLibrary, type Library } from '../../../src/main/library/library.ts';
import type { Random } from '../../../src/main/platform.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { createFakeVault, type FakeVault } from '../../fakes/vault.ts';

/** A folder with a keychain, on which libraries are opened one after the other. */
export interface Place {
  readonly dataFolder: string;
  readonly vault: FakeVault;
  /** Opens the library as a start of Paydesk does. */
  start(random?: Random): Promise<Library>;
  /** Path of the sealed file of an item. */
  fileOf(id: string): string;
  readonly manifest: string;
  /** Path of `library.json`. */
  readonly marker: string;
}

/** Creates the place; it is removed when the test ends. */
export async function createPlace(): Promise<Place> {
  const { path: dataFolder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const vault = createFakeVault();
  return {
    dataFolder,
    vault,
    async start(random = systemRandom) {
      const library = createLibrary({ dataFolder, vault, clock: systemClock, random });
      onTestFinished(() => library.close());
      await library.start();
      return library;
    },
    fileOf: (id) => join(dataFolder, 'library', 'files', `${id}.sealed`),
    manifest: join(dataFolder, 'library', 'manifest.sealed'),
    marker: join(dataFolder, 'library', 'library.json'),
  };
}

/** The error code with which a promise is rejected; throws when it is not. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown ? thrown.code : thrown;
  }
  throw new Error('It was not refused');
}

/** Every file below a folder, with its bytes. */
export async function allFiles(folder: string): Promise<{ path: string; bytes: Buffer }[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })));
}

/** Names of the files below a folder that this process holds open; only Linux says so, elsewhere none. */
export async function heldBelow(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const handles = (await readdir('/proc/self/fd')).map((handle) => `/proc/self/fd/${handle}`);
  const paths = await Promise.all(handles.map((handle) => readlink(handle).catch(() => '')));
  return paths.filter((path) => path.startsWith(join(folder, '/'))).map((path) => basename(path));
}

/** Bytes that differ at every place. */
export function pattern(length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8) * 7) & 255));
}
