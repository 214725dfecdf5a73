/** @file Watched folders with planted links, replaced files, full disks and unreadable events. */
import { execFileSync } from 'node:child_process';
import { renameSync, watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FileDisposition, watchFolder } from '../../../src/main/features/statements/inbox/folder.ts';
import { openLocalFolder } from '../../../src/main/features/statements/inbox/folder-access.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { UsedEventFiles } from '../../../src/shared/model/settings.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { eventually } from '../../fakes/eventually.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const secret = 'X-Amz-Signature=5ec3e7';

/** An event with a link, as a webhook receiver stores it. */
const payload = (more: object = {}) => ({
  eventId: '4c1f6a52-7d0f-4a0e-9a37-6b1d0e8f2c11',
  eventType: 'wallet.statement.generated',
  createdAt: '2026-02-01T00:00:00.000Z',
  event: {
    walletId: 1001,
    companyId: 'company-1',
    createdAt: '2026-02-01T00:00:00.000Z',
    dateFrom: '2026-01-01T00:00:00.000Z',
    dateTill: '2026-01-31T23:59:59.999Z',
    transactionCount: 4,
    url: `https://files.example/a.csv?${secret}`,
  },
  ...more,
});

/** Watches a folder; `disposition` is the result for every file. */
function watchUsed(
  path: string,
  usedFiles: UsedEventFiles,
  disposition: FileDisposition = { kind: 'processed' },
  onTake: (text: string) => void = () => undefined,
) {
  const watched = watchFolder({
    path,
    open: (at) => openLocalFolder(at),
    clock: createFakeClock(),
    usedFiles: () => usedFiles,
    async ingestFile(bytes) {
      onTake(new TextDecoder().decode(bytes));
      return disposition;
    },
    onStateChange: () => undefined,
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  onTestFinished(() => watched.stop());
  return watched;
}

test('a used event is archived with its host in place of the link, and without undocumented fields', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, 'one.json'), JSON.stringify(payload({ note: secret })));
  const watched = watchUsed(path, 'keep');
  for (let round = 0; round < 2; round += 1) await watched.poll();
  expect(await readdir(path)).toEqual(['processed']);
  const kept: unknown = JSON.parse(await readFile(join(path, 'processed', 'one.json'), 'utf8'));
  expect(kept).toEqual({ ...payload(), event: { ...payload().event, url: 'files.example' } });
});

test('a used event is deleted when the setting says so', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, 'one.json'), JSON.stringify(payload()));
  const watched = watchUsed(path, 'delete');
  for (let round = 0; round < 2; round += 1) await watched.poll();
  expect(await readdir(path)).toEqual([]);
});

test.each(['keep', 'delete'] as const)(
  'a start removes links that a crash or an earlier version left in processed (%s)',
  async (choice) => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    const processed = join(path, 'processed');
    await mkdir(processed);
    await writeFile(join(processed, 'old.json'), JSON.stringify(payload()));
    await writeFile(join(processed, 'notes.txt'), 'of a clerk');
    await watchUsed(path, choice).stop();
    await watchUsed(path, choice).poll();
    await eventually(async () => {
      const names = await readdir(processed);
      const texts = await Promise.all(names.map((name) => readFile(join(processed, name), 'utf8')));
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
      expect(names.length).toBe(choice === 'keep' ? 2 : 1);
    });
  },
);

async function folders() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const [folder, outside] = [join(path, 'events'), join(path, 'outside')];
  await mkdir(folder);
  await mkdir(outside);
  await writeFile(join(outside, 'mine.txt'), 'untouched');
  await writeFile(join(folder, 'one.json'), JSON.stringify(payload()));
  return { path, folder, outside, mine: join(outside, 'mine.txt') };
}

async function pollTimes(watched: { poll(): Promise<void> }, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await watched.poll();
}

const rejected = (reason = 'Because.'): FileDisposition => ({ kind: 'rejected', reason });

