import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readEvent, withoutLink, withoutLinks } from '../../../src/main/features/statements/inbox/event.ts';
import { readRecoveryFile } from '../../../src/main/library/recovery-file.ts';
import { nothingManaged, readManagedFile } from '../../../src/main/managed-file.ts';
import { readManifest, Untrusted } from '../../../src/main/updates/manifest.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

/** Texts of others that want to take time, memory or the stack; each is read by everything below. */
const attacks: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['arrays in arrays, a million deep', Buffer.from('['.repeat(1_000_000))],
  ['arrays in arrays that end', Buffer.from('['.repeat(400_000) + ']'.repeat(400_000))],
  ['objects in objects', Buffer.from(`${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`)],
  [
    'objects in the place of an event',
    Buffer.from(`{"event":${'{"event":'.repeat(7_000)}1${'}'.repeat(7_000)}}`),
  ],
  [
    '100,000 unknown fields',
    Buffer.from(`{${Array.from({ length: 100_000 }, (_, at) => `"f${at}":1`).join()}}`),
  ],
  ['a name of 900 KB', Buffer.from(JSON.stringify({ version: 1, ['n'.repeat(900_000)]: 1 }))],
  ['a text of 50 MB', Buffer.from(`{"version":1,"event":"${'x'.repeat(50_000_000)}"}`)],
  ['NUL bytes', Buffer.alloc(1_000_000)],
  ['bytes that are no UTF-8', Buffer.alloc(1_000_000, 0xff)],
  ['half of a letter at the end', Buffer.from([0x7b, 0x22, 0xc3])],
  ['a number of 60,000 digits', Buffer.from(`{"version":${'9'.repeat(60_000)}}`)],
  ['colons and slashes', Buffer.from('a://'.repeat(15_000))],
];

/** The most characters that may be said about any of them. */
const maxSaid = 5_000;

function codeOf(reading: () => unknown): string {
  try {
    reading();
  } catch (thrown) {
    return thrown instanceof PaydeskError ? thrown.code : thrown instanceof Error ? thrown.name : 'thrown';
  }
  return 'read';
}

async function pathIn(name: string): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return join(folder.path, name);
}

describe.each(attacks)('%s', (_, bytes) => {
  test('is no statement event, and little is said of it', () => {
    const read = readEvent(bytes);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read).length).toBeLessThan(maxSaid);
    expect(withoutLink(bytes)).toBeNull();
    expect(withoutLinks(bytes)?.text.length ?? 0).toBeLessThanOrEqual(bytes.length * 4);
  });

  test('is no recovery file', () => {
    expect(codeOf(() => readRecoveryFile(bytes.toString('utf8')))).toMatch(/^recovery-file-(damaged|newer)$/);
  });

  test('is no file of the administrator, and the problem is short', async () => {
    const path = await pathIn('policy.json');
    await writeFile(path, bytes);
    const { file, problems } = await readManagedFile(path);
    expect(file).toEqual(nothingManaged);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join().length - path.length * problems.length).toBeLessThan(maxSaid);
  });

  test('is no manifest of an update', () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    expect(() => readManifest(bytes.toString('utf8'), publicKey)).toThrow(Untrusted);
  });
});

test('an administrator’s file of 100 GB is not read', async () => {
  const path = await pathIn('policy.json');
  const file = await open(path, 'w');
  await file.truncate(100_000_000_000);
  await file.close();
  expect((await readManagedFile(path)).problems).toEqual([expect.stringContaining('cannot be read')]);
});

describe.skipIf(process.platform === 'win32')('in the place of an administrator’s file', () => {
  test('a device is not read', async () => {
    expect((await readManagedFile('/dev/zero')).problems).toEqual([
      expect.stringContaining('cannot be read'),
    ]);
  });

  test('a pipe that nobody writes to does not hold up the start', async () => {
    const path = await pathIn('policy.json');
    execFileSync('mkfifo', [path]);
    expect((await readManagedFile(path)).problems).toEqual([expect.stringContaining('cannot be read')]);
  });
});
