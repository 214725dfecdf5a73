/** @file Sealed files that were re-created with the library key, truncated, or opened with a grant that differs from the list. */
import { createHash } from 'node:crypto';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { MasterKey } from '../../../../src/main/storage/library/master-key.ts';
import { wrapKey } from '../../../../src/main/storage/library/recovery-file.ts';
import { deriveKey } from '../../../../src/main/storage/library/seal.ts';
import {
  createFrameBuffers,
  type Grant,
  openGranted,
  type SealedContent,
} from '../../../../src/main/storage/library/sealed-reader.ts';
import { writeSealed } from '../../../../src/main/storage/library/sealed-writer.ts';
import {
  codeOf,
  createLibraryFixture,
  type LibraryFixture,
  openFilesBelow,
  pattern,
} from './library-fixture.ts';

const frameSize = 256 * 1024;
const size = 2 * frameSize + 5000;
const passphrase = 'four words of passphrase';

/** Returns the identifier and key of the library. */
async function masterKeyOf(fixture: LibraryFixture): Promise<MasterKey> {
  const { libraryId } = z
    .object({ libraryId: z.string() })
    .parse(JSON.parse(await readFile(fixture.marker, 'utf8')));
  const secret = fixture.vault.secrets.get(`library-key/${libraryId}`) ?? '';
  return { libraryId, key: Buffer.from(secret, 'base64url') };
}

/** Creates a library with one file of three frames and returns the grant that opens it. */
async function createSealedFile() {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  const { id } = await library.seal('statement', null, [pattern(size)]);
  return { fixture, library, id, grant: await library.createGrant(id) };
}

async function openContent(grant: Grant, purpose?: Parameters<typeof openGranted>[1]) {
  const content = await openGranted(grant, purpose);
  onTestFinished(() => content.close());
  return content;
}

async function readFrames(content: SealedContent): Promise<Buffer> {
  const frames: Uint8Array[] = [];
  for await (const frame of content.frames()) frames.push(frame);
  return Buffer.concat(frames);
}

async function fillBuffer(content: SealedContent, from = 0, to = content.frameCount): Promise<Buffer> {
  const bytes = Buffer.alloc(content.size);
  await content.fill(bytes, from, to);
  return bytes;
}

test('a file sealed again for the same entry with the library key is refused', async () => {
  const { fixture, library, id } = await createSealedFile();
  const masterKey = await masterKeyOf(fixture);
  const wrappingKey = await deriveKey(masterKey.key, masterKey.libraryId, 'files');
  await rm(fixture.fileOf(id));
  await writeSealed(fixture.fileOf(id), wrappingKey, id, Buffer.from('{}'), [Buffer.alloc(size, 1)]);
  expect(await codeOf(library.open(id))).toBe('library-item-damaged');
  expect(await codeOf(library.createGrant(id))).toBe('library-item-damaged');
});

test('content whose SHA-256 differs from the list is refused once it has been read completely', async () => {
  const { grant } = await createSealedFile();
  const otherSha256 = createHash('sha256').update('other').digest('hex');
  expect(await readFrames(await openContent(grant, 'all'))).toEqual(pattern(size));
  expect(await codeOf(readFrames(await openContent({ ...grant, sha256: otherSha256 }, 'all')))).toBe(
    'library-item-damaged',
  );
});

test('a file truncated at a frame boundary is refused even when the list has the shorter size', async () => {
  const { fixture, id, grant } = await createSealedFile();
  const sealedSize = (await readFile(fixture.fileOf(id))).length;
  // Each of the three frames has an authentication tag of 16 bytes.
  const headerSize = sealedSize - size - 3 * 16;
  await truncate(fixture.fileOf(id), headerSize + 2 * (frameSize + 16));
  const shorterGrant = { ...grant, size: 2 * frameSize };
  expect(await codeOf(openGranted(shorterGrant))).toBe('library-item-damaged');
  expect(await openFilesBelow(join(fixture.dataFolder, 'library'))).toEqual([]);
  const content = await openContent(shorterGrant, 'all');
  expect(await codeOf(fillBuffer(content))).toBe('library-item-damaged');
  expect(await codeOf(readFrames(content))).toBe('library-item-damaged');
});

test('a changed last frame is detected at once when opening for partial reads, and on reaching that frame when reading everything', async () => {
  const { fixture, id, grant } = await createSealedFile();
  const bytes = await readFile(fixture.fileOf(id));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(fixture.fileOf(id), bytes);
  expect(await codeOf(openGranted(grant))).toBe('library-item-damaged');
  const content = await openContent(grant, 'all');
  expect((await fillBuffer(content, 0, 2)).subarray(0, 2 * frameSize)).toEqual(
    pattern(size).subarray(0, 2 * frameSize),
  );
  expect(await codeOf(fillBuffer(content, 2, 3))).toBe('library-item-damaged');
});

test('a file truncated while it is open is refused, even when the buffers still hold its earlier bytes', async () => {
  const { fixture, id, grant } = await createSealedFile();
  const content = await openContent(grant);
  const buffers = createFrameBuffers();
  const bytes = Buffer.alloc(size);
  // Frames are filled at their offsets in any order.
  for (const [from, to] of [
    [1, 3],
    [0, 1],
    [2, 2],
    [0, 3],
  ] as const)
    await content.fill(bytes, from, to, buffers);
  expect(bytes).toEqual(pattern(size));
  await truncate(fixture.fileOf(id), 1000);
  for (const read of [
    () => content.read(0, 10),
    () => content.fill(bytes, 0, content.frameCount, buffers),
    () => fillBuffer(content),
    () => readFrames(content),
  ])
    expect(await codeOf(read())).toBe('library-item-damaged');
});

test('an existing file is not overwritten', async () => {
  const { fixture, id } = await createSealedFile();
  const bytesBefore = await readFile(fixture.fileOf(id));
  const secondWrite = writeSealed(fixture.fileOf(id), Buffer.alloc(32), id, Buffer.from('{}'), [pattern(3)]);
  expect(await codeOf(secondWrite)).toBe('EEXIST');
  expect(await readFile(fixture.fileOf(id))).toEqual(bytesBefore);
});

test('a recovery file with the identifier of this library and another key changes nothing', async () => {
  const { fixture, library } = await createSealedFile();
  const masterKey = await masterKeyOf(fixture);
  const forgedRecoveryFile = await wrapKey({ ...masterKey, key: Buffer.alloc(32, 6) }, passphrase, 0);
  const secrets = new Map(fixture.vault.secrets);
  expect(await codeOf(library.restoreKey(forgedRecoveryFile, passphrase))).toBe('recovery-file-other');
  expect(fixture.vault.secrets).toEqual(secrets);
});
