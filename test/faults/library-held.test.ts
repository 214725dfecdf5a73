/** @file Another program holds a file of the library, as virus scanners do, just when it is put in its place. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { systemRandom } from '../../src/main/clock.ts';
import { createLibrary } from '../../src/main/library/library.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { eventually } from '../fakes/eventually.ts';
import { codeOf, createPlace, pattern } from '../integration/library/support.ts';

const canMount = process.getuid?.() === 0 && process.platform === 'linux';
const id = '00000000-0000-4000-8000-000000000000';

/** A library that seals an item whose file is held; it waits for it to be free. */
async function sealHeld({ skip }: TestContext) {
  if (!canMount) skip('a file can only be held by root on Linux');
  const place = await createPlace();
  const part = place.fileOf(id).replace('.sealed', '.part');
  const clock = createFakeClock();
  const random = { ...systemRandom, identifier: () => id };
  const library = createLibrary({ dataFolder: place.dataFolder, vault: place.vault, clock, random });
  let isHeld = false;
  const free = () => {
    if (isHeld) execFileSync('umount', [part]);
    isHeld = false;
  };
  onTestFinished(async () => {
    free();
    await library.close();
  });
  async function* content() {
    yield pattern(1_000);
    // What is mounted cannot be renamed: the system says that it is busy.
    execFileSync('mount', ['--bind', part, part]);
    isHeld = true;
  }
  const sealing = library.seal('proof', null, content());
  await eventually(() => expect(clock.waiting()).toBe(1));
  return { place, library, clock, sealing, free };
}

test('what is held for a moment is sealed when it is free', async (context) => {
  const { library, clock, sealing, free } = await sealHeld(context);
  free();
  await clock.advance(5_000);
  expect(await sealing).toMatchObject({ id });
  expect(Buffer.from(await library.readAll(id))).toEqual(pattern(1_000));
});

test('what the list cannot let go of keeps its content, and is whole at the next start', async (context) => {
  const { place, library, clock, sealing, free } = await sealHeld(context);
  const refused = codeOf(sealing);
  free();
  await mkdir(place.fileOf(id));
  await library.close();
  await clock.advance(5_000);
  expect(await refused).toBe('file-not-written');
  await rmdir(place.fileOf(id));

  const second = await place.start();
  expect(second.state()).toEqual({ state: 'kept', items: 1, missing: 0, foreign: 0 });
  expect(Buffer.from(await second.readAll(id))).toEqual(pattern(1_000));
  expect(await readdir(join(place.dataFolder, 'library', 'files'))).toEqual([`${id}.sealed`]);
});
