/** @file Every file and test that the Electron checklist of docs/operations.md names exists. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../layers/imports.ts';

const operations = await readFile(join(root, 'docs/operations.md'), 'utf8');
const items = operations
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => {
    const [, number = '', item = '', where = '', tests = ''] = line.split('|').map((cell) => cell.trim());
    return { number: Number(number), item, where, tests };
  });

/** Returns the possible paths of a file in the table. */
const candidatePaths = (path: string) =>
  ['', 'src', 'src/main', 'scripts/pack', 'test/unit'].map((folder) => join(root, folder, path));

async function textOf(path: string): Promise<string> {
  const file = candidatePaths(path).find((candidate) => existsSync(candidate)) ?? '';
  if (/\.[a-z]+$/.test(file)) return readFile(file, 'utf8');
  const names = await readdir(file);
  return (await Promise.all(names.map((name) => readFile(join(file, name), 'utf8')))).join('\n');
}

const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /\.[a-z]+$|^layers$/.test(path));

test('the checklist has twenty numbered items', () => {
  expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test.each(items)('item $number, $item, names files that exist', ({ where }) => {
  if (where === 'the same') return;
  const paths = pathsIn(where);
  expect(paths).not.toEqual([]);
  for (const path of paths) {
    expect(
      candidatePaths(path).some((candidate) => existsSync(candidate)),
      path,
    ).toBe(true);
  }
});

test.each(items)('item $number, $item, names tests that exist', async ({ tests }) => {
  for (const part of tests.split(';')) {
    const [path] = pathsIn(part);
    if (path === undefined) continue;
    const text = await textOf(path);
    for (const [, title = ''] of part.matchAll(/\*([^*]+)\*/g)) expect(text, title).toContain(title);
  }
});
