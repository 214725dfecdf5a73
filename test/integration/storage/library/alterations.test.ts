import { copyFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Library } from '../../../../src/main/storage/library/library.ts';
import { contentSize, createAlteredFile } from './altered-files.ts';
import { codeOf, createLibraryFixture, pattern } from './library-fixture.ts';

test('a sealed file is refused after a change of any part, and read again once it is restored', async () => {
  const { library, id, path, bytes, headerSize, offsetOf, findAccepted } = await createAlteredFile();
  // Magic, version, identifier, frame size, nonces, key, commitment, length of the label, label.
  const headerOffsets = [0, 4, 8, 24, 28, 36, 48, 96, 128, 132, headerSize - 1];
  // Content and tag of each frame.
  const frameOffsets = [1, 2, 3].flatMap((end) => [
    offsetOf(end - 1),
    Math.min(offsetOf(end), bytes.length) - 1,
  ]);
  expect(await findAccepted([...headerOffsets, ...frameOffsets])).toEqual([]);
  await writeFile(path, bytes);
  expect(Buffer.from(await library.readAll(id)).equals(pattern(contentSize))).toBe(true);
});

test('a sealed file is refused when its parts are missing, repeated or come from another file', async () => {
  const { library, id, path, bytes, otherBytes, headerSize, offsetOf, readAltered } =
    await createAlteredFile();
  const frameAt = (index: number, file = bytes) => file.subarray(offsetOf(index), offsetOf(index + 1));
  for (const end of [0, 3, 143, headerSize, offsetOf(1), offsetOf(2), bytes.length - 1]) {
    expect(await readAltered(bytes.subarray(0, end))).toBe('library-item-damaged');
    if (end < bytes.length - 1) expect(await codeOf(library.open(id))).toBe('library-item-damaged');
  }
  const header = bytes.subarray(0, headerSize);
  for (const parts of [
    [bytes, Buffer.from([0])],
    [bytes, frameAt(2)],
    [header, frameAt(1), frameAt(0), frameAt(2)],
    [header, frameAt(0), frameAt(0), frameAt(2)],
    [header, frameAt(0, otherBytes), frameAt(1), frameAt(2)],
    [otherBytes],
  ])
    expect(await readAltered(Buffer.concat(parts))).toBe('library-item-damaged');
  const otherFixture = await createLibraryFixture();
  const foreign = await (await otherFixture.start()).seal('proof', null, [pattern(contentSize)]);
  await copyFile(otherFixture.fileOf(foreign.id), path);
  expect(await codeOf(library.readAll(id))).toBe('library-item-damaged');
});

test.each<[string, (library: Library, id: string) => Promise<unknown>]>([
  ['is listed', (library) => library.list('proof')],
  ['is opened', (library, id) => library.open(id)],
  ['is read', (library, id) => library.readAll(id)],
  ['gets a grant', (library, id) => library.createGrant(id)],
  ['is replaced', (library, id) => library.replaceMetadata(id, null)],
])(
  'when an item whose row was altered %s, the library is damaged from then on and unchanged',
  async (_, use) => {
    const fixture = await createLibraryFixture();
    const library = await fixture.start();
    const { id } = await library.seal('proof', null, [pattern(10)]);
    const other = await library.seal('statement', null, [pattern(10)]);
    const [row] = await fixture.rows();
    await fixture.query("UPDATE library_item SET sealed = x'00' WHERE id = $id", { id });
    const find = async () => [await fixture.files(), await fixture.rows()];
    const before = await find();
    let changeCount = 0;
    library.onChange(() => {
      changeCount += 1;
    });
    expect(await codeOf(use(library, id))).toBe('library-damaged');
    expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
    expect(changeCount).toBe(1);
    const laterCalls = [
      library.list('statement'),
      library.readAll(other.id),
      library.seal('proof', null, [pattern(3)]),
      library.replaceMetadata(other.id, 'later'),
      library.remove(other.id),
    ];
    expect(await Promise.all(laterCalls.map(codeOf))).toEqual(laterCalls.map(() => 'library-damaged'));
    expect(await find()).toEqual(before);
    await fixture.query('UPDATE library_item SET sealed = $sealed WHERE id = $id', {
      id,
      sealed: row?.['sealed'] ?? null,
    });
    expect(await (await fixture.start()).readAll(id)).toHaveLength(10);
  },
);

test('a library with an altered row is archived, and a new one starts', async () => {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  await library.seal('proof', null, [pattern(10)]);
  await fixture.query("UPDATE library_item SET sealed = x'00'");
  expect(await codeOf(library.list('proof'))).toBe('library-damaged');
  await library.startOver();
  expect(await library.list('proof')).toEqual([]);
  expect(library.state()).toMatchObject({ state: 'kept', items: 0, missing: 0, foreign: 0 });
});
