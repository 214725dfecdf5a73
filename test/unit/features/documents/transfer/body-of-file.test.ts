/**
 * @file The body of a request that is read from a file by a drive's process, also when the file or the process
 * disappears.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { bodyOfFile } from '../../../../../src/main/features/documents/transfer/send-document.ts';
import type { ChildProcess } from '../../../../../src/main/platform/platform.ts';
import { eventually } from '../../../../fakes/eventually.ts';
import { createRealIntake } from '../../../../fakes/intake.ts';
import { startProcess } from '../../../../fakes/platform/platform.ts';
import { temporaryFolder } from '../../../../fakes/test-app.ts';
import { readAll } from '../read-all.ts';

const size = 2 * 1024 * 1024 + 7;
const bytes = Buffer.alloc(size, 'paydesk');
const sha256 = createHash('sha256').update(bytes).digest('hex');
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let path = '';
const intake = createRealIntake();
const file = () => bodyOfFile(intake, { path, size, modifiedAt: null, sha256 });

beforeAll(async () => {
  folder = await temporaryFolder();
  path = join(folder.path, 'a.pdf');
});
afterAll(async () => {
  intake.close();
  await folder.remove();
});

test('bytes from a file are sent completely, and again on every attempt', async () => {
  writeFileSync(path, bytes);
  const body = file();
  expect((await readAll(body)).sent.equals(bytes)).toBe(true);
  expect((await readAll(body)).sent.equals(bytes)).toBe(true);
});

const otherEnd = Buffer.from(bytes);
otherEnd.writeUInt8(0, size - 1);

test.each([
  ['has other bytes', () => writeFileSync(path, otherEnd), 'file-changed'],
  ['grew', () => appendFileSync(path, 'more'), 'file-changed'],
  ['shrank', () => truncateSync(path, size - 100_000), 'file-changed'],
])('a file that %s during the upload is never sent completely', async (_, change, code) => {
  writeFileSync(path, bytes);
  const { sent, error } = await readAll(file(), change);
  expect(error).toMatchObject({ code });
  expect(sent.length).toBeLessThan(size);
});

test('a file that is deleted before its first byte is reported as missing', async () => {
  writeFileSync(path, bytes);
  rmSync(path);
  const { sent, error } = await readAll(file());
  expect(error).toMatchObject({ code: 'file-missing' });
  expect(sent.length).toBe(0);
});

test.each(['is reported', 'is not reported yet'])(
  'a file whose process is killed during the upload is sent completely by the next attempt when the exit %s',
  async (exit) => {
    writeFileSync(path, bytes);
    const started: ChildProcess[] = [];
    const exits: (() => void)[] = [];
    let messages = 0;
    const killableIntake = createRealIntake(undefined, {
      start(entry) {
        const child = startProcess(entry);
        child.onMessage(() => {
          messages += 1;
        });
        started.push(child);
        return exit === 'is reported' ? child : { ...child, onExit: (listener) => exits.push(listener) };
      },
    });
    const body = bodyOfFile(killableIntake, { path, size, modifiedAt: null, sha256 });
    const { sent, error } = await readAll(body, async () => {
      // The start, the address of the socket, the first part, and the part that is read ahead.
      await eventually(() => expect(messages).toBe(4), 5);
      started.at(-1)?.kill();
    });
    expect(error).toMatchObject({ code: 'file-missing', details: { reason: 'drive-not-responding' } });
    expect(sent.length).toBeLessThan(size);
    expect((await readAll(body)).sent.equals(bytes)).toBe(true);
    killableIntake.close();
    for (const reportExit of exits) reportExit();
  },
);

test('bytes from a file are sent completely when no socket can be opened', async () => {
  writeFileSync(path, bytes);
  vi.stubEnv('TMPDIR', join(folder.path, 'nowhere'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const withoutSockets = createRealIntake();
  onTestFinished(() => withoutSockets.close());
  const { sent } = await readAll(bodyOfFile(withoutSockets, { path, size, modifiedAt: null, sha256 }));
  expect(sent.equals(bytes)).toBe(true);
});
