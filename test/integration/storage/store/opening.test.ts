import { execFile } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../../src/main/storage/store/store.ts';
import { write } from './notes.ts';
import { entry, newPath } from './support.ts';

const program = fileURLToPath(new URL('open-program.ts', import.meta.url));
/** A user without root rights, because root may write every file. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Returns the contents of the database file and its write-ahead log; the index of the log may be recreated. */
const contentsOf = (path: string) =>
  Promise.all([path, `${path}-wal`].map((name) => readFile(name, 'latin1').catch(() => '')));

test.skipIf(process.platform === 'win32').each([
  ['the file is read-only', 0o444, 0o777, 'database-read-only'],
  ['the folder is read-only', 0o444, 0o555, 'database-read-only'],
  ['the file is not readable', 0o000, 0o777, 'database-unavailable'],
])('a file is refused and left unchanged because %s', async (_what, fileMode, folderMode, code) => {
  const path = await newPath();
  const store = await openStore(entry, path);
  await store.run(write, { text: 'a note' });
  await store.close();
  const before = await contentsOf(path);
  expect(before[0]).toContain('a note');
  await chmod(path, fileMode);
  await chmod(dirname(path), folderMode);
  onTestFinished(() => chmod(dirname(path), 0o777));
  expect((await promisify(execFile)(process.execPath, [program, path], user)).stdout).toBe(code);
  await chmod(dirname(path), 0o777);
  await chmod(path, 0o666);
  expect(await contentsOf(path)).toEqual(before);
});
