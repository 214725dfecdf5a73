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
const root = process.getuid?.() === 0;
const unprivilegedUser = { uid: 65_534, gid: 65_534 };

const notes = 50;
let template = '';

beforeAll(async () => {
  const folder = await temporaryFolder();
  template = join(folder.path, 'paydesk.db');
  const store = await openStore(entryOf(), template);
  await Promise.all(
    Array.from({ length: notes }, (_, index) => store.run(write, { text: `${index}`.repeat(100) })),
  );
  await store.close();
  return () => folder.remove();
});

/** A database with some notes in it, closed. */
async function written(): Promise<string> {
  const path = await newPath();
  await cp(template, path);
  return path;
}

/** What is in the database file and its write-ahead log, byte for byte; the index of the log may be made anew. */
async function contentOf(path: string): Promise<string[]> {
  const names = [basename(path), `${basename(path)}-wal`];
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(dirname(path), name)).catch(() => Buffer.alloc(0));
      return `${name} ${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`;
    }),
  );
}

/** The error of opening, once it is sure that nothing was changed by it. */
async function refusal(path: string, version?: Parameters<typeof entryOf>[0]): Promise<unknown> {
  const before = await contentOf(path);
  const error = await openStore(entryOf(version), path).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(await contentOf(path)).toEqual(before);
  return error;
}

/** A database as a killed program leaves it: the last change is in the log and not yet in the file. */
async function leftBehind(change: string): Promise<string> {
  const path = await written();
  const left = await newPath();
  const program = new DatabaseSync(path);
  program.exec('PRAGMA wal_autocheckpoint = 0');
  program.exec(change);
  await cp(path, left);
  await cp(`${path}-wal`, `${left}-wal`);
  program.close();
  return left;
}

