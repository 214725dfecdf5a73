/** @file Another program, such as a virus scanner, blocks a file of the library while it is moved into place. */
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../../src/main/concurrency/clock.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { eventually } from '../fakes/eventually.ts';
import { identifierOf } from '../fakes/library-store.ts';
import { createLibraryFixture, pattern } from '../integration/storage/library/library-fixture.ts';

const canMount = process.getuid?.() === 0 && process.platform === 'linux';
const id = identifierOf(1);

test('an item whose file is blocked temporarily is moved into place once the file is released', async ({
  skip,
}) => {
  if (!canMount) skip('a file can only be blocked by root on Linux');
  const fixture = await createLibraryFixture();
  const partFile = fixture.fileOf(id).replace('.sealed', '.part');
  const clock = createFakeClock();
  const library = fixture.create({ clock, random: { ...systemRandom, identifier: () => id } });
  let isBusy = false;
  const release = () => {
    if (isBusy) execFileSync('umount', [partFile]);
    isBusy = false;
  };
  onTestFinished(release);
  async function* content() {
    yield pattern(1_000);
    // Renaming a mount point fails with EBUSY.
    execFileSync('mount', ['--bind', partFile, partFile]);
    isBusy = true;
  }
  const sealing = library.seal('proof', null, content());
  await eventually(() => expect(clock.waiting()).toBe(1));
  release();
  await clock.advance(5_000);
  expect(await sealing).toMatchObject({ id });
  expect(await readdir(join(fixture.dataFolder, 'library', 'files'))).toEqual([`${id}.sealed`]);
  expect(Buffer.from(await library.readAll(id))).toEqual(pattern(1_000));
});
