import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  readEvent,
  redactEventLink,
  redactTextLinks,
} from '../../../src/main/features/statements/inbox/event.ts';
import { joinPolicy, readPolicyFile } from '../../../src/main/platform/policy/managed-file.ts';
import { readManifest, UntrustedUpdateError } from '../../../src/main/platform/updates/manifest.ts';
import { readRecoveryFile } from '../../../src/main/storage/library/recovery-file.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

/** Hostile texts that exhaust time, memory or the stack of a naive parser. */
const attacks: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['a million nested arrays', Buffer.from('['.repeat(1_000_000))],
  ['400,000 nested and closed arrays', Buffer.from('['.repeat(400_000) + ']'.repeat(400_000))],
  ['nested objects', Buffer.from(`${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`)],
  ['nested objects as an event', Buffer.from(`{"event":${'{"event":'.repeat(7_000)}1${'}'.repeat(7_000)}}`)],
  [
    '100,000 unknown fields',
    Buffer.from(`{${Array.from({ length: 100_000 }, (_, index) => `"f${index}":1`).join()}}`),
  ],
  ['a name of 900 KB', Buffer.from(JSON.stringify({ version: 1, ['n'.repeat(900_000)]: 1 }))],
  ['a text of 50 MB', Buffer.from(`{"version":1,"event":"${'x'.repeat(50_000_000)}"}`)],
  ['NUL bytes', Buffer.alloc(1_000_000)],
  ['bytes that are not UTF-8', Buffer.alloc(1_000_000, 0xff)],
  ['an incomplete UTF-8 character at the end', Buffer.from([0x7b, 0x22, 0xc3])],
  ['a number of 60,000 digits', Buffer.from(`{"version":${'9'.repeat(60_000)}}`)],
  ['colons and slashes', Buffer.from('a://'.repeat(15_000))],
];

/** Maximum length of an error about a hostile text, in characters. */
const maxErrorLength = 5_000;

/** Returns the error code or name that reading throws, or `read`. */
function codeOf(reading: () => unknown): string {
  try {
    reading();
  } catch (thrown) {
    return thrown instanceof PaydeskError ? thrown.code : thrown instanceof Error ? thrown.name : 'thrown';
  }
  return 'read';
}

/** Returns the path of a file in a new temporary folder. */
async function pathIn(name: string): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return join(folder.path, name);
}

describe.each(attacks)('%s', (_, bytes) => {
  test('is not read as a statement event, and the error is short', () => {
    const result = readEvent(bytes);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result).length).toBeLessThan(maxErrorLength);
    expect(redactEventLink(bytes)).toBeNull();
    expect(redactTextLinks(bytes)?.text.length ?? 0).toBeLessThanOrEqual(bytes.length * 4);
  });

  test('is not read as a recovery file', () => {
    expect(codeOf(() => readRecoveryFile(bytes.toString('utf8')))).toMatch(/^recovery-file-(damaged|newer)$/);
  });

  test("is not read as an administrator's file, and the problem is short", async () => {
    const path = await pathIn('policy.json');
    await writeFile(path, bytes);
    const { file, problems } = joinPolicy(await readPolicyFile(path));
    expect(file).toEqual(joinPolicy([]).file);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join().length - path.length * problems.length).toBeLessThan(maxErrorLength);
  });

  test('is not read as an update manifest', () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    expect(() => readManifest(bytes.toString('utf8'), publicKey)).toThrow(UntrustedUpdateError);
  });
});
