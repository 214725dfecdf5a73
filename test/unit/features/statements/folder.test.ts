/** @file The watched folder of events: planted links, replaced files, full disks and unreadable events. */
import { execFileSync } from 'node:child_process';
import { renameSync, watch } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FileDisposition, watchFolder } from '../../../../src/main/features/statements/inbox/folder.ts';
import { openLocalFolder } from '../../../../src/main/features/statements/inbox/folder-access.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import type { UsedEventFiles } from '../../../../src/shared/model/session/managed.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { windowsGuards } from '../../../fakes/platform/windows-guards.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

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
const eventText = JSON.stringify(payload());
/** The event without what its link grants. */
const archivedEvent = { ...payload(), event: { ...payload().event, url: 'files.example' } };

const processed: FileDisposition = { kind: 'processed' };
const rejectedWith = (reason = 'Because.'): FileDisposition => ({ kind: 'rejected', reason });

type WatchOptions = Partial<Parameters<typeof watchFolder>[0]>;

/** Watches a folder until the end of the test. */
function watchWith(path: string, options: WatchOptions = {}) {
  const watched = watchFolder({
    path,
    open: (at) => openLocalFolder(at),
    clock: createFakeClock(),
    usedFiles: 'keep',
    ingestFile: async () => processed,
    onStateChange: () => undefined,
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
    ...options,
  });
  onTestFinished(() => watched.stop());
  return watched;
}

/** Watches a folder; every file gets the disposition. */
function watchWithDisposition(
  path: string,
  usedFiles: UsedEventFiles,
  disposition = processed,
  onIngest: (text: string) => void = () => undefined,
) {
  return watchWith(path, {
    usedFiles,
    async ingestFile(bytes) {
      onIngest(new TextDecoder().decode(bytes));
      return disposition;
    },
  });
}

async function pollTimes(watched: { poll(): Promise<void> }, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await watched.poll();
}

/** Creates a folder with an event, and a folder outside with a file of the clerk. */
async function createFolders() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const [folder, outside] = [join(path, 'events'), join(path, 'outside')];
  await mkdir(folder);
  await mkdir(outside);
  await writeFile(join(outside, 'mine.txt'), 'untouched');
  await writeFile(join(folder, 'one.json'), eventText);
  return { path, folder, outside, clerkFile: join(outside, 'mine.txt') };
}

test('a used event is archived with its host in place of the link, and without undocumented fields', async () => {
  const { folder } = await createFolders();
  await writeFile(join(folder, 'one.json'), JSON.stringify(payload({ note: secret })));
  await pollTimes(watchWithDisposition(folder, 'keep'), 2);
  expect(await readdir(folder)).toEqual(['processed']);
  const text = await readFile(join(folder, 'processed', 'one.json'), 'utf8');
  expect(JSON.parse(text)).toEqual(archivedEvent);
});

test('a used event is deleted when the setting is “delete”', async () => {
  const { folder } = await createFolders();
  await pollTimes(watchWithDisposition(folder, 'delete'), 2);
  expect(await readdir(folder)).toEqual([]);
});

test.each(['keep', 'delete'] as const)(
  'watching starts by removing links that a crash or an earlier version left in the folder “processed” (setting %s)',
  async (choice) => {
    const { folder } = await createFolders();
    const archive = join(folder, 'processed');
    await mkdir(archive);
    await writeFile(join(archive, 'old.json'), eventText);
    await writeFile(join(archive, 'notes.txt'), 'of a clerk');
    await watchWithDisposition(folder, choice, { kind: 'keep' }).stop();
    await watchWithDisposition(folder, choice, { kind: 'keep' }).poll();
    await eventually(async () => {
      const names = await readdir(archive);
      const texts = await Promise.all(names.map((name) => readFile(join(archive, name), 'utf8')));
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
      expect(names.length).toBe(choice === 'keep' ? 2 : 1);
    });
  },
);

describe('planted links', () => {
  test.each<[string, FileDisposition]>([
    ['processed', processed],
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
    await writeFile(join(folderBehindLink, 'two.json'), eventText);
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
    await watched.settle('two.json', processed);
    expect(watched.state()).toEqual({ state: 'linked', link: folder });
    expect(await readdir(folderBehindLink)).toEqual(['two.json']);
  });

  test('to files and pipes that replace an event are never read, even during fast swaps', async () => {
    const { folder, outside, clerkFile } = await createFolders();
    await writeFile(clerkFile, JSON.stringify(payload({ of: 'a clerk' })));
    execFileSync('mkfifo', [join(outside, 'pipe')]);
    const ingestedTexts = new Set<string>();
    const watched = watchWithDisposition(folder, 'keep', { kind: 'keep' }, (text) => ingestedTexts.add(text));
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
    expect([...ingestedTexts]).toEqual([eventText]);
  });
});

