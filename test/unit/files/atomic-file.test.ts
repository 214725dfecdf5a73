import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFileAtomically } from '../../../src/main/atomic-file.ts';
import { writeCsv } from '../../../src/main/csv.ts';
import { saveOne } from '../../../src/main/features/proofs/export/save-proofs.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

async function* oneRow() {
  yield ['text'];
}

const writers: [string, (path: string) => Promise<void>][] = [
  ['any file', (path) => writeFileAtomically(path, (file) => file.writeFile('text'))],
  ['a CSV file', (path) => writeCsv(writeFileAtomically, path, ['Name'], oneRow())],
  ['a proof', (path) => saveOne(writeFileAtomically, path, Buffer.from('text'))],
];

test.each(writers)('a file, link or pipe beside %s that ends in .part is left as it is', async (_, write) => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const target = join(path, 'export.csv');
  await mkdir(join(path, 'outside'));
  await writeFile(join(path, 'outside', 'mine.txt'), 'untouched');
  await writeFile(`${target}.part`, 'of somebody');
  await symlink(join(path, 'outside', 'mine.txt'), `${target}.2.part`);
  await symlink(join(path, 'outside', 'not there'), `${target}.3.part`);
  execFileSync('mkfifo', [`${target}.4.part`]);
  await write(target);
  expect(await readFile(target, 'utf8')).toContain('text');
  expect(await readFile(`${target}.part`, 'utf8')).toBe('of somebody');
  expect(await readFile(join(path, 'outside', 'mine.txt'), 'utf8')).toBe('untouched');
  expect(await readdir(join(path, 'outside'))).toEqual(['mine.txt']);
  expect((await lstat(`${target}.4.part`)).isFIFO()).toBe(true);
  expect(await readdir(path)).toHaveLength(6);
});

test('a link in the place of the file is replaced, and what it leads to stays', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, 'mine.txt'), 'untouched');
  await symlink(join(path, 'mine.txt'), join(path, 'export.csv'));
  await writeFileAtomically(join(path, 'export.csv'), (file) => file.writeFile('text'));
  expect(await readFile(join(path, 'mine.txt'), 'utf8')).toBe('untouched');
  expect(await readFile(join(path, 'export.csv'), 'utf8')).toBe('text');
});

test('of a file that cannot be filled nothing is left, and the old one stays', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, 'export.csv'), 'the old one');
  const failing = writeFileAtomically(join(path, 'export.csv'), () => Promise.reject(new Error('canary')));
  await expect(failing).rejects.toThrow('canary');
  expect(await readdir(path)).toEqual(['export.csv']);
  expect(await readFile(join(path, 'export.csv'), 'utf8')).toBe('the old one');
});
