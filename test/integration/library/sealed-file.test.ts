/** @file Sealed files that somebody with a key has made again, or that are opened with another list. */
import { createHash } from 'node:crypto';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Library } from '../../../src/main/library/library.ts';
import type { MasterKey } from '../../../src/main/library/master-key.ts';
import { wrapKey } from '../../../src/main/library/recovery-file.ts';
import { deriveKey } from '../../../src/main/library/seal.ts';
import {
  createFrameBuffers,
  type Grant,
  openGranted,
  type SealedContent,
} from '../../../src/main/library/sealed-reader.ts';
import { writeSealed } from '../../../src/main/library/sealed-writer.ts';
import { codeOf, createPlace, heldBelow, type Place, pattern } from './support.ts';

const frame = 256 * 1024;
const size = 2 * frame + 5000;
const passphrase = 'four words of passphrase';

/** Identifier and key of the library in a place. */
async function masterKeyOf(place: Place): Promise<MasterKey> {
  const { libraryId } = z
    .object({ libraryId: z.string() })
    .parse(JSON.parse(await readFile(place.marker, 'utf8')));
  const secret = place.vault.secrets.get(`library-key/${libraryId}`) ?? '';
  return { libraryId, key: Buffer.from(secret, 'base64url') };
}

/** A library with one file of three frames, and what opens it. */
async function prepared(): Promise<{ place: Place; library: Library; id: string; grant: Grant }> {
  const place = await createPlace();
  const library = await place.start();
  const { id } = await library.seal('statement', null, [pattern(size)]);
  return { place, library, id, grant: await library.grant(id) };
}

async function opened(grant: Grant, wanted?: Parameters<typeof openGranted>[1]): Promise<SealedContent> {
  const content = await openGranted(grant, wanted);
  onTestFinished(() => content.close());
  return content;
}

async function all(content: SealedContent): Promise<Buffer> {
  const frames: Uint8Array[] = [];
  for await (const one of content.frames()) frames.push(one);
  return Buffer.concat(frames);
}

async function filled(content: SealedContent, from = 0, to = content.frameCount): Promise<Buffer> {
  const bytes = Buffer.alloc(content.size);
  await content.fill(bytes, from, to);
  return bytes;
}

test('a file that was sealed again for the same entry, with the key of the library, is not the one in the list', async () => {
  const { place, library, id } = await prepared();
  const master = await masterKeyOf(place);
  const wrapping = await deriveKey(master.key, master.libraryId, 'files');
  await rm(place.fileOf(id));
  await writeSealed(place.fileOf(id), wrapping, id, Buffer.from('{}'), [Buffer.alloc(size, 1)]);
  expect(await codeOf(library.open(id))).toBe('library-item-damaged');
  expect(await codeOf(library.grant(id))).toBe('library-item-damaged');
});

test('content whose SHA-256 is not the one in the list is refused when all of it was read', async () => {
  const { grant } = await prepared();
  const other = createHash('sha256').update('other').digest('hex');
  expect(await all(await opened(grant, 'whole'))).toEqual(pattern(size));
  expect(await codeOf(all(await opened({ ...grant, sha256: other }, 'whole')))).toBe('library-item-damaged');
});

test('a file that was cut at the edge of a frame is not opened, even when the list says that it is so short', async () => {
  const { place, id, grant } = await prepared();
  const sealed = (await readFile(place.fileOf(id))).length;
  const headerSize = sealed - size - 3 * 16;
  await truncate(place.fileOf(id), headerSize + 2 * (frame + 16));
  const shorter = { ...grant, size: 2 * frame };
  expect(await codeOf(openGranted(shorter))).toBe('library-item-damaged');
  const whole = await opened(shorter, 'whole');
  expect(await codeOf(filled(whole))).toBe('library-item-damaged');
  expect(await codeOf(all(whole))).toBe('library-item-damaged');
});

test('an altered end is noticed before anything of the file is given, by who reads some of it', async () => {
  const { place, id, grant } = await prepared();
  const bytes = await readFile(place.fileOf(id));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(place.fileOf(id), bytes);
  expect(await codeOf(openGranted(grant))).toBe('library-item-damaged');
  const whole = await opened(grant, 'whole');
  expect((await filled(whole, 0, 2)).subarray(0, 2 * frame)).toEqual(pattern(size).subarray(0, 2 * frame));
  expect(await codeOf(filled(whole, 2, 3))).toBe('library-item-damaged');
});

test('a file that is refused is let go of', async () => {
  const { place, grant } = await prepared();
  const header = createHash('sha256').update('other').digest('hex');
  expect(await codeOf(openGranted({ ...grant, header }))).toBe('library-item-damaged');
  expect((await heldBelow(place.dataFolder)).filter((name) => name !== 'manifest.sealed')).toEqual([]);
});

test('a file that becomes shorter while it is open gives no byte that was not sealed', async () => {
  const { place, id, grant } = await prepared();
  const content = await opened(grant);
  await truncate(place.fileOf(id), 1000);
  expect(await codeOf(content.read(0, 10))).toBe('library-item-damaged');
  expect(await codeOf(filled(content))).toBe('library-item-damaged');
  expect(await codeOf(all(content))).toBe('library-item-damaged');
});

test('bytes of an earlier reading do not stand in for what is gone', async () => {
  const { place, id, grant } = await prepared();
  const content = await opened(grant);
  const testApp = createFrameBuffers();
  const bytes = Buffer.alloc(size);
  await content.fill(bytes, 0, content.frameCount, testApp);
  expect(bytes).toEqual(pattern(size));
  await truncate(place.fileOf(id), 1000);
  expect(await codeOf(content.fill(bytes, 0, content.frameCount, testApp))).toBe('library-item-damaged');
});

test('a file that is there is not written over', async () => {
  const { place, id } = await prepared();
  const before = await readFile(place.fileOf(id));
  const again = writeSealed(place.fileOf(id), Buffer.alloc(32), id, Buffer.from('{}'), [pattern(3)]);
  expect(await codeOf(again)).toBe('EEXIST');
  expect(await readFile(place.fileOf(id))).toEqual(before);
});

test('some frames are put where they belong, in any turn', async () => {
  const { grant } = await prepared();
  const content = await opened(grant, 'whole');
  const bytes = Buffer.alloc(size);
  for (const [from, to] of [
    [1, 3],
    [0, 1],
    [2, 2],
  ] as const)
    await content.fill(bytes, from, to);
  expect(bytes).toEqual(pattern(size));
});

test('a recovery file that names this library and holds another key changes nothing', async () => {
  const { place, library } = await prepared();
  const master = await masterKeyOf(place);
  const forged = await wrapKey({ ...master, key: Buffer.alloc(32, 6) }, passphrase, 0);
  await library.close();
  const secrets = new Map(place.vault.secrets);
  const again = await place.start();
  expect(await codeOf(again.restoreKey(forged, passphrase))).toBe('recovery-file-other');
  expect(place.vault.secrets).toEqual(secrets);

  await again.close();
  await rm(place.marker);
  const unmarked = await place.start();
  expect(await codeOf(unmarked.restoreKey(forged, passphrase))).toBe('recovery-file-other');
  expect(place.vault.secrets).toEqual(secrets);
  await rm(place.manifest);
  const unlisted = await place.start();
  expect(await codeOf(unlisted.restoreKey(forged, passphrase))).toBe('recovery-file-other');
  expect(place.vault.secrets).toEqual(secrets);
});