describe('planted links', () => {
  test.each<[string, FileDisposition, readonly string[]]>([
    ['processed', { kind: 'processed' }, ['one.json']],
    ['rejected', rejected(), ['one.json', 'one.json.reason.txt', 'one (1).json.reason.txt']],
  ])('with the names of files in %s are not followed', async (name, disposition, names) => {
    const { folder, outside, mine } = await folders();
    await mkdir(join(folder, name));
    for (const link of names) await symlink(mine, join(folder, name, link));
    await pollTimes(watchUsed(folder, 'keep', disposition), 2);
    expect(await readFile(mine, 'utf8')).toBe('untouched');
    expect(await readdir(outside)).toEqual(['mine.txt']);
    expect(await readdir(folder)).toEqual([name]);
    expect(await readdir(join(folder, name))).toContain('one (1).json');
  });

  test.each<[string, FileDisposition]>([
    ['processed', { kind: 'processed' }],
    ['rejected', rejected()],
  ])(
    'in place of %s are reported, and archiving continues when they are removed',
    async (name, disposition) => {
      const { folder, outside } = await folders();
      await symlink(outside, join(folder, name));
      const taken: string[] = [];
      const watched = watchUsed(folder, 'keep', disposition, (text) => taken.push(text));
      await pollTimes(watched, 20);
      expect(await readdir(outside)).toEqual(['mine.txt']);
      expect((await readdir(folder)).toSorted()).toEqual(['one.json', name].toSorted());
      expect(watched.state()).toEqual({ state: 'linked', link: join(folder, name) });
      await unlink(join(folder, name));
      await pollTimes(watched, 20);
      expect(watched.state()).toEqual({ state: 'watching', link: null });
      expect(await readdir(join(folder, name))).toContain('one.json');
      expect(await readdir(folder)).toEqual([name]);
      // The event itself was ingested once.
      expect(taken).toHaveLength(1);
    },
  );

  test('in place of the watched folder or above it leave all files behind them unchanged', async () => {
    const { path, folder, outside } = await folders();
    const behind = join(outside, 'events');
    await mkdir(behind);
    await writeFile(join(behind, 'two.json'), JSON.stringify(payload()));
    const link = join(path, 'link');
    await symlink(outside, link);
    const above = watchUsed(join(link, 'events'), 'delete');
    await pollTimes(above, 3);
    expect(above.state()).toEqual({ state: 'linked', link });
    const watched = watchUsed(folder, 'delete');
    await pollTimes(watched, 1);
    await rename(folder, `${folder}-before`);
    await symlink(behind, folder);
    await pollTimes(watched, 3);
    await watched.settle('two.json', { kind: 'processed' });
    expect(watched.state()).toEqual({ state: 'linked', link: folder });
    expect(await readdir(behind)).toEqual(['two.json']);
  });

  test('and pipes that replace an event are never read, even during fast swaps', async () => {
    const { folder, outside, mine } = await folders();
    await writeFile(mine, JSON.stringify(payload({ of: 'a clerk' })));
    execFileSync('mkfifo', [join(outside, 'pipe')]);
    const taken = new Set<string>();
    const keep: FileDisposition = { kind: 'keep' };
    const watched = watchUsed(folder, 'keep', keep, (text) => taken.add(text));
    const [path, kept] = [join(folder, 'one.json'), join(outside, 'kept')];
    let isOver = false;
    async function swapRepeatedly(): Promise<void> {
      for (let turn = 0; !isOver; turn += 1) {
        await rename(path, kept);
        await symlink(turn % 2 === 0 ? mine : join(outside, 'pipe'), path);
        await unlink(path);
        await rename(kept, path);
      }
    }
    const swapping = swapRepeatedly();
    await pollTimes(watched, 300);
    isOver = true;
    await swapping;
    await pollTimes(watched, 2);
    expect([...taken]).toEqual([JSON.stringify(payload())]);
  });

  test('and pipes do not delay stopping', async () => {
    const { folder } = await folders();
    await unlink(join(folder, 'one.json'));
    execFileSync('mkfifo', [join(folder, 'one.json')]);
    await mkdir(join(folder, 'processed'));
    execFileSync('mkfifo', [join(folder, 'processed', 'two.json')]);
    const watched = watchUsed(folder, 'keep');
    await pollTimes(watched, 3);
    await watched.settle('one.json', { kind: 'processed' });
    await watched.settle('one.json', rejected());
    await watched.stop();
    expect((await readdir(folder)).toSorted()).toEqual(['one.json', 'processed']);
  });
});