describe('a program that is killed while it writes', () => {
  test('finds everything again that was reported as committed', async () => {
    const path = await newPath();
    const program = spawn(process.execPath, [writer, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const reported: string[] = [];
    for await (const line of createInterface({ input: program.stdout })) {
      reported.push(line);
      if (reported.length === 500) program.kill('SIGKILL');
    }
    expect(reported.shift()).toBe('open');
    const store = await open(path);
    const storedTexts = new Set((await store.run(texts, null)).map(({ text }) => text));
    expect(reported.length).toBeGreaterThan(400);
    expect(reported.filter((text) => !storedTexts.has(text))).toEqual([]);
  });
});

describe('migrations', () => {
  test('bring an older file up to date and keep what is in it', async () => {
    const path = await written();
    const store = await openStore(entryOf('second'), path);
    await store.run(write, { text: 'new' });
    expect(await store.run(texts, null)).toHaveLength(notes + 1);
    await store.close();
    const database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare('SELECT DISTINCT colour FROM note').all()).toEqual([{ colour: 'none' }]);
    expect(database.prepare('SELECT name, version FROM migration').all()).toEqual([
      { name: 'notes', version: 2 },
    ]);
    database.close();
  });

  test('that fail half-way change nothing, and the version before still opens the file', async () => {
    const path = await written();
    expect(await refusal(path, 'broken')).toMatchObject({ code: 'unexpected' });
    const store = await open(path);
    expect(await store.run(texts, null)).toHaveLength(notes);
  });
});

describe('a file of a newer version is refused and left as it was', () => {
  test.each([
    ['a newer script', 'second'],
    ['tables nobody knows', 'other'],
  ] as const)('because of %s', async (_what, version) => {
    const path = await newPath();
    await (await openStore(entryOf(version), path)).close();
    expect(await refusal(path)).toMatchObject({ code: 'database-newer', retryable: false });
  });

  test('also when the newer program was killed and left its log behind', async () => {
    const path = await leftBehind("UPDATE migration SET version = 9 WHERE name = 'notes'");
    expect(await refusal(path)).toMatchObject({ code: 'database-newer' });
  });
});

describe('a damaged file is refused and left as it was', () => {
  test('when it never was a database', async () => {
    const path = await newPath();
    await writeFile(path, 'This is not a database. '.repeat(1_000));
    expect(await refusal(path)).toMatchObject({ code: 'database-corrupt' });
  });

  test.each([0.5, 0.9])('when it was cut off at %d of its length', async (part) => {
    const path = await written();
    await truncate(path, Math.floor((await readFile(path)).length * part));
    expect(await refusal(path)).toMatchObject({ code: 'database-corrupt' });
  });

  test('when pages in it were overwritten', async () => {
    const path = await written();
    const file = await openFile(path, 'r+');
    await file.write(Buffer.alloc(6_000, 0x5a), 0, 6_000, 4_096);
    await file.close();
    expect(await refusal(path)).toMatchObject({ code: 'database-corrupt' });
  });

  test('also when a killed program left its log behind', async () => {
    const path = await leftBehind("INSERT INTO note (text) VALUES ('in the log')");
    const file = await openFile(path, 'r+');
    await file.write(Buffer.alloc(6_000, 0x5a), 0, 6_000, 8_192);
    await file.close();
    expect(await refusal(path)).toMatchObject({ code: 'database-corrupt' });
  });
});

describe('a file that cannot be opened for writing is refused and left as it was', () => {
  /** Opens the file as somebody who is not above permissions; gives the code of the error. */
  async function openedByOther(path: string): Promise<string> {
    const program = spawn(process.execPath, [writer, path, 'open'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(root ? unprivilegedUser : {}),
    });
    const lines: string[] = [];
    for await (const line of createInterface({ input: program.stdout })) lines.push(line);
    return lines.join();
  }

  test.skipIf(process.platform === 'win32').each([
    ['the file', 0o444, 0o777, 'database-read-only'],
    ['the folder', 0o444, 0o555, 'database-read-only'],
    ['the file for anybody, even reading', 0o000, 0o777, 'database-unavailable'],
  ])('because %s is locked', async (_what, fileMode, folderMode, code) => {
    const path = await written();
    const before = await contentOf(path);
    await chmod(path, fileMode);
    await chmod(dirname(path), folderMode);
    onTestFinished(() => chmod(dirname(path), 0o777));
    expect(await openedByOther(path)).toBe(code);
    await chmod(dirname(path), 0o777);
    await chmod(path, 0o666);
    expect(await contentOf(path)).toEqual(before);
  });

  test('because its folder is away, or it is a folder itself', async () => {
    const path = await newPath();
    const away = openStore(entryOf(), join(dirname(path), 'away', 'paydesk.db'));
    await expect(away).rejects.toMatchObject({ code: 'database-unavailable' });
    await expect(openStore(entryOf(), dirname(path))).rejects.toMatchObject({ code: 'database-unavailable' });
  });

  test('because another program is writing and does not let go', async () => {
    const path = await written();
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    onTestFinished(() => other.close());
    expect(await refusal(path)).toMatchObject({ code: 'database-unavailable' });
  });
});

describe('a real disk that is full', () => {
  test('stops writing with its name, keeps what was reported, and lets go on once there is room', async (context) => {
    const folder = dirname(await newPath());
    const mount = root && process.platform === 'linux';
    if (!mount) return context.skip('a small disk can only be mounted by root on Linux');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder]);
    onTestFinished(async () => {
      execFileSync('umount', [folder]);
    });
    const store = await openStore(entryOf(), join(folder, 'paydesk.db'));
    onTestFinished(() => store.close());
    const ballast = join(folder, 'ballast');
    await writeFile(ballast, Buffer.alloc(200_000));
    const reported: string[] = [];
    let refused: unknown = null;
    for (let turn = 0; refused === null; turn += 1) {
      const text = `${turn} ${'x'.repeat(5_000)}`;
      await store.run(write, { text }).then(
        () => reported.push(text),
        (thrown: unknown) => {
          refused = thrown;
        },
      );
    }
    expect(refused).toMatchObject({ code: 'disk-full', retryable: true });
    expect((await store.run(texts, null)).map(({ text }) => text)).toEqual(reported);
    await rm(ballast);
    await store.run(write, { text: 'room again' });
    expect((await store.run(texts, null)).at(-1)).toEqual({ text: 'room again' });
    await store.close();
  });
});

test('a new file keeps a write-ahead log', async () => {
  const path = await newPath();
  const store = await open(path);
  await store.run(write, { text: 'first' });
  const database = new DatabaseSync(path);
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  database.close();
});
