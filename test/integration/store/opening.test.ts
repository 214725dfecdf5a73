import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, open as openFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/main/store/store.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { texts, write } from './notes.ts';
import { entryOf, newPath, open } from './support.ts';

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
const unprivilegedUser = { uid: 65_534, gid: 65_534 };

const noteCount = 50;
let templatePath = '';

beforeAll(async () => {
  const folder = await temporaryFolder();
  templatePath = join(folder.path, 'paydesk.db');
  const store = await openStore(entryOf(), templatePath);
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

/** Opens a database that must be refused unchanged, and returns the error. */
async function getOpeningError(path: string, version?: Parameters<typeof entryOf>[0]): Promise<unknown> {
  const before = await digestContent(path);
  const error = await openStore(entryOf(version), path).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(await digestContent(path)).toEqual(before);
  return error;
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

describe('a program that is killed while it writes', () => {
  test('finds all changes that were reported as committed', async () => {
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
});

describe('migrations', () => {
  test('update an older file and keep its data', async () => {
    const path = await copyDatabase();
    const store = await openStore(entryOf('second'), path);
    await store.run(write, { text: 'new' });
    expect(await store.run(texts, null)).toHaveLength(noteCount + 1);
    await store.close();
    const database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare('SELECT DISTINCT colour FROM note').all()).toEqual([{ colour: 'none' }]);
    expect(database.prepare('SELECT name, version FROM migration').all()).toEqual([
      { name: 'notes', version: 2 },
    ]);
    database.close();
  });

  test('that fail change nothing, and the previous version still opens the file', async () => {
    const path = await copyDatabase();
    expect(await getOpeningError(path, 'broken')).toMatchObject({ code: 'unexpected' });
    const store = await open(path);
    expect(await store.run(texts, null)).toHaveLength(noteCount);
  });
});

describe('a file of a newer version is refused and left unchanged', () => {
  test.each([
    ['a newer script', 'second'],
    ['unknown tables', 'other'],
  ] as const)('because of %s', async (_what, version) => {
    const path = await newPath();
    await (await openStore(entryOf(version), path)).close();
    expect(await getOpeningError(path)).toMatchObject({ code: 'database-newer', retryable: false });
  });

  test('even when the newer program was killed and left its log', async () => {
    const path = await createDatabaseOfKilledProgram("UPDATE migration SET version = 9 WHERE name = 'notes'");
    expect(await getOpeningError(path)).toMatchObject({ code: 'database-newer' });
  });
});

describe('a damaged file is refused and left unchanged', () => {
  test('when it is not a database', async () => {
    const path = await newPath();
    await writeFile(path, 'This is not a database. '.repeat(1_000));
    expect(await getOpeningError(path)).toMatchObject({ code: 'database-corrupt' });
  });

  test.each([0.5, 0.9])('when it was truncated to %d of its length', async (share) => {
    const path = await copyDatabase();
    await truncate(path, Math.floor((await readFile(path)).length * share));
    expect(await getOpeningError(path)).toMatchObject({ code: 'database-corrupt' });
  });

  test('when pages in it were overwritten', async () => {
    const path = await copyDatabase();
    const file = await openFile(path, 'r+');
    await file.write(Buffer.alloc(6_000, 0x5a), 0, 6_000, 4_096);
    await file.close();
    expect(await getOpeningError(path)).toMatchObject({ code: 'database-corrupt' });
  });

  test('even when a killed program left its log', async () => {
    const path = await createDatabaseOfKilledProgram("INSERT INTO note (text) VALUES ('in the log')");
    const file = await openFile(path, 'r+');
    await file.write(Buffer.alloc(6_000, 0x5a), 0, 6_000, 8_192);
    await file.close();
    expect(await getOpeningError(path)).toMatchObject({ code: 'database-corrupt' });
  });
});

describe('a file that cannot be opened for writing is refused and left unchanged', () => {
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
  ])('because %s', async (_what, fileMode, folderMode, code) => {
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

  test('because its folder is missing or the file is a folder', async () => {
    const path = await newPath();
    const missing = openStore(entryOf(), join(dirname(path), 'away', 'paydesk.db'));
    await expect(missing).rejects.toMatchObject({ code: 'database-unavailable' });
    await expect(openStore(entryOf(), dirname(path))).rejects.toMatchObject({ code: 'database-unavailable' });
  });

  test('because another program holds a write lock', async () => {
    const path = await copyDatabase();
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    onTestFinished(() => other.close());
    expect(await getOpeningError(path)).toMatchObject({ code: 'database-unavailable' });
  });
});

describe('a full disk', () => {
  test('is reported, keeps all reported changes, and accepts writes again once there is space', async (context) => {
    const folder = dirname(await newPath());
    const canMount = isRoot && process.platform === 'linux';
    if (!canMount) return context.skip('a small disk can only be mounted by root on Linux');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder]);
    onTestFinished(async () => {
      execFileSync('umount', [folder]);
    });
    const store = await openStore(entryOf(), join(folder, 'paydesk.db'));
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
});

test('a new file uses a write-ahead log', async () => {
  const path = await newPath();
  const store = await open(path);
  await store.run(write, { text: 'first' });
  const database = new DatabaseSync(path);
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  database.close();
});
