import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../../../src/main/concurrency/clock.ts';
import { openLibraryFiles } from '../../../../src/main/storage/library/library-files.ts';
import { canKeyOpen, hasContent } from '../../../../src/main/storage/library/lost-marker.ts';
import type { MasterKey } from '../../../../src/main/storage/library/master-key.ts';
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

/** Creates a library with `items` items and without a marker; returns its folder, list and files. */
async function library(items = 1) {
  const folder = await newFolder();
  const libraryFiles = await openLibraryFiles(folder, master, { clock: systemClock, random: systemRandom });
  const files: string[] = [];
  for (let item = 0; item < items; item += 1) {
    const { id } = await libraryFiles.seal('proof', null, [pattern(10)]);
    files.push(join(folder, 'files', `${id}.sealed`));
  }
  await libraryFiles.close();
  return { folder, list: join(folder, 'manifest.sealed'), files };
}

describe('a folder', () => {
  test.each([
    ['manifest.sealed', true],
    ['manifest.sealed.tail-32-0', true],
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
  test('opens the list, also without files, and a file when the list is lost or damaged', async () => {
    const withoutFiles = await library();
    for (const file of withoutFiles.files) rmSync(file);
    expect(await canKeyOpen(withoutFiles.folder, master)).toBe(true);
    const { folder, list } = await library();
    expect(await canKeyOpen(folder, master)).toBe(true);
    const bytes = readFileSync(list);
    bytes[60] = (bytes[60] ?? 0) ^ 1;
    writeFileSync(list, bytes);
    expect(await canKeyOpen(folder, master)).toBe(true);
    rmSync(list);
    expect(await canKeyOpen(folder, master)).toBe(true);
  });

  test('opens the one undamaged file among others', async () => {
    const { folder, list, files } = await library(4);
    rmSync(list);
    const [empty = '', damaged = '', replaced = ''] = [...files].sort();
    writeFileSync(empty, '');
    writeFileSync(damaged, 'damaged');
    rmSync(replaced);
    mkdirSync(replaced);
    writeFileSync(join(folder, 'files', '.DS_Store'), '');
    expect(await canKeyOpen(folder, master)).toBe(true);
  });

  test('opens nothing when every file is damaged or missing', async () => {
    const { folder, list, files } = await library();
    rmSync(list);
    for (const file of files) writeFileSync(file, 'damaged');
    expect(await canKeyOpen(folder, master)).toBe(false);
    rmSync(join(folder, 'files'), { recursive: true });
    expect(await canKeyOpen(folder, master)).toBe(false);
  });

  test('opens no file under another name, because the header contains its identifier', async () => {
    const { folder, list, files } = await library();
    rmSync(list);
    const [file = ''] = files;
    const bytes = readFileSync(file);
    rmSync(file);
    writeFileSync(join(folder, 'files', `${'0'.repeat(8)}-0000-4000-8000-000000000000.sealed`), bytes);
    writeFileSync(file.replace('.sealed', '.copyed'), bytes);
    expect(await canKeyOpen(folder, master)).toBe(false);
  });

  test.each(otherKeys)('is distinguished from %s by the list and by a file', async (_, other) => {
    const { folder, list } = await library();
    expect(await canKeyOpen(folder, other)).toBe(false);
    rmSync(list);
    expect(await canKeyOpen(folder, other)).toBe(false);
  });
});
