import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withSaveErrors } from '../../../src/main/files/saving.ts';
import { writeFileAtomically } from '../../../src/main/files/saving-server.ts';
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

test.each([
  ['a link', true, 'after'],
  ['a link', true, 'before'],
  ['another file', false, 'before'],
])('%s in the place of the temporary file is not touched', async (_, isLink, end) => {
  const { path, target, mine, readMine } = await createFolder();
  let temporary = '';
  const writing = writeFileAtomically(target, async () => {
    temporary = (await readdir(path)).find((name) => /^export\.csv\.[0-9a-f]{16}\.part$/.test(name)) ?? '';
    await rename(join(path, temporary), join(path, 'moved'));
    if (isLink) await symlink(mine, join(path, temporary));
    else await rename(mine, join(path, temporary));
    if (end === 'before') throw new Error('canary');
  });
  await expect(writing).rejects.toThrow(end === 'before' ? 'canary' : 'stands in the place');
  expect((await readdir(path)).toSorted()).toEqual([temporary, 'moved', 'outside']);
  expect(isLink ? await readMine() : await readFile(join(path, temporary), 'utf8')).toBe('untouched');
});

test('a name as long as file systems allow has room for the temporary name', async () => {
  const { path } = await createFolder();
  const name = `${'é'.repeat(125)}.csv`;
  await writeFileAtomically(join(path, name), (file) => file.writeFile('text'));
  expect(await readdir(path)).toContain(name);
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
