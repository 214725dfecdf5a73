import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../../../src/main/concurrency/clock.ts';
import { openLibraryFiles } from '../../../../src/main/storage/library/library-files.ts';
import { canKeyOpen, hasContent } from '../../../../src/main/storage/library/lost-marker.ts';
import type { MasterKey } from '../../../../src/main/storage/library/master-key.ts';
import { openLibraryStore } from '../../../fakes/library-store.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { codeOf, pattern } from '../../../integration/storage/library/library-fixture.ts';

const master: MasterKey = {
  libraryId: '00000000-0000-4000-8000-00000000000a',
  key: Buffer.alloc(32, 5),
};
const otherKeys: readonly (readonly [string, MasterKey])[] = [
  ['another key', { ...master, key: Buffer.alloc(32, 6) }],
  ['the same key of another library', { ...master, libraryId: '00000000-0000-4000-8000-00000000000b' }],
];

async function newFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

/** Creates a library with `items` items and without a marker; returns its folder and files. */
async function library(items = 1) {
  const folder = await newFolder();
  const deps = { store: openLibraryStore(), clock: systemClock, random: systemRandom };
  const libraryFiles = await openLibraryFiles(folder, master, deps);
  const files: string[] = [];
  for (let item = 0; item < items; item += 1) {
    const { id } = await libraryFiles.seal('proof', null, [pattern(10)]);
    files.push(join(folder, 'files', `${id}.sealed`));
  }
  return { folder, files };
}

describe('a folder', () => {
  test.each([
    ['manifest.sealed', true],
    ['old.manifest.sealed', false],
    ['library.json', false],
    ['files/a.sealed', true],
    ['files/a.part', true],
    ['files/a.sealed.txt', false],
    ['files/.DS_Store', false],
  ])('with %s has content of a library: %s', async (name, expected) => {
    const folder = await newFolder();
    mkdirSync(join(folder, 'files'));
    writeFileSync(join(folder, name), '');
    expect(await hasContent(folder)).toBe(expected);
  });

  test('that is missing or empty has no content, and one that cannot be listed does not count as empty', async () => {
    const folder = await newFolder();
    expect(await hasContent(join(folder, 'missing'))).toBe(false);
    expect(await hasContent(folder)).toBe(false);
    writeFileSync(join(folder, 'files'), '');
    expect(await codeOf(hasContent(folder))).toBe('ENOTDIR');
  });
});

describe('the key', () => {
  test.each(['.sealed', '.part'])('opens a file that ends in %s', async (ending) => {
    const { folder, files } = await library();
    for (const file of files) renameSync(file, file.replace('.sealed', ending));
    expect(await canKeyOpen(folder, master)).toBe(true);
  });

  test('opens the one undamaged file among others', async () => {
    const { folder, files } = await library(4);
    const [empty = '', damaged = '', replaced = ''] = [...files].sort();
    writeFileSync(empty, '');
    writeFileSync(damaged, 'damaged');
    rmSync(replaced);
    mkdirSync(replaced);
    writeFileSync(join(folder, 'files', '.DS_Store'), '');
    expect(await canKeyOpen(folder, master)).toBe(true);
  });

  test('opens nothing when every file is damaged or missing', async () => {
    const { folder, files } = await library();
    for (const file of files) writeFileSync(file, 'damaged');
    expect(await canKeyOpen(folder, master)).toBe(false);
    rmSync(join(folder, 'files'), { recursive: true });
    expect(await canKeyOpen(folder, master)).toBe(false);
  });

  test('opens no file under another name, because the header contains its identifier', async () => {
    const { folder, files } = await library();
    const [file = ''] = files;
    const bytes = readFileSync(file);
    rmSync(file);
    writeFileSync(join(folder, 'files', `${'0'.repeat(8)}-0000-4000-8000-000000000000.sealed`), bytes);
    writeFileSync(file.replace('.sealed', '.copyed'), bytes);
    expect(await canKeyOpen(folder, master)).toBe(false);
  });

  test.each(otherKeys)('is distinguished from %s', async (_, other) => {
    const { folder } = await library();
    expect(await canKeyOpen(folder, other)).toBe(false);
  });
});
