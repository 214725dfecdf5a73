/** @file The Electron checklist of docs/operations.md: every file and every test that it names is there. */
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

/** Where a file of the table may lie. */
const places = (path: string) =>
  ['', 'src', 'src/main', 'scripts/pack', 'test/unit'].map((folder) => join(root, folder, path));

async function textOf(path: string): Promise<string> {
  const file = places(path).find((place) => existsSync(place)) ?? '';
  if (/\.[a-z]+$/.test(file)) return readFile(file, 'utf8');
  const names = await readdir(file);
  return (await Promise.all(names.map((name) => readFile(join(file, name), 'utf8')))).join('\n');
}

const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /\.[a-z]+$|^layers$/.test(path));

test('the checklist has its twenty items, each with a place and a test', () => {
  expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test.each(items)('$number, $item, is where the table says', ({ where }) => {
  if (where === 'the same') return;
  const paths = pathsIn(where);
  expect(paths).not.toEqual([]);
  for (const path of paths) {
    expect(
      places(path).some((place) => existsSync(place)),
      path,
    ).toBe(true);
  }
});

test.each(items)('$number, $item, has the tests that the table names', async ({ tests }) => {
  for (const part of tests.split(';')) {
    const [path] = pathsIn(part);
    if (path === undefined) continue;
    const text = await textOf(path);
    for (const [, words = ''] of part.matchAll(/\*([^*]+)\*/g)) expect(text, words).toContain(words);
  }
});
