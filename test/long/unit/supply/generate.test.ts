/** @file `scripts/generate.ts` on a copy of what it reads: it writes what has changed, and nothing else. */
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../../unit/layers/imports.ts';

const kernelFile = 'src/main/statement-engine/kernel/compiled/kernel-bytes.ts';
const messageFolder = 'src/shared/messages';

test('generates again what is missing or made from a changed source', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-generate-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const path of [
    'scripts',
    'package.json',
    'package-lock.json',
    `${messageFolder}/en`,
    'src/main/statement-engine/kernel/assembly',
    'src/main/statement-engine/read',
  ]) {
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const generate = () =>
    spawnSync(process.execPath, ['scripts/generate.ts'], { cwd: folder, encoding: 'utf8' });
  const changeTime = async (path: string) => (await stat(join(folder, path))).mtimeMs;

  expect(generate().status).toBe(0);
  const compiled = join(folder, messageFolder, 'compiled/en');
  const writtenAt = [await changeTime(kernelFile), await changeTime(`${messageFolder}/compiled/en/help.ts`)];

  await writeFile(
    join(folder, messageFolder, 'en/activity.json'),
    '{ "activity.title": { "defaultMessage": "All that was done" } }',
  );
  await rm(join(folder, messageFolder, 'en/evidence.json'));
  expect(generate().status).toBe(0);
  expect(await readFile(join(compiled, 'activity.ts'), 'utf8')).toContain('All that was done');
  expect(await readdir(compiled)).not.toContain('evidence.ts');
  expect([await changeTime(kernelFile), await changeTime(`${messageFolder}/compiled/en/help.ts`)]).toEqual(
    writtenAt,
  );

  await rm(join(folder, kernelFile, '..'), { recursive: true });
  expect(generate().status).toBe(0);
  expect(await readFile(join(folder, kernelFile), 'utf8')).toContain('kernelBytes');

  await writeFile(join(folder, messageFolder, 'en/activity.json'), '{ "activity.title": "A text" }');
  const { status, stderr } = generate();
  expect(status).not.toBe(0);
  expect(stderr).toContain('activity.title');
});
