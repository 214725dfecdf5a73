import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireInstanceLock } from '../../host/instance-lock.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-lock-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs another process that tries to acquire the lock; returns the printed result of the attempt. */
function tryInAnotherProcess(): string {
  const module = new URL('../../host/instance-lock.ts', import.meta.url).href;
  const script = `import { acquireInstanceLock } from '${module}';
    console.log(acquireInstanceLock(${JSON.stringify(folder)}, () => undefined));`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  }).stdout.trim();
}

test('a second process does not get the lock, and the first process receives its command line', async () => {
  const received = Promise.withResolvers<string[]>();
  expect(acquireInstanceLock(folder, received.resolve)).toBe(true);
  expect(tryInAnotherProcess()).toBe('false');
  expect(await received.promise).toContain(process.execPath);
});

test('the lock of a process that has exited is replaced', async () => {
  expect(tryInAnotherProcess()).toBe('true');
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  await writeFile(join(folder, 'host', 'lock'), String(dead));
  expect(acquireInstanceLock(folder, () => undefined)).toBe(true);
  expect(await readFile(join(folder, 'host', 'lock'), 'utf8')).toBe(String(process.pid));
});
