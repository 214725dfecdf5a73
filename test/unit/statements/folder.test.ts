/** @file The watched folder of events: planted links, replaced files, full disks and unreadable events. */
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
const payload = (extraFields: object = {}) => ({
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
  ...extraFields,
});

/** Watches a folder until the end of the test; every file gets `disposition`. */
function watchWithDisposition(
  path: string,
  usedFiles: UsedEventFiles,
  disposition: FileDisposition = { kind: 'processed' },
  onIngest: (text: string) => void = () => undefined,
) {
  const watched = watchFolder({
    path,
    open: (at) => openLocalFolder(at),
    clock: createFakeClock(),
    usedFiles: () => usedFiles,
    async ingestFile(bytes) {
      onIngest(new TextDecoder().decode(bytes));
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
  const watched = watchWithDisposition(path, 'keep');
  for (let round = 0; round < 2; round += 1) await watched.poll();
  expect(await readdir(path)).toEqual(['processed']);
  const archivedEvent: unknown = JSON.parse(await readFile(join(path, 'processed', 'one.json'), 'utf8'));
  expect(archivedEvent).toEqual({ ...payload(), event: { ...payload().event, url: 'files.example' } });
});

test('a used event is deleted when the setting is “delete”', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, 'one.json'), JSON.stringify(payload()));
  const watched = watchWithDisposition(path, 'delete');
  for (let round = 0; round < 2; round += 1) await watched.poll();
  expect(await readdir(path)).toEqual([]);
});

test.each(['keep', 'delete'] as const)(
  'watching starts by removing links that a crash or an earlier version left in the folder “processed” (setting %s)',
  async (choice) => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    const processed = join(path, 'processed');
    await mkdir(processed);
    await writeFile(join(processed, 'old.json'), JSON.stringify(payload()));
    await writeFile(join(processed, 'notes.txt'), 'of a clerk');
    await watchWithDisposition(path, choice).stop();
    await watchWithDisposition(path, choice).poll();
    await eventually(async () => {
      const names = await readdir(processed);
      const texts = await Promise.all(names.map((name) => readFile(join(processed, name), 'utf8')));
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
      expect(names.length).toBe(choice === 'keep' ? 2 : 1);
    });
  },
);

async function createFolders() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const [folder, outside] = [join(path, 'events'), join(path, 'outside')];
  await mkdir(folder);
  await mkdir(outside);
  await writeFile(join(outside, 'mine.txt'), 'untouched');
  await writeFile(join(folder, 'one.json'), JSON.stringify(payload()));
  return { path, folder, outside, clerkFile: join(outside, 'mine.txt') };
}

async function pollTimes(watched: { poll(): Promise<void> }, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await watched.poll();
}

const rejectedWith = (reason = 'Because.'): FileDisposition => ({ kind: 'rejected', reason });

