/** @file `library.json` is lost or unreadable while the list or files of the library are there. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { codeOf, createPlace, type Place, pattern } from './support.ts';

const passphrase = 'four words of passphrase';

/** A closed library with one item, its recovery file, and that of another library. */
async function prepared(): Promise<{ place: Place; id: string; recovery: string; foreign: string }> {
  const other = await createPlace();
  const stranger = await other.start();
  await stranger.seal('proof', null, [pattern(5)]);
  const foreign = await stranger.recoveryFile(passphrase);
  const place = await createPlace();
  const library = await place.start();
  const { id } = await library.seal('proof', null, [pattern(10)]);
  const recovery = await library.recoveryFile(passphrase);
  await library.close();
  return { place, id, recovery, foreign };
}

const harms: readonly (readonly [string, (place: Place) => Promise<void>])[] = [
  ['lost', ({ marker }) => rm(marker)],
  ['unreadable', ({ marker }) => writeFile(marker, '{"version":1')],
];

describe.each(harms)('a marker that is %s', (_, harm) => {
  test('is damage: said at the start, and nothing is begun or written', async () => {
    const { place } = await prepared();
    await harm(place);
    const secrets = new Map(place.vault.secrets);
    const list = await readFile(place.manifest);
    const library = await place.start();
    expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
    expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
    expect(await readFile(place.manifest)).toEqual(list);
    expect(place.vault.secrets).toEqual(secrets);
  });

  test('is written again by the recovery file, and everything is there', async () => {
    const { place, id, recovery } = await prepared();
    await harm(place);
    place.vault.secrets.clear();
    const library = await place.start();
    expect(await codeOf(library.restoreKey(recovery, 'another passphrase'))).toBe(
      'recovery-passphrase-wrong',
    );
    await library.restoreKey(recovery, passphrase);
    expect(await library.readAll(id)).toHaveLength(10);
    expect(library.state()).toEqual({ state: 'kept', items: 1, missing: 0, foreign: 0 });
    await library.close();
    expect((await place.start()).state()).toMatchObject({ state: 'kept', items: 1 });
  });

  test('takes no recovery file of another library, and nothing changes then', async () => {
    const { place, foreign } = await prepared();
    await harm(place);
    const secrets = new Map(place.vault.secrets);
    const library = await place.start();
    expect(await codeOf(library.restoreKey(foreign, passphrase))).toBe('recovery-file-other');
    expect(place.vault.secrets).toEqual(secrets);
    expect(library.state()).toMatchObject({ error: { code: 'library-damaged' } });
  });
});

test('with the list lost as well, the recovery file is proved by a sealed file, and the list is said to be damaged', async () => {
  const { place, recovery, foreign } = await prepared();
  await rm(place.marker);
  await rm(place.manifest);
  const library = await place.start();
  expect(await codeOf(library.restoreKey(foreign, passphrase))).toBe('recovery-file-other');
  expect(await codeOf(library.restoreKey(recovery, passphrase))).toBe('library-damaged');
  expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
});
