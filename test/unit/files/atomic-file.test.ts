import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFileAtomically } from '../../../src/main/files/atomic-file.ts';
import { withSaveErrors } from '../../../src/main/files/saving.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

/** Returns a folder with the file of a clerk, and a function that writes an export into it. */
async function createFolder() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const [target, mine] = [join(path, 'export.csv'), join(path, 'outside', 'mine.txt')];
  await mkdir(join(path, 'outside'));
  await writeFile(mine, 'untouched');
  const write = () => writeFileAtomically(target, (file) => file.writeFile('text'));
  return { path, target, mine, write, readMine: () => readFile(mine, 'utf8') };
}

test('existing .part files, links and pipes are not touched', async () => {
  const { path, target, mine, write, readMine } = await createFolder();
  await writeFile(`${target}.part`, 'of another program');
  await symlink(mine, `${target}.2.part`);
  await symlink(join(path, 'outside', 'missing'), `${target}.3.part`);
  execFileSync('mkfifo', [`${target}.4.part`]);
  await write();
  expect(await readFile(target, 'utf8')).toBe('text');
  expect(await readFile(`${target}.part`, 'utf8')).toBe('of another program');
  expect(await readMine()).toBe('untouched');
  expect(await readdir(join(path, 'outside'))).toEqual(['mine.txt']);
  expect((await lstat(`${target}.4.part`)).isFIFO()).toBe(true);
  expect(await readdir(path)).toHaveLength(6);
});

test('a link at the target path is replaced, and its own target is not changed', async () => {
  const { target, mine, write, readMine } = await createFolder();
  await symlink(mine, target);
  await write();
  expect([await readMine(), await readFile(target, 'utf8')]).toEqual(['untouched', 'text']);
});

test('a failed write leaves no temporary file and keeps the old file', async () => {
  const { path, target } = await createFolder();
  await writeFile(target, 'old content');
  const failing = writeFileAtomically(target, () => Promise.reject(new Error('canary')));
  await expect(failing).rejects.toThrow('canary');
  expect((await readdir(path)).toSorted()).toEqual(['export.csv', 'outside']);
  expect(await readFile(target, 'utf8')).toBe('old content');
});

test('a file whose name a folder has is not written and leaves no temporary file', async () => {
  const { path, target, write } = await createFolder();
  await mkdir(join(target, 'inside'), { recursive: true });
  await expect(write()).rejects.toThrow();
  expect((await readdir(path)).toSorted()).toEqual(['export.csv', 'outside']);
});

const systemError = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['a full disk', systemError('ENOSPC'), { code: 'disk-full', retryable: true }],
  ['a system error', systemError('EIO'), { code: 'file-not-written', details: { cause: 'EIO' } }],
  ['any other error', new Error('canary'), { code: 'file-not-written', details: {} }],
  ['an error code', new PaydeskError('sign-in-needed', 'Signed out'), { code: 'sign-in-needed' }],
])('%s while a file is saved has a code for the clerk', async (_, thrown, error) => {
  await expect(withSaveErrors(Promise.reject(thrown))).rejects.toMatchObject(error);
});