describe('planted links', () => {
  test.each<[string, FileDisposition, readonly string[]]>([
    ['processed', { kind: 'processed' }, ['one.json']],
    ['rejected', rejectedWith(), ['one.json', 'one.json.reason.txt', 'one (1).json.reason.txt']],
  ])(
    'with the names of archived files in the folder %s are not followed',
    async (name, disposition, names) => {
      const { folder, outside, clerkFile } = await createFolders();
      await mkdir(join(folder, name));
      for (const link of names) await symlink(clerkFile, join(folder, name, link));
      await pollTimes(watchWithDisposition(folder, 'keep', disposition), 2);
      expect(await readFile(clerkFile, 'utf8')).toBe('untouched');
      expect(await readdir(outside)).toEqual(['mine.txt']);
      expect(await readdir(folder)).toEqual([name]);
      expect(await readdir(join(folder, name))).toContain('one (1).json');
    },
  );

  test.each<[string, FileDisposition]>([
    ['processed', { kind: 'processed' }],
    ['rejected', rejectedWith()],
  ])(
    'in place of the folder %s are reported, and archiving continues when the links are removed',
    async (name, disposition) => {
      const { folder, outside } = await createFolders();
      await symlink(outside, join(folder, name));
      const ingestedTexts: string[] = [];
      const watched = watchWithDisposition(folder, 'keep', disposition, (text) => ingestedTexts.push(text));
      await pollTimes(watched, 20);
      expect(await readdir(outside)).toEqual(['mine.txt']);
      expect((await readdir(folder)).toSorted()).toEqual(['one.json', name].toSorted());
      expect(watched.state()).toEqual({ state: 'linked', link: join(folder, name) });
      await unlink(join(folder, name));
      await pollTimes(watched, 20);
      expect(watched.state()).toEqual({ state: 'watching', link: null });
      expect(await readdir(join(folder, name))).toContain('one.json');
      expect(await readdir(folder)).toEqual([name]);
      // The event was ingested once, although archiving was tried many times.
      expect(ingestedTexts).toHaveLength(1);
    },
  );

  test('in place of the watched folder or of a parent folder leave all files of their targets unchanged', async () => {
    const { path, folder, outside } = await createFolders();
    const folderBehindLink = join(outside, 'events');
    await mkdir(folderBehindLink);
    await writeFile(join(folderBehindLink, 'two.json'), JSON.stringify(payload()));
    const link = join(path, 'link');
    await symlink(outside, link);
    const watchedBelowLink = watchWithDisposition(join(link, 'events'), 'delete');
    await pollTimes(watchedBelowLink, 3);
    expect(watchedBelowLink.state()).toEqual({ state: 'linked', link });
    const watched = watchWithDisposition(folder, 'delete');
    await pollTimes(watched, 1);
    await rename(folder, `${folder}-before`);
    await symlink(folderBehindLink, folder);
    await pollTimes(watched, 3);
    await watched.settle('two.json', { kind: 'processed' });
    expect(watched.state()).toEqual({ state: 'linked', link: folder });
    expect(await readdir(folderBehindLink)).toEqual(['two.json']);
  });

  test('to files and pipes that replace an event are never read, even during fast swaps', async () => {
    const { folder, outside, clerkFile } = await createFolders();
    await writeFile(clerkFile, JSON.stringify(payload({ of: 'a clerk' })));
    execFileSync('mkfifo', [join(outside, 'pipe')]);
    const ingestedTexts = new Set<string>();
    const keepDisposition: FileDisposition = { kind: 'keep' };
    const watched = watchWithDisposition(folder, 'keep', keepDisposition, (text) => ingestedTexts.add(text));
    const [eventPath, swappedOutPath] = [join(folder, 'one.json'), join(outside, 'kept')];
    let isOver = false;
    async function swapRepeatedly(): Promise<void> {
      for (let swap = 0; !isOver; swap += 1) {
        await rename(eventPath, swappedOutPath);
        await symlink(swap % 2 === 0 ? clerkFile : join(outside, 'pipe'), eventPath);
        await unlink(eventPath);
        await rename(swappedOutPath, eventPath);
      }
    }
    const swaps = swapRepeatedly();
    await pollTimes(watched, 300);
    isOver = true;
    await swaps;
    await pollTimes(watched, 2);
    expect([...ingestedTexts]).toEqual([JSON.stringify(payload())]);
  });

  test('and pipes in place of events do not delay stopping', async () => {
    const { folder } = await createFolders();
    await unlink(join(folder, 'one.json'));
    execFileSync('mkfifo', [join(folder, 'one.json')]);
    await mkdir(join(folder, 'processed'));
    execFileSync('mkfifo', [join(folder, 'processed', 'two.json')]);
    const watched = watchWithDisposition(folder, 'keep');
    await pollTimes(watched, 3);
    await watched.settle('one.json', { kind: 'processed' });
    await watched.settle('one.json', rejectedWith());
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
    ['JSON with escaped slashes', `{"url": "${link.replaceAll('/', '\\/')}"}`, '{"url": "files.example"}'],
    ['truncated JSON', `{"event": {"url": "${link}`, '{"event": {"url": "files.example'],
    [
      'text',
      `a: b, see <${link}> or ${link}\nand x://`,
      'a: b, see <files.example> or files.example\nand link removed',
    ],
    ['text without links', 'a: b ://', 'a: b link removed'],
  ];

  test.each(cases)('is archived without its links when it is %s', async (_, text, kept) => {
    const { folder } = await createFolders();
    await writeFile(join(folder, 'one.json'), text);
    await pollTimes(watchWithDisposition(folder, 'keep', rejectedWith()), 2);
    expect(await readFile(join(folder, 'rejected', 'one.json'), 'utf8')).toBe(kept);
    expect(await readdir(folder)).toEqual(['rejected']);
  });

  test.each([
    ['is too large', Buffer.from(`${' '.repeat(70_000)}end`)],
    ['is no text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
  ])('is archived unchanged when it %s', async (_, bytes) => {
    const { folder } = await createFolders();
    await writeFile(join(folder, 'one.json'), bytes);
    await pollTimes(watchWithDisposition(folder, 'keep', rejectedWith()), 2);
    expect(bytes.equals(await readFile(join(folder, 'rejected', 'one.json')))).toBe(true);
    expect(await readdir(folder)).toEqual(['rejected']);
  });

  test('loses its links at start-up if an earlier version archived the file with links', async () => {
    const { folder } = await createFolders();
    await mkdir(join(folder, 'rejected'));
    await writeFile(join(folder, 'rejected', 'old.json'), `{"url": "${link}"`);
    await writeFile(join(folder, 'rejected', 'notes.txt'), link);
    await watchWithDisposition(folder, 'delete').stop();
    await watchWithDisposition(folder, 'delete').poll();
    await eventually(async () =>
      expect((await readdir(join(folder, 'rejected'))).toSorted()).toEqual(['notes.txt', 'old (1).json']),
    );
    expect(await readFile(join(folder, 'rejected', 'old (1).json'), 'utf8')).toBe('{"url": "files.example"');
  });

  test('gets a reason file with one short line, without control characters and directional marks', async () => {
    const { folder } = await createFolders();
    const reason = `One\r\ntwo\u0007\u001b[2J \u202ethree\u2028four\u0000${'x'.repeat(5_000)}`;
    await pollTimes(watchWithDisposition(folder, 'keep', rejectedWith(reason)), 2);
    const text = await readFile(join(folder, 'rejected', 'one.json.reason.txt'), 'utf8');
    expect(text).toMatch(/^One two \[2J {2}three four x+\n$/);
    expect(text.length).toBeLessThan(1_010);
  });
});

test('a file that is replaced during its archiving stays, and the archived copy of its first version is deleted', async () => {
  const { folder, outside } = await createFolders();
  const processed = join(folder, 'processed');
  await mkdir(processed);
  const replacement = JSON.stringify(payload({ eventId: 'another-event' }));
  await writeFile(join(outside, 'next'), replacement);
  const watched = watchWithDisposition(folder, 'keep', { kind: 'keep' });
  await pollTimes(watched, 2);
  let isReplaced = false;
  const watcher = watch(processed, () => {
    if (!isReplaced) renameSync(join(outside, 'next'), join(folder, 'one.json'));
    isReplaced = true;
  });
  onTestFinished(() => watcher.close());
  await watched.settle('one.json', { kind: 'processed' });
  expect(isReplaced).toBe(true);
  expect(await readFile(join(folder, 'one.json'), 'utf8')).toBe(replacement);
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
  const ingestedTexts: string[] = [];
  const watched = watchFolder({
    path,
    open: (at) => openLocalFolder(at),
    clock: createFakeClock(),
    usedFiles: () => 'keep',
    async ingestFile(bytes, file) {
      ingestedTexts.push(`${file} ${bytes.length}`);
      return { kind: 'keep' };
    },
    onStateChange: () => expect.unreachable('The folder is there'),
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  onTestFinished(async () => {
    await watched.stop();
    await remove();
  });
  await pollTimes(watched, 8);
  // Each event is ingested once, although a poll checks only some of the files.
  expect(ingestedTexts.toSorted((one, two) => (one < two ? -1 : 1))).toEqual(
    names.map((name) => `${name} 2`),
  );
  await writeFile(join(path, 'z.json'), '{ }');
  await pollTimes(watched, 2);
  expect(ingestedTexts.slice(names.length)).toEqual(['z.json 3']);
  await writeFile(join(path, 'a0700.json'), '{  }');
  await pollTimes(watched, 8);
  expect(ingestedTexts.slice(names.length + 1)).toEqual(['a0700.json 4']);
});

test('a file that cannot be ingested is reported and retried, and does not delay the other files', async () => {
  const { path, remove } = await temporaryFolder();
  for (const name of ['a.json', 'b.json', 'c.json'])
    await writeFile(join(path, name), JSON.stringify(payload()));
  const reportedErrors: unknown[] = [];
  const ingestError = new Error('The file cannot be ingested');
  let isFailing = true;
  const watched = watchFolder({
    path,
    open: (at) => openLocalFolder(at),
    clock: createFakeClock(),
    usedFiles: () => 'keep',
    async ingestFile(_, file) {
      if (isFailing && file === 'b.json') throw ingestError;
      return { kind: 'processed' };
    },
    onStateChange: () => expect.unreachable('The folder is there'),
    onUnexpected: (thrown) => reportedErrors.push(thrown),
  });
  onTestFinished(async () => {
    await watched.stop();
    await remove();
  });
  for (let round = 0; round < 2; round += 1) await watched.poll();
  expect(await readdir(join(path, 'processed'))).toEqual(['a.json', 'c.json']);
  expect(new Set(reportedErrors)).toEqual(new Set([ingestError]));
  isFailing = false;
  await watched.poll();
  expect(await readdir(join(path, 'processed'))).toEqual(['a.json', 'b.json', 'c.json']);
});

test('the content of an event file has a buffer of its own, because a message copies the whole buffer', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  await writeFile(join(folder.path, 'one.json'), JSON.stringify(payload()));
  const watched = openLocalFolder(folder.path);
  const readFileSince = (mark: string) => watched.readFiles([{ name: 'one.json', mark, isDone: false }]);
  const [first] = await readFileSince('');
  const [second] = await readFileSince(first?.mark ?? '');
  expect(second?.bytes?.length).toBe(JSON.stringify(payload()).length);
  expect(second?.bytes?.buffer.byteLength).toBe(second?.bytes?.length);
});
