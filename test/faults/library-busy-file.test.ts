/** @file Another program, such as a virus scanner, blocks a file of the library while it is moved into place. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { systemRandom } from '../../src/main/concurrency/clock.ts';
import { createLibrary } from '../../src/main/storage/library/library.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { eventually } from '../fakes/eventually.ts';
import { codeOf, createLibraryFixture, pattern } from '../integration/storage/library/library-fixture.ts';

const canMount = process.getuid?.() === 0 && process.platform === 'linux';
const id = '00000000-0000-4000-8000-000000000000';

/** Starts sealing an item whose file is blocked, and waits until the library waits for a retry. */
async function sealBusyFile({ skip }: TestContext) {
  if (!canMount) skip('a file can only be blocked by root on Linux');
  const fixture = await createLibraryFixture();
  const partFile = fixture.fileOf(id).replace('.sealed', '.part');
  const clock = createFakeClock();
  const random = { ...systemRandom, identifier: () => id };
  const library = createLibrary({ dataFolder: fixture.dataFolder, vault: fixture.vault, clock, random });
  let isBusy = false;
  const release = () => {
    if (isBusy) execFileSync('umount', [partFile]);
    isBusy = false;
  };
  onTestFinished(async () => {
    release();
    await library.close();
  });
  async function* content() {
    yield pattern(1_000);
    // Renaming a mount point fails with EBUSY.
    execFileSync('mount', ['--bind', partFile, partFile]);
    isBusy = true;
  }
  const sealAttempt = library.seal('proof', null, content());
  await eventually(() => expect(clock.waiting()).toBe(1));
  return { fixture, library, clock, sealAttempt, release };
}

test('an item whose file is blocked temporarily is sealed once the file is released', async (context) => {
  const { library, clock, sealAttempt, release } = await sealBusyFile(context);
  release();
  await clock.advance(5_000);
  expect(await sealAttempt).toMatchObject({ id });
  expect(Buffer.from(await library.readAll(id))).toEqual(pattern(1_000));
});

test('an item whose file cannot be moved into place is refused, and is complete at the next start', async (context) => {
  const { fixture, library, clock, sealAttempt, release } = await sealBusyFile(context);
  const errorCode = codeOf(sealAttempt);
  release();
  await mkdir(fixture.fileOf(id));
  await library.close();
  await clock.advance(5_000);
  expect(await errorCode).toBe('file-not-written');
  await rmdir(fixture.fileOf(id));

  const secondRun = await fixture.start();
  expect(secondRun.state()).toEqual({ state: 'kept', items: 1, missing: 0, foreign: 0 });
  expect(Buffer.from(await secondRun.readAll(id))).toEqual(pattern(1_000));
  expect(await readdir(join(fixture.dataFolder, 'library', 'files'))).toEqual([`${id}.sealed`]);
});
