import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, open as openFile, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/main/store/store.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { texts, write } from './notes.ts';
import { entry, newPath, open } from './support.ts';

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

/** Creates a database as a killed program leaves it, with the last change only in the log; returns its path. */
async function createDatabaseOfKilledProgram(change: string): Promise<string> {
  const path = await copyDatabase();
  const copy = await newPath();
  const program = new DatabaseSync(path);
  program.exec('PRAGMA wal_autocheckpoint = 0');
  program.exec(change);
  await cp(path, copy);
  await cp(`${path}-wal`, `${copy}-wal`);
  program.close();
  return copy;
}

test('a program that is killed while it writes finds all changes that were reported as committed', async () => {
  const path = await newPath();
  const program = spawn(process.execPath, [writer, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const reportedTexts: string[] = [];
  for await (const line of createInterface({ input: program.stdout })) {
    reportedTexts.push(line);
    if (reportedTexts.length === 500) program.kill('SIGKILL');
  }
  expect(reportedTexts.shift()).toBe('open');
  const store = await open(path);
  const storedTexts = new Set((await store.run(texts, null)).map(({ text }) => text));
  expect(reportedTexts.length).toBeGreaterThan(400);
  expect(reportedTexts.filter((text) => !storedTexts.has(text))).toEqual([]);
});

test.each([
  ['of a newer version', "UPDATE migration SET version = 9 WHERE name = 'notes'", false, 'database-newer'],
  ['that is damaged', "INSERT INTO note (text) VALUES ('in the log')", true, 'database-corrupt'],
])(
  'a file %s is refused and left unchanged, even when a killed program left its log',
  async (_, change, damages, code) => {
    const path = await createDatabaseOfKilledProgram(change);
    if (damages) {
      const file = await openFile(path, 'r+');
      await file.write(Buffer.alloc(6_000, 0x5a), 0, 6_000, 8_192);
      await file.close();
    }
    const before = await digestContent(path);
    await expect(openStore(entry, path)).rejects.toMatchObject({ code, retryable: false });
    expect(await digestContent(path)).toEqual(before);
  },
);

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
])(
  'a file that cannot be opened for writing is refused and left unchanged, because %s',
  async (_what, fileMode, folderMode, code) => {
    const path = await copyDatabase();
    const before = await digestContent(path);
    await chmod(path, fileMode);
    await chmod(dirname(path), folderMode);
    onTestFinished(() => chmod(dirname(path), 0o777));
    expect(await openUnprivileged(path)).toBe(code);
    await chmod(dirname(path), 0o777);
    await chmod(path, 0o666);
    expect(await digestContent(path)).toEqual(before);
  },
);

test('a full disk is reported, keeps all reported changes, and accepts writes again once there is space', async (context) => {
  const folder = dirname(await newPath());
  const canMount = isRoot && process.platform === 'linux';
  if (!canMount) return context.skip('a small disk can only be mounted by root on Linux');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder]);
  onTestFinished(async () => {
    execFileSync('umount', [folder]);
  });
  const store = await openStore(entry, join(folder, 'paydesk.db'));
  onTestFinished(() => store.close());
  const ballastFile = join(folder, 'ballast');
  await writeFile(ballastFile, Buffer.alloc(200_000));
  const reportedTexts: string[] = [];
  let writeError: unknown = null;
  for (let index = 0; writeError === null; index += 1) {
    const text = `${index} ${'x'.repeat(5_000)}`;
    await store.run(write, { text }).then(
      () => reportedTexts.push(text),
      (thrown: unknown) => {
        writeError = thrown;
      },
    );
  }
  expect(writeError).toMatchObject({ code: 'disk-full', retryable: true });
  expect((await store.run(texts, null)).map(({ text }) => text)).toEqual(reportedTexts);
  await rm(ballastFile);
  await store.run(write, { text: 'after the full disk' });
  expect((await store.run(texts, null)).at(-1)).toEqual({ text: 'after the full disk' });
  await store.close();
});
