/** @file Another program, such as a virus scanner, blocks a file while it is moved into place. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../../src/main/concurrency/clock.ts';
import { enterFolder } from '../../src/main/files/guarded-folder.ts';
import { writeFileAtomically } from '../../src/main/files/saving-server.ts';
import type { Clock } from '../../src/main/platform/platform.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { eventually } from '../fakes/eventually.ts';
import { identifierOf } from '../fakes/library-store.ts';
import { temporaryFolder } from '../fakes/test-app.ts';
import { codeOf, createLibraryFixture, pattern } from '../integration/storage/library/library-fixture.ts';

const canMount = process.getuid?.() === 0 && process.platform === 'linux';
const id = identifierOf(1);

/** Blocks a file: renaming a mount point, or something to it, fails with EBUSY. Returns a function that releases it. */
function block(path: string): () => void {
  execFileSync('mount', ['--bind', path, path]);
  let isBusy = true;
  const release = () => {
    if (isBusy) execFileSync('umount', [path]);
    isBusy = false;
  };
  onTestFinished(release);
  return release;
}

test('an item whose file is blocked temporarily is moved into place once the file is released', async ({
  skip,
}) => {
  if (!canMount) skip('a file can only be blocked by root on Linux');
  const fixture = await createLibraryFixture();
  const partFile = fixture.fileOf(id).replace('.sealed', '.part');
  const clock = createFakeClock();
  const library = fixture.create({ clock, random: { ...systemRandom, identifier: () => id } });
  let release = () => {};
  async function* content() {
    yield pattern(1_000);
    release = block(partFile);
  }
  const sealing = library.seal('proof', null, content());
  await eventually(() => expect(clock.waiting()).toBe(1));
  release();
  await clock.advance(5_000);
  expect(await sealing).toMatchObject({ id });
  expect(await readdir(join(fixture.dataFolder, 'library', 'files'))).toEqual([`${id}.sealed`]);
  expect(Buffer.from(await library.readAll(id))).toEqual(pattern(1_000));
});

test('a removed item whose file stays blocked is reported, unknown at once, and removed at the next start', async ({
  skip,
}) => {
  if (!canMount) skip('a file can only be blocked by root on Linux');
  const fixture = await createLibraryFixture();
  const clock = createFakeClock();
  const library = fixture.create({ clock });
  const { id } = await library.seal('proof', null, [pattern(1_000)]);
  const release = block(fixture.fileOf(id));
  let code: unknown = null;
  void codeOf(library.remove(id)).then((rejectedCode) => {
    code = rejectedCode;
  });
  await eventually(() => expect(clock.waiting()).toBe(1));
  await eventually(async () => {
    await clock.advance(2_000);
    expect(code).toBe('file-locked');
  });
  expect(await codeOf(library.readAll(id))).toBe('library-item-unknown');
  await library.close();
  const filesFolder = join(fixture.dataFolder, 'library', 'files');
  for (const isBlocked of [true, false]) {
    if (!isBlocked) release();
    await (await fixture.start()).close();
    expect(await readdir(filesFolder)).toEqual(isBlocked ? [`${id}.sealed`] : []);
  }
});

/** Writes `after` to a new file and moves it over the file at the path. */
async function moveOver(path: string, clock: Clock): Promise<void> {
  const folder = await enterFolder(dirname(path));
  const { name, file } = await folder.create('event.json');
  await file.writeFile('after');
  await folder.move(name, file, folder, basename(path), clock);
  await file.close();
  await folder.close();
}

test.runIf(canMount).each<[string, (path: string, clock: Clock) => Promise<void>]>([
  ['a saved file', (path, clock) => writeFileAtomically(path, (file) => file.writeFile('after'), clock)],
  ['a moved file', moveOver],
])('%s replaces one that is blocked temporarily', async (_, replace) => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const path = join(folder.path, 'proofs.pdf');
  await writeFile(path, 'before');
  const release = block(path);
  const clock = createFakeClock();
  const saving = replace(path, clock);
  await eventually(() => expect(clock.waiting()).toBe(1));
  release();
  await clock.advance(5_000);
  await saving;
  expect(await readFile(path, 'utf8')).toBe('after');
});
