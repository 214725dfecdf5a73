import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFileAtomically } from '../../../src/main/atomic-file.ts';
import { writeCsv } from '../../../src/main/csv.ts';
import { withSaveErrors } from '../../../src/main/files/saving.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

async function* oneRow() {
  yield ['text'];
}

const writers: [string, (path: string) => Promise<void>][] = [
  ['any file', (path) => writeFileAtomically(path, (file) => file.writeFile('text'))],
  ['a CSV file', (path) => writeCsv(writeFileAtomically, path, ['Name'], oneRow())],
];

test.each(writers)(
  'existing .part files, links and pipes are not touched while %s is written',
  async (_, write) => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    const target = join(path, 'export.csv');
    await mkdir(join(path, 'outside'));
    await writeFile(join(path, 'outside', 'mine.txt'), 'untouched');
    await writeFile(`${target}.part`, 'of another program');
    await symlink(join(path, 'outside', 'mine.txt'), `${target}.2.part`);
    await symlink(join(path, 'outside', 'missing'), `${target}.3.part`);
    execFileSync('mkfifo', [`${target}.4.part`]);
    await write(target);
    expect(await readFile(target, 'utf8')).toContain('text');
    expect(await readFile(`${target}.part`, 'utf8')).toBe('of another program');
    expect(await readFile(join(path, 'outside', 'mine.txt'), 'utf8')).toBe('untouched');
    expect(await readdir(join(path, 'outside'))).toEqual(['mine.txt']);
    expect((await lstat(`${target}.4.part`)).isFIFO()).toBe(true);
    expect(await readdir(path)).toHaveLength(6);
  },
);

test('a link at the target path is replaced, and its own target is not changed', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, 'mine.txt'), 'untouched');
  await symlink(join(path, 'mine.txt'), join(path, 'export.csv'));
  await writeFileAtomically(join(path, 'export.csv'), (file) => file.writeFile('text'));
  expect(await readFile(join(path, 'mine.txt'), 'utf8')).toBe('untouched');
  expect(await readFile(join(path, 'export.csv'), 'utf8')).toBe('text');
});

test('a failed write leaves no temporary file and keeps the old file', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, 'export.csv'), 'old content');
  const failing = writeFileAtomically(join(path, 'export.csv'), () => Promise.reject(new Error('canary')));
  await expect(failing).rejects.toThrow('canary');
  expect(await readdir(path)).toEqual(['export.csv']);
  expect(await readFile(join(path, 'export.csv'), 'utf8')).toBe('old content');
});

test.each([
  [
    'a full disk',
    Object.assign(new Error('full'), { code: 'ENOSPC' }),
    { code: 'disk-full', retryable: true },
  ],
  ['a system error', Object.assign(new Error('no'), { code: 'EIO' }), { details: { cause: 'EIO' } }],
  ['any other error', new Error('canary'), { code: 'file-not-written', details: {} }],
  ['an error code', new PaydeskError('sign-in-needed', 'Signed out'), { code: 'sign-in-needed' }],
])('%s while a file is saved has a code for the clerk', async (_, thrown, error) => {
  await expect(withSaveErrors(Promise.reject(thrown))).rejects.toMatchObject(error);
});
