import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/main/store/store.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { write } from './notes.ts';
import { entry, newPath } from './support.ts';

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
const unprivilegedUser = { uid: 65_534, gid: 65_534 };

const noteCount = 50;
let templatePath = '';

beforeAll(async () => {
  const folder = await temporaryFolder();
  templatePath = join(folder.path, 'paydesk.db');
  const store = await openStore(entry, templatePath);
  await Promise.all(
    Array.from({ length: noteCount }, (_, index) => store.run(write, { text: `${index}`.repeat(100) })),
  );
  await store.close();
  return () => folder.remove();
});

/** Copies a closed database with 50 notes; returns its path. */
async function copyDatabase(): Promise<string> {
  const path = await newPath();
  await cp(templatePath, path);
  return path;
}

/** Returns digests of the database file and its write-ahead log; the index of the log may be recreated. */
async function digestContent(path: string): Promise<string[]> {
  const names = [basename(path), `${basename(path)}-wal`];
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(dirname(path), name)).catch(() => Buffer.alloc(0));
      return `${name} ${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`;
    }),
  );
}

/** Opens the file as a user without root rights; returns the output of the program, an error code. */
async function openUnprivileged(path: string): Promise<string> {
  const program = spawn(process.execPath, [writer, path, 'open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(isRoot ? unprivilegedUser : {}),
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: program.stdout })) lines.push(line);
  return lines.join();
}

test.skipIf(process.platform === 'win32').each([
  ['the file is read-only', 0o444, 0o777, 'database-read-only'],
  ['the folder is read-only', 0o444, 0o555, 'database-read-only'],
  ['the file is not readable', 0o000, 0o777, 'database-unavailable'],
])('a file is refused and left unchanged because %s', async (_what, fileMode, folderMode, code) => {
  const path = await copyDatabase();
  const before = await digestContent(path);
  await chmod(path, fileMode);
  await chmod(dirname(path), folderMode);
  onTestFinished(() => chmod(dirname(path), 0o777));
  expect(await openUnprivileged(path)).toBe(code);
  await chmod(dirname(path), 0o777);
  await chmod(path, 0o666);
  expect(await digestContent(path)).toEqual(before);
});
