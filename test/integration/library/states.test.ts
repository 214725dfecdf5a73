/** @file What the library says of itself, from its start to its end. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../../../src/main/clock.ts';
import { createLibrary } from '../../../src/main/library/library.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { allFiles, codeOf, createPlace, heldBelow, pattern } from './support.ts';

describe('the number of items', () => {
  test('follows what is sealed and removed, and each change is told', async () => {
    const place = await createPlace();
    const library = await place.start();
    const seen: unknown[] = [];
    library.onChange(() => seen.push(library.state()));
    const first = await library.seal('proof', null, [pattern(3)]);
    await library.seal('statement', null, [pattern(4)]);
    await library.remove(first.id);
    const kept = (items: number) => ({ state: 'kept', items, missing: 0, foreign: 0 });
    expect(seen).toEqual([kept(0), kept(1), kept(2), kept(1)]);
  });

  test('is told in a library of this session too', async () => {
    const place = await createPlace();
    place.vault.fails = 'keychain-absent';
    const library = await place.start();
    const { id } = await library.seal('proof', null, [pattern(3)]);
    expect(library.state()).toEqual({ state: 'session-only', items: 1 });
    await library.remove(id);
    expect(library.state()).toEqual({ state: 'session-only', items: 0 });
  });
});

test('lists what is of one kind', async () => {
  const library = await (await createPlace()).start();
  const proof = await library.seal('proof', null, [pattern(3)]);
  const statement = await library.seal('statement', null, [pattern(3)]);
  expect(await library.list('proof')).toEqual([proof]);
  expect(await library.list('statement')).toEqual([statement]);
  expect(await library.list('receipt')).toEqual([]);
});

describe('without a keychain', () => {
  test.each(['keychain-absent', 'keychain-refused'] as const)(
    '%s: it lasts for this session',
    async (fails) => {
      const place = await createPlace();
      place.vault.fails = fails;
      const library = await place.start();
      await library.seal('proof', null, [pattern(3)]);
      expect(library.state()).toEqual({ state: 'session-only', items: 1 });
      expect(await library.identity()).toBeNull();
    },
  );

  test('that is only locked nothing is begun, and the next call tries again', async () => {
    const place = await createPlace();
    place.vault.fails = 'keychain-locked';
    const library = await place.start();
    expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('keychain-locked');
    expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'keychain-locked' } });
    expect(await allFiles(place.dataFolder)).toEqual([]);
    place.vault.fails = null;
    await library.seal('proof', null, [pattern(3)]);
    expect(library.state()).toMatchObject({ state: 'kept', items: 1 });
  });

  test('what a session left that ended without being asked is cleared away at the next start', async () => {
    const place = await createPlace();
    const left = join(place.dataFolder, 'library-of-this-session', 'files');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'left.sealed'), 'sealed');
    const library = await place.start();
    expect(await readdir(place.dataFolder)).toEqual([]);
    expect(library.state()).toEqual({ state: 'unused' });
  });

  test('another session begins with nothing of an earlier one', async () => {
    const place = await createPlace();
    place.vault.fails = 'keychain-absent';
    const library = await place.start();
    const left = join(place.dataFolder, 'library-of-this-session', 'files');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'left.sealed'), 'sealed');
    const { id } = await library.seal('proof', null, [pattern(3)]);
    expect(await readdir(left)).toEqual([`${id}.sealed`]);
  });
});

test('a library that was begun and holds nothing is opened at the start', async () => {
  const place = await createPlace();
  const first = await place.start();
  await first.list('proof');
  const identity = await first.identity();
  expect(identity).toMatch(/^[0-9a-f-]{36}$/);
  await first.close();
  const second = await place.start();
  expect(second.state()).toEqual({ state: 'kept', items: 0, missing: 0, foreign: 0 });
  expect(await second.identity()).toBe(identity);
});

test('is opened once, however often its start is asked for', async () => {
  const place = await createPlace();
  const first = await place.start();
  await first.list('proof');
  await first.close();
  const second = createLibrary({ ...place, clock: createFakeClock(), random: systemRandom });
  let changes = 0;
  second.onChange(() => {
    changes += 1;
  });
  await Promise.all([second.start(), second.start()]);
  await second.start();
  expect(changes).toBe(1);
  await second.close();
});

test('every call is cancelled when it is closed', async () => {
  const library = await (await createPlace()).start();
  const { id } = await library.seal('proof', null, [pattern(3)]);
  await library.close();
  for (const call of [library.list('proof'), library.open(id), library.readAll(id), library.remove(id)])
    expect(await codeOf(call)).toBe('cancelled');
  expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('cancelled');
});

test('holds no file that was read, and none at all once it is closed', async () => {
  const place = await createPlace();
  const library = await place.start();
  const { id } = await library.seal('proof', null, [pattern(3)]);
  await library.readAll(id);
  await library.grant(id);
  expect((await heldBelow(place.dataFolder)).filter((name) => name !== 'manifest.sealed')).toEqual([]);
  await library.close();
  expect(await heldBelow(place.dataFolder)).toEqual([]);
});

test('content that fails changes the number of items for nobody', async () => {
  const place = await createPlace();
  const library = await place.start();
  await library.seal('proof', null, [pattern(3)]);
  async function* broken() {
    yield pattern(3);
    throw new Error('the line is cut');
  }
  await expect(library.seal('proof', null, broken())).rejects.toThrow('the line is cut');
  expect(library.state()).toEqual({ state: 'kept', items: 1, missing: 0, foreign: 0 });
});

test('is not started over while it is open', async () => {
  const library = await (await createPlace()).start();
  const entry = await library.seal('proof', null, [pattern(3)]);
  expect(await codeOf(library.startOver())).toBe('arguments-invalid');
  expect(await library.list('proof')).toEqual([entry]);
});

test('one that is put aside has the time in its name, to the second', async () => {
  const place = await createPlace();
  const first = await place.start();
  await first.seal('proof', null, [pattern(3)]);
  await first.close();
  place.vault.secrets.clear();
  const clock = createFakeClock();
  const library = createLibrary({ ...place, clock, random: systemRandom });
  await library.start();
  const aside = await library.startOver();
  const digits = new Date(clock.now()).toISOString().replaceAll(/\D/g, '');
  expect(aside).toBe(`library-put-aside-${digits.slice(0, 14)}`);
  expect((await readdir(place.dataFolder)).sort()).toEqual(['library', aside]);
  await library.close();
});

test('a recovery file is refused where nothing is kept beyond this session', async () => {
  const place = await createPlace();
  place.vault.fails = 'keychain-absent';
  const library = await place.start();
  await library.seal('proof', null, [pattern(3)]);
  expect(await codeOf(library.recoveryFile('four words of passphrase'))).toBe('recovery-no-library');
});