describe('a file without a usable event', () => {
  const link = `https://me:pw@files.example:8443/a.csv?${secret}`;
  const large = `${' '.repeat(70_000)}end`;

  test.each<[string, string, string]>([
    ['without its links when it is an event', eventText, `${JSON.stringify(archivedEvent, null, 2)}\n`],
    ['without its links when it is JSON', `{"url": "${link}", "n": 1}`, '{"url": "files.example", "n": 1}'],
    [
      'without its links when it is JSON with escaped slashes',
      `{"url": "${link.replaceAll('/', '\\/')}"}`,
      '{"url": "files.example"}',
    ],
    [
      'without its links when it is a JSON text',
      JSON.stringify(`a: b, see <${link}> or ${link} and x://`),
      '"a: b, see <files.example> or files.example and link removed"',
    ],
    ['unchanged when it is too large', large, large],
  ])('is archived %s', async (_, content, kept) => {
    const { folder } = await createFolders();
    await writeFile(join(folder, 'one.json'), content);
    await pollTimes(watchWithDisposition(folder, 'keep', rejectedWith()), 2);
    const archived = await readFile(join(folder, 'rejected', 'one.json'));
    expect(archived.toString()).toBe(kept);
    expect(await readdir(folder)).toEqual(['rejected']);
  });

  test.each<[string, string | Buffer]>([
    ['empty', ''],
    ['JSON that ends too early', eventText.slice(0, -1)],
    ['JSON that ends within a character', Buffer.from('{"a": "é').subarray(0, -1)],
    ['of its final size before its last bytes', eventText.slice(0, 300).padEnd(eventText.length, '\0')],
    ['text', `see ${link}`],
  ])('stays while it is %s, is reported after ten minutes, and is used when whole', async (_, content) => {
    const { folder } = await createFolders();
    const file = join(folder, 'one.json');
    await writeFile(file, content);
    const clock = createFakeClock();
    const watched = watchWith(folder, { clock });
    await pollTimes(watched, 2);
    const since = clock.now();
    await clock.advance(10 * 60_000 - 1);
    await watched.poll();
    expect(watched.incompleteFiles()).toEqual([]);
    await clock.advance(1);
    expect(watched.incompleteFiles()).toEqual([{ name: 'one.json', since }]);
    expect([await readdir(folder), await readFile(file)]).toEqual([['one.json'], Buffer.from(content)]);
    await writeFile(file, `${eventText}\n`);
    await pollTimes(watched, 2);
    expect(watched.incompleteFiles()).toEqual([]);
    expect(await readdir(join(folder, 'processed'))).toEqual(['one.json']);
  });

  test('loses its links at start-up if an earlier version archived the file with links', async () => {
    const { folder } = await createFolders();
    const archive = join(folder, 'rejected');
    await mkdir(archive);
    await writeFile(join(archive, 'old.json'), `{"url": "${link}"`);
    await writeFile(join(archive, 'notes.txt'), link);
    await watchWithDisposition(folder, 'delete').stop();
    await watchWithDisposition(folder, 'delete').poll();
    const listNames = async () => (await readdir(archive)).toSorted();
    await eventually(async () => expect(await listNames()).toEqual(['notes.txt', 'old (1).json']));
    expect(await readFile(join(archive, 'old (1).json'), 'utf8')).toBe('{"url": "files.example"');
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

test.each<[string, UsedEventFiles, FileDisposition]>([
  ['archived', 'keep', processed],
  ['deleted', 'delete', processed],
  ['rejected', 'keep', rejectedWith()],
])('a used file that changes is not %s', async (_, usedFiles, disposition) => {
  const { folder } = await createFolders();
  const watched = watchWithDisposition(folder, usedFiles, { kind: 'keep' });
  await pollTimes(watched, 2);
  const replacement = JSON.stringify(payload({ eventId: 'another' }));
  await writeFile(join(folder, 'one.json'), replacement);
  await watched.settle('one.json', disposition);
  expect(await readFile(join(folder, 'one.json'), 'utf8')).toBe(replacement);
  await pollTimes(watched, 2);
  await watched.settle('one.json', disposition);
  expect((await readdir(folder)).includes('one.json')).toBe(false);
});

test.each<[string, FileDisposition]>([
  ['used', processed],
  ['rejected', rejectedWith()],
])('on Windows, a %s file stays while another program has it open', async (_, disposition) => {
  const { folder } = await createFolders();
  const watched = watchWith(folder, {
    open: (at) => openLocalFolder(at, undefined, windowsGuards),
    ingestFile: async () => disposition,
  });
  const writer = await open(join(folder, 'one.json'), 'a');
  await pollTimes(watched, 20);
  expect(await readdir(folder)).toEqual(['one.json']);
  await writer.close();
  await pollTimes(watched, 20);
  expect(await readdir(folder)).not.toContain('one.json');
});

test('a file that is replaced during its archiving stays, and the archived copy of its first version is deleted', async () => {
  const { folder, outside } = await createFolders();
  const archive = join(folder, 'processed');
  await mkdir(archive);
  const replacement = JSON.stringify(payload({ eventId: 'another-event' }));
  await writeFile(join(outside, 'next'), replacement);
  const watched = watchWithDisposition(folder, 'keep', { kind: 'keep' });
  await pollTimes(watched, 2);
  let isReplaced = false;
  const watcher = watch(archive, () => {
    if (!isReplaced) renameSync(join(outside, 'next'), join(folder, 'one.json'));
    isReplaced = true;
  });
  onTestFinished(() => watcher.close());
  await watched.settle('one.json', processed);
  expect(isReplaced).toBe(true);
  expect(await readFile(join(folder, 'one.json'), 'utf8')).toBe(replacement);
  expect(await readdir(archive)).toEqual([]);
});

const onStateChange = () => expect.unreachable('The folder is there');

test('an event stays in its folder while the disk is too full to archive it', async () => {
  const { folder } = await createFolders();
  let isFull = true;
  const watched = watchWith(folder, {
    async ingestFile() {
      if (isFull) throw new PaydeskError('disk-full', 'The disk is full', { retryable: true });
      return processed;
    },
    onStateChange,
  });
  await pollTimes(watched, 3);
  expect(await readdir(folder)).toEqual(['one.json']);
  isFull = false;
  await pollTimes(watched, 2);
  expect(await readdir(join(folder, 'processed'))).toEqual(['one.json']);
});

test('an event is ingested although many other events stay in the folder, and a changed event is ingested again', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const names = Array.from({ length: 1_100 }, (_, index) => `a${String(index).padStart(4, '0')}.json`);
  await Promise.all(names.map((name) => writeFile(join(path, name), '{}')));
  const ingestedTexts: string[] = [];
  const watched = watchWith(path, {
    async ingestFile(bytes, file) {
      ingestedTexts.push(`${file} ${bytes.length}`);
      return { kind: 'keep' };
    },
    onStateChange,
  });
  await pollTimes(watched, 8);
  // Each event is ingested once, although a poll checks only some of the files.
  expect(ingestedTexts.toSorted()).toEqual(names.map((name) => `${name} 2`));
  await writeFile(join(path, 'z.json'), '{ }');
  await pollTimes(watched, 2);
  expect(ingestedTexts.slice(names.length)).toEqual(['z.json 3']);
  await writeFile(join(path, 'a0700.json'), '{  }');
  await pollTimes(watched, 8);
  expect(ingestedTexts.slice(names.length + 1)).toEqual(['a0700.json 4']);
});

test('a file that cannot be ingested is reported and retried, and does not delay the other files', async () => {
  const { folder } = await createFolders();
  for (const name of ['two.json', 'three.json']) await writeFile(join(folder, name), eventText);
  const reportedErrors = new Set<unknown>();
  const ingestError = new Error('The file cannot be ingested');
  let isFailing = true;
  const watched = watchWith(folder, {
    async ingestFile(_, file) {
      if (isFailing && file === 'two.json') throw ingestError;
      return processed;
    },
    onStateChange,
    onUnexpected: (thrown) => reportedErrors.add(thrown),
  });
  const listProcessed = async () => (await readdir(join(folder, 'processed'))).toSorted();
  await pollTimes(watched, 2);
  expect(await listProcessed()).toEqual(['one.json', 'three.json']);
  expect(reportedErrors).toEqual(new Set([ingestError]));
  isFailing = false;
  await watched.poll();
  expect(await listProcessed()).toEqual(['one.json', 'three.json', 'two.json']);
});

test('the content of an event file has a buffer of its own, because a message copies the whole buffer', async () => {
  const { folder } = await createFolders();
  const watched = openLocalFolder(folder);
  const readFileSince = (mark: string) => watched.readFiles([{ name: 'one.json', mark, isDone: false }]);
  const [first] = await readFileSince('');
  const [second] = await readFileSince(first?.mark ?? '');
  expect(second?.bytes?.length).toBe(eventText.length);
  expect(second?.bytes?.buffer.byteLength).toBe(second?.bytes?.length);
});
