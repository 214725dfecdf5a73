import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../../../src/main/clock.ts';
import { openGranted } from '../../../src/main/library/sealed-reader.ts';
import { allFiles, codeOf, createLibraryFixture, pattern } from './library-fixture.ts';

const frameSize = 256 * 1024;

test.each([0, 1, 1000, frameSize - 1, frameSize, frameSize + 1, 3 * frameSize, 3 * frameSize + 17])(
  'the library returns %i bytes, whole and in ranges, after a restart',
  async (size) => {
    const fixture = await createLibraryFixture();
    const bytes = pattern(size);
    const first = await fixture.start();
    const chunks = [bytes.subarray(0, size >> 1), bytes.subarray(size >> 1)];
    const entry = await first.seal('proof', { name: 'A' }, chunks);
    expect(entry).toMatchObject({
      size,
      kind: 'proof',
      about: { name: 'A' },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    await first.close();

    const second = await fixture.start();
    expect(await second.list('proof')).toEqual([entry]);
    expect(Buffer.from(await second.readAll(entry.id)).equals(bytes)).toBe(true);
    const content = await second.open(entry.id);
    for (const [offset, length] of [
      [0, 10],
      [frameSize - 5, 10],
      [size - 3, 10],
      [size + 5, 10],
      [0, size],
    ] as const) {
      const start = Math.max(0, offset);
      const expectedBytes = bytes.subarray(start, start + length);
      expect(Buffer.from(await content.read(start, length)).equals(expectedBytes)).toBe(true);
    }
    await content.close();
  },
);

test('sealing a stream writes each full frame before more of the stream is read', async () => {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  const chunk = pattern(100_000);
  const filesFolder = join(fixture.dataFolder, 'library', 'files');
  const unwrittenBytes: number[] = [];
  async function* content() {
    for (let count = 0; count < 40; count += 1) {
      for (const name of await readdir(filesFolder)) {
        unwrittenBytes.push(count * chunk.length - (await stat(join(filesFolder, name))).size);
      }
      yield chunk;
    }
  }
  await library.seal('statement', null, content());
  expect(unwrittenBytes).toHaveLength(40);
  expect(Math.max(...unwrittenBytes)).toBeLessThanOrEqual(frameSize);
});

test('a thread opens an item with only the grant of the item', async () => {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  const entry = await library.seal('statement', null, [pattern(5000)]);
  const content = await openGranted(await library.createGrant(entry.id));
  expect(Buffer.from(await content.read(10, 20)).equals(pattern(5000).subarray(10, 30))).toBe(true);
  await content.close();
});

test('content whose stream fails leaves no file and no entry', async () => {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  async function* failingContent() {
    yield pattern(frameSize * 2);
    throw new Error('the line is cut');
  }
  await expect(library.seal('proof', null, failingContent())).rejects.toThrow('the line is cut');
  expect(await library.list('proof')).toEqual([]);
  expect(await readdir(join(fixture.dataFolder, 'library', 'files'))).toEqual([]);
});

test('content whose file cannot be moved to its final path is not listed, also after a restart', async () => {
  const fixture = await createLibraryFixture();
  const first = await fixture.start();
  const keptEntry = await first.seal('proof', 1, [pattern(10)]);
  await first.close();
  const id = '00000000-0000-4000-8000-000000000000';
  const second = await fixture.start({ ...systemRandom, identifier: () => id });
  await mkdir(fixture.fileOf(id));
  expect(await codeOf(second.seal('proof', 2, [pattern(20)]))).toBe('file-not-written');
  expect(await second.list('proof')).toEqual([keptEntry]);
  expect(await codeOf(second.open(id))).toBe('library-item-unknown');
  await second.close();
  await rmdir(fixture.fileOf(id));
  const third = await fixture.start();
  expect(third.state()).toEqual({ state: 'kept', items: 1, missing: 0, foreign: 0 });
  expect(await readdir(join(fixture.dataFolder, 'library', 'files'))).toEqual([`${keptEntry.id}.sealed`]);
});

test('a removed item stays removed, and its file is deleted again when a power loss restores it', async () => {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  const keptEntry = await library.seal('proof', 1, [pattern(10)]);
  const removedEntry = await library.seal('proof', 2, [pattern(10)]);
  const removedFile = await readFile(fixture.fileOf(removedEntry.id));
  await library.remove(removedEntry.id);
  expect(await codeOf(library.open(removedEntry.id))).toBe('library-item-unknown');
  await library.close();

  await writeFile(fixture.fileOf(removedEntry.id), removedFile);
  const second = await fixture.start();
  expect((await second.list('proof')).map(({ id }) => id)).toEqual([keptEntry.id]);
  expect(second.state()).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
  expect(await readdir(join(fixture.dataFolder, 'library', 'files'))).toEqual([`${keptEntry.id}.sealed`]);
});

test('200 items sealed at once are all stored and listed', async () => {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  const sealedEntries = await Promise.all(
    Array.from({ length: 200 }, (_, index) => library.seal('proof', index, [pattern(index)])),
  );
  await library.close();
  const second = await fixture.start();
  const entries = await second.list('proof');
  expect(new Set(entries.map(({ id }) => id))).toEqual(new Set(sealedEntries.map(({ id }) => id)));
});

describe('after an interrupted run', () => {
  test('a listed file that was not yet moved to its final path is moved there', async () => {
    const fixture = await createLibraryFixture();
    const first = await fixture.start();
    const entry = await first.seal('proof', null, [pattern(10)]);
    await first.close();
    const path = fixture.fileOf(entry.id);
    const bytes = await readFile(path);
    await rm(path);
    await writeFile(path.replace('.sealed', '.part'), bytes);
    const second = await fixture.start();
    expect(Buffer.from(await second.readAll(entry.id)).equals(pattern(10))).toBe(true);
    expect(second.state()).toMatchObject({ missing: 0, foreign: 0 });
  });

  test('an unfinished file is deleted', async () => {
    const fixture = await createLibraryFixture();
    const first = await fixture.start();
    await first.seal('proof', null, [pattern(10)]);
    await first.close();
    const unfinishedFile = join(
      fixture.dataFolder,
      'library',
      'files',
      '00000000-0000-4000-8000-000000000000.part',
    );
    await writeFile(unfinishedFile, 'half');
    const second = await fixture.start();
    expect(second.state()).toMatchObject({ state: 'kept', items: 1, foreign: 0 });
    expect(await readdir(join(fixture.dataFolder, 'library', 'files'))).toHaveLength(1);
  });

  test.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 7)],
    ['padded with zeros', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(64)])],
  ])(
    'a last record that was %s is dropped from the manifest, and the other records stay',
    async (_, damage) => {
      const fixture = await createLibraryFixture();
      const first = await fixture.start();
      const entry = await first.seal('proof', null, [pattern(10)]);
      await first.seal('proof', null, [pattern(11)]);
      await first.close();
      await writeFile(fixture.manifest, damage(await readFile(fixture.manifest)));
      const second = await fixture.start();
      const entries = await second.list('proof');
      expect(entries[0]).toEqual(entry);
      // The lost item is reported: its file is counted as foreign.
      expect(second.state()).toMatchObject({ state: 'kept', foreign: 2 - entries.length });
      const laterEntry = await second.seal('proof', null, [pattern(12)]);
      await second.close();
      expect((await (await fixture.start()).list('proof')).map(({ id }) => id)).toContain(laterEntry.id);
    },
  );
});

