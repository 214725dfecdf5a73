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

/** Another program that wants the lock; gives what it was told. */
function another(): string {
  const module = new URL('../../host/instance-lock.ts', import.meta.url).href;
  const script = `import { acquireInstanceLock } from '${module}';
    console.log(acquireInstanceLock(${JSON.stringify(folder)}, () => undefined));`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  }).stdout.trim();
}

test('a second program is refused, and the first hears of it', async () => {
  const received = Promise.withResolvers<string[]>();
  expect(acquireInstanceLock(folder, received.resolve)).toBe(true);
  expect(another()).toBe('false');
  expect(await received.promise).toContain(process.execPath);
});

test('the lock of a program that is gone counts for nothing', async () => {
  expect(another()).toBe('true');
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  await writeFile(join(folder, 'host', 'lock'), String(dead));
  expect(acquireInstanceLock(folder, () => undefined)).toBe(true);
  expect(await readFile(join(folder, 'host', 'lock'), 'utf8')).toBe(String(process.pid));
});
