import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../../src/main/storage/library/items.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { allFiles, codeOf, createLibraryFixture, pattern } from './library-fixture.ts';

const frameSize = 256 * 1024;

test('the library returns every size of content, whole and in ranges, after a restart', async () => {
  const fixture = await createLibraryFixture();
  const first = await fixture.start();
  const sizes = [0, 1, 1000, frameSize - 1, frameSize, frameSize + 1, 3 * frameSize, 3 * frameSize + 17];
  const sealedEntries: Entry[] = [];
  for (const size of sizes) {
    const bytes = pattern(size);
    const chunks = [bytes.subarray(0, size >> 1), bytes.subarray(size >> 1)];
    const entry = await first.seal('proof', { name: 'A' }, chunks);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(entry).toMatchObject({ size, kind: 'proof', about: { name: 'A' }, sha256 });
    sealedEntries.push(entry);
  }
  await first.close();

  const second = await fixture.start();
  expect(await second.list('proof')).toEqual(sealedEntries);
  for (const { id, size } of sealedEntries) {
    const bytes = pattern(size);
    expect(Buffer.from(await second.readAll(id)).equals(bytes)).toBe(true);
    const content = await second.open(id);
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
  }
});

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

describe('when the key of the library', () => {
  /** Creates a library with one item and closes it. */
  async function createClosedLibrary() {
    const fixture = await createLibraryFixture();
    const library = await fixture.start();
    const { id } = await library.seal('proof', null, [pattern(10)]);
    await library.close();
    return { fixture, id };
  }

  test('is lost, the library reports the loss, changes nothing, and works again once the key is restored', async () => {
    const { fixture, id } = await createClosedLibrary();
    const secrets = [...fixture.vault.secrets];
    const before = [await fixture.files(), await fixture.rows()];
    fixture.vault.secrets.clear();
    const library = await fixture.start();
    expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-key-lost' } });
    expect(await codeOf(library.seal('proof', null, [pattern(10)]))).toBe('library-key-lost');
    expect([await fixture.files(), await fixture.rows()]).toEqual(before);

    for (const [account, secret] of secrets) fixture.vault.secrets.set(account, secret);
    expect(await library.readAll(id)).toHaveLength(10);
    expect(library.state()).toMatchObject({ state: 'kept', items: 1 });
  });

  test.each(['keychain-locked', 'keychain-absent'] as const)(
    'cannot be read (%s), no empty library replaces it, and the next call retries',
    async (code) => {
      const { fixture } = await createClosedLibrary();
      fixture.vault.fails = code;
      const library = await fixture.start();
      expect(library.state()).toMatchObject({ state: 'unavailable', error: { code } });
      expect(await codeOf(library.seal('proof', null, [pattern(1)]))).toBe(code);
      fixture.vault.fails = null;
      expect(await library.list('proof')).toHaveLength(1);
    },
  );

  test('is lost for ever, the old library is archived completely and a new library starts', async () => {
    const { fixture, id } = await createClosedLibrary();
    fixture.vault.secrets.clear();
    const clock = createFakeClock();
    const library = fixture.create({ clock });
    await library.start();
    const archive = await library.startOver();
    const digits = new Date(clock.now()).toISOString().replaceAll(/\D/g, '');
    expect(archive).toBe(`library-put-aside-${digits.slice(0, 14)}`);
    expect(library.state()).toMatchObject({ state: 'kept', items: 0 });
    await library.seal('proof', null, [pattern(10)]);
    expect(await readdir(fixture.dataFolder)).toEqual(expect.arrayContaining(['library', archive]));
    expect(await readdir(join(fixture.dataFolder, archive, 'files'))).toEqual([`${id}.sealed`]);
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