test('missing and foreign files are counted', async () => {
  const fixture = await createLibraryFixture();
  const first = await fixture.start();
  const entry = await first.seal('proof', null, [pattern(10)]);
  await first.seal('proof', null, [pattern(10)]);
  await first.close();
  await rm(fixture.fileOf(entry.id));
  await writeFile(fixture.fileOf('00000000-0000-4000-8000-000000000000'), 'not ours');
  const second = await fixture.start();
  expect(second.state()).toEqual({ state: 'kept', items: 2, missing: 1, foreign: 1 });
  expect(await codeOf(second.readAll(entry.id))).toBe('library-item-missing');
});

describe('when the key of the library', () => {
  test('is lost, the library reports the loss, changes nothing, and works again once the key is restored', async () => {
    const fixture = await createLibraryFixture();
    const first = await fixture.start();
    const entry = await first.seal('proof', null, [pattern(10)]);
    await first.close();
    const secrets = [...fixture.vault.secrets];
    const filesBefore = await allFiles(fixture.dataFolder);
    fixture.vault.secrets.clear();

    const second = await fixture.start();
    expect(second.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-key-lost' } });
    expect(await codeOf(second.seal('proof', null, [pattern(10)]))).toBe('library-key-lost');
    expect(await allFiles(fixture.dataFolder)).toEqual(filesBefore);

    for (const [account, secret] of secrets) fixture.vault.secrets.set(account, secret);
    expect(await second.readAll(entry.id)).toHaveLength(10);
    expect(second.state()).toMatchObject({ state: 'kept', items: 1 });
  });

  test('is replaced by another key, the library reports its key as lost', async () => {
    const fixture = await createLibraryFixture();
    const first = await fixture.start();
    await first.seal('proof', null, [pattern(10)]);
    await first.close();
    for (const account of fixture.vault.secrets.keys())
      fixture.vault.secrets.set(account, Buffer.alloc(32, 7).toString('base64url'));
    const second = await fixture.start();
    expect(second.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-key-lost' } });
  });

  test('is in a locked keychain, the library reports the locked keychain and retries on the next call', async () => {
    const fixture = await createLibraryFixture();
    const first = await fixture.start();
    await first.seal('proof', null, [pattern(10)]);
    await first.close();
    fixture.vault.fails = 'keychain-locked';
    const second = await fixture.start();
    expect(second.state()).toMatchObject({ state: 'unavailable', error: { code: 'keychain-locked' } });
    fixture.vault.fails = null;
    expect(await second.list('proof')).toHaveLength(1);
  });

  test('is lost for ever, the old library is archived completely and a new library starts', async () => {
    const fixture = await createLibraryFixture();
    const first = await fixture.start();
    const entry = await first.seal('proof', null, [pattern(10)]);
    await first.close();
    fixture.vault.secrets.clear();
    const second = await fixture.start();
    const archive = await second.startOver();
    expect(second.state()).toMatchObject({ state: 'kept', items: 0 });
    await second.seal('proof', null, [pattern(10)]);
    const archivedFiles = await readdir(join(fixture.dataFolder, archive, 'files'));
    expect(archivedFiles).toEqual([`${entry.id}.sealed`]);
  });

  test('cannot be stored because there is no keychain, items are sealed for this session only and leave no file', async () => {
    const fixture = await createLibraryFixture();
    fixture.vault.fails = 'keychain-absent';
    const first = await fixture.start();
    const entry = await first.seal('proof', null, [Buffer.from('canary-of-the-session')]);
    expect(first.state()).toEqual({ state: 'session-only', items: 1, proofs: 1, statements: 0 });
    expect(Buffer.from(await first.readAll(entry.id)).toString()).toBe('canary-of-the-session');
    for (const { bytes } of await allFiles(fixture.dataFolder)) expect(bytes.includes('canary')).toBe(false);
    await first.close();
    expect(await allFiles(fixture.dataFolder)).toEqual([]);
  });

  test('cannot be read because the keychain is gone, no empty library replaces the stored library', async () => {
    const fixture = await createLibraryFixture();
    const first = await fixture.start();
    await first.seal('proof', null, [pattern(10)]);
    await first.close();
    fixture.vault.fails = 'keychain-absent';
    const second = await fixture.start();
    expect(second.state()).toMatchObject({ state: 'unavailable', error: { code: 'keychain-absent' } });
    expect(await codeOf(second.seal('proof', null, [pattern(1)]))).toBe('keychain-absent');
  });
});

test('content, entries and key are never unencrypted on disk', async () => {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  const canary = 'CANARY-4711-in-content';
  await library.seal('proof', { reference: 'CANARY-4711-in-about' }, [Buffer.from(canary)]);
  await library.close();
  const secrets = [...fixture.vault.secrets.values()].map((secret) => Buffer.from(secret, 'base64url'));
  expect(secrets).toHaveLength(1);
  for (const { bytes } of await allFiles(fixture.dataFolder)) {
    expect(bytes.includes('CANARY-4711')).toBe(false);
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
  }
});

test('an altered manifest or an unreadable marker is reported and left unchanged', async () => {
  const fixture = await createLibraryFixture();
  const first = await fixture.start();
  await first.seal('proof', null, [pattern(10)]);
  await first.seal('proof', null, [pattern(10)]);
  await first.close();
  const bytes = await readFile(fixture.manifest);
  bytes[60] = (bytes[60] ?? 0) ^ 1;
  await writeFile(fixture.manifest, bytes);
  const second = await fixture.start();
  expect(second.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
  expect(await readFile(fixture.manifest)).toEqual(bytes);

  await truncate(join(fixture.dataFolder, 'library', 'library.json'), 20);
  const third = await fixture.start();
  expect(third.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
});