describe('a file without a usable event', () => {
  const link = `https://me:pw@files.example:8443/a.csv?${secret}`;
  const cases: [string, string, string][] = [
    [
      'an event',
      JSON.stringify(payload()),
      `${JSON.stringify({ ...payload(), event: { ...payload().event, url: 'files.example' } }, null, 2)}\n`,
    ],
    ['JSON', `{"url": "${link}", "n": 1}`, '{"url": "files.example", "n": 1}'],
    ['JSON of another writer', `{"url": "${link.replaceAll('/', '\\/')}"}`, '{"url": "files.example"}'],
    ['half a file', `{"event": {"url": "${link}`, '{"event": {"url": "files.example'],
    [
      'text',
      `a: b, see <${link}> or ${link}\nand x://`,
      'a: b, see <files.example> or files.example\nand link removed',
    ],
    ['text without links', 'a: b ://', 'a: b link removed'],
  ];

  test.each(cases)('is archived without its links when it is %s', async (_, text, kept) => {
    const { folder } = await folders();
    await writeFile(join(folder, 'one.json'), text);
    await pollTimes(watchUsed(folder, 'keep', rejected()), 2);
    expect(await readFile(join(folder, 'rejected', 'one.json'), 'utf8')).toBe(kept);
    expect(await readdir(folder)).toEqual(['rejected']);
  });

  test.each([
    ['is too large', Buffer.from(`${' '.repeat(70_000)}end`)],
    ['is no text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
  ])('is archived unchanged when it %s', async (_, bytes) => {
    const { folder } = await folders();
    await writeFile(join(folder, 'one.json'), bytes);
    await pollTimes(watchUsed(folder, 'keep', rejected()), 2);
    expect(bytes.equals(await readFile(join(folder, 'rejected', 'one.json')))).toBe(true);
    expect(await readdir(folder)).toEqual(['rejected']);
  });

  test('loses its links at start-up when an earlier version archived it with links', async () => {
    const { folder } = await folders();
    await mkdir(join(folder, 'rejected'));
    await writeFile(join(folder, 'rejected', 'old.json'), `{"url": "${link}"`);
    await writeFile(join(folder, 'rejected', 'notes.txt'), link);
    await watchUsed(folder, 'delete').stop();
    await watchUsed(folder, 'delete').poll();
    await eventually(async () =>
      expect((await readdir(join(folder, 'rejected'))).toSorted()).toEqual(['notes.txt', 'old (1).json']),
    );
    expect(await readFile(join(folder, 'rejected', 'old (1).json'), 'utf8')).toBe('{"url": "files.example"');
  });

  test('has a reason file of one short line, without control characters and directional marks', async () => {
    const { folder } = await folders();
    const reason = `One\r\ntwo\u0007\u001b[2J \u202ethree\u2028four\u0000${'x'.repeat(5_000)}`;
    await pollTimes(watchUsed(folder, 'keep', rejected(reason)), 2);
    const text = await readFile(join(folder, 'rejected', 'one.json.reason.txt'), 'utf8');
    expect(text).toMatch(/^One two \[2J {2}three four x+\n$/);
    expect(text.length).toBeLessThan(1_010);
  });
});

test('a file that is replaced while it is being archived stays, and the copy of the first version is deleted', async () => {
  const { folder, outside } = await folders();
  const processed = join(folder, 'processed');
  await mkdir(processed);
  const next = JSON.stringify(payload({ eventId: 'another-event' }));
  await writeFile(join(outside, 'next'), next);
  const watched = watchUsed(folder, 'keep', { kind: 'keep' });
  await pollTimes(watched, 2);
  let isReplaced = false;
  const watcher = watch(processed, () => {
    if (!isReplaced) renameSync(join(outside, 'next'), join(folder, 'one.json'));
    isReplaced = true;
  });
  onTestFinished(() => watcher.close());
  await watched.settle('one.json', { kind: 'processed' });
  expect(isReplaced).toBe(true);
  expect(await readFile(join(folder, 'one.json'), 'utf8')).toBe(next);
  expect(await readdir(processed)).toEqual([]);
});

test('an event stays in its folder while the disk is too full to archive it', async () => {
  const { path, remove } = await temporaryFolder();
  await writeFile(join(path, 'one.json'), JSON.stringify(payload()));
  let isFull = true;
  const states: unknown[] = [];
  const watched = watchFolder({
    path,
    open: (at) => openLocalFolder(at),
    clock: createFakeClock(),
    usedFiles: () => 'keep',
    async ingestFile() {
      if (isFull) throw new PaydeskError('disk-full', 'The disk is full', { retryable: true });
      return { kind: 'processed' };
    },
    onStateChange: () => states.push(watched.state()),
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  onTestFinished(async () => {
    await watched.stop();
    await remove();
  });
  for (let round = 0; round < 3; round += 1) await watched.poll();
  expect(await readdir(path)).toEqual(['one.json']);
  // The folder is available and is not reported as missing.
  expect(states).toEqual([]);
  isFull = false;
  for (let round = 0; round < 2; round += 1) await watched.poll();
  expect(await readdir(join(path, 'processed'))).toEqual(['one.json']);
});

test('an event is ingested although many other events stay in the folder, and a changed event is ingested again', async () => {
  const { path, remove } = await temporaryFolder();
  const names = Array.from({ length: 1_100 }, (_, index) => `a${String(index).padStart(4, '0')}.json`);
  for (const name of names) await writeFile(join(path, name), '{}');
  const taken: string[] = [];
  const watched = watchFolder({
    path,
    open: (at) => openLocalFolder(at),
    clock: createFakeClock(),
    usedFiles: () => 'keep',
    async ingestFile(bytes, file) {
      taken.push(`${file} ${bytes.length}`);
      return { kind: 'keep' };
    },
    onStateChange: () => expect.unreachable('The folder is there'),
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  onTestFinished(async () => {
    await watched.stop();
    await remove();
  });
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) await watched.poll();
  };
  await rounds(8);
  // Each is ingested once, although a poll checks only some of them.
  expect(taken.toSorted((one, two) => (one < two ? -1 : 1))).toEqual(names.map((name) => `${name} 2`));
  await writeFile(join(path, 'z.json'), '{ }');
  await rounds(2);
  expect(taken.slice(names.length)).toEqual(['z.json 3']);
  await writeFile(join(path, 'a0700.json'), '{  }');
  await rounds(8);
  expect(taken.slice(names.length + 1)).toEqual(['a0700.json 4']);
});

test('a file that cannot be ingested is reported and retried, and does not delay the other files', async () => {
  const { path, remove } = await temporaryFolder();
  for (const name of ['a.json', 'b.json', 'c.json'])
    await writeFile(join(path, name), JSON.stringify(payload()));
  const reported: unknown[] = [];
  const fault = new Error('It cannot be taken');
  let isBad = true;
  const watched = watchFolder({
    path,
    open: (at) => openLocalFolder(at),
    clock: createFakeClock(),
    usedFiles: () => 'keep',
    async ingestFile(_, file) {
      if (isBad && file === 'b.json') throw fault;
      return { kind: 'processed' };
    },
    onStateChange: () => expect.unreachable('The folder is there'),
    onUnexpected: (thrown) => reported.push(thrown),
  });
  onTestFinished(async () => {
    await watched.stop();
    await remove();
  });
  for (let round = 0; round < 2; round += 1) await watched.poll();
  expect(await readdir(join(path, 'processed'))).toEqual(['a.json', 'c.json']);
  expect(new Set(reported)).toEqual(new Set([fault]));
  isBad = false;
  await watched.poll();
  expect(await readdir(join(path, 'processed'))).toEqual(['a.json', 'b.json', 'c.json']);
});

test('the content of an event file has its own buffer, because a message copies the whole buffer', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  await writeFile(join(folder.path, 'one.json'), JSON.stringify(payload()));
  const watched = openLocalFolder(folder.path);
  const look = (mark: string) => watched.readFiles([{ name: 'one.json', mark, isDone: false }]);
  const [first] = await look('');
  const [second] = await look(first?.mark ?? '');
  expect(second?.bytes?.length).toBe(JSON.stringify(payload()).length);
  expect(second?.bytes?.buffer.byteLength).toBe(second?.bytes?.length);
});
