import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createMasterKey,
  generateMasterKey,
  hasMarker,
  type MasterKey,
  readLibraryId,
  readMasterKey,
  restoreKeyAndMarker,
  restoreMasterKey,
} from '../../../../src/main/storage/library/master-key.ts';
import { createFakeVault } from '../../../fakes/platform/vault.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { codeOf } from '../../../integration/storage/library/library-fixture.ts';

const libraryId = '5f8f1f1e-6a0e-4f0e-9a6d-0c5f2f1c7a11';
const otherId = '00000000-0000-4000-8000-00000000000b';
const account = `library-key/${libraryId}`;

async function createPlace() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const folder = join(path, 'data', 'library');
  return { folder, marker: join(folder, 'library.json'), vault: createFakeVault() };
}

/** Creates a library with its key. */
async function createLibrary() {
  const place = await createPlace();
  const master = await createMasterKey(place.marker, place.vault, libraryId);
  return { ...place, master };
}

/** Writes the marker with other values. */
function alter(marker: string, changes: Readonly<Record<string, unknown>>): void {
  const written: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(marker, 'utf8'));
  writeFileSync(marker, JSON.stringify({ ...written, ...changes }));
}

describe('creating a library', () => {
  test('generates a random key of 32 bytes', () => {
    const [one, other] = [generateMasterKey(libraryId), generateMasterKey(libraryId)];
    expect(one).toMatchObject({ libraryId, key: expect.objectContaining({ length: 32 }) });
    expect(one.key).not.toEqual(other.key);
  });

  test('stores the key in the keychain and a marker without the key on disk', async () => {
    const { folder, marker, vault, master } = await createLibrary();
    expect([...vault.secrets]).toEqual([[account, Buffer.from(master.key).toString('base64url')]]);
    const text = readFileSync(marker, 'utf8');
    expect(text).toMatch(/^\{"version":1,"libraryId":"[0-9a-f-]{36}","check":"[0-9a-f]{64}"\}\n$/);
    expect(text).not.toContain(Buffer.from(master.key).toString('hex'));
    expect(readdirSync(folder)).toEqual(['library.json']);
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('writes nothing when the keychain rejects the key', async () => {
    const { folder, marker, vault } = await createPlace();
    vault.fails = 'keychain-locked';
    expect(await codeOf(createMasterKey(marker, vault, libraryId))).toBe('keychain-locked');
    expect(() => statSync(folder)).toThrow('ENOENT');
  });

  test('fails when the marker cannot be written', async () => {
    const { folder, marker, vault } = await createPlace();
    mkdirSync(join(folder, '..'), { recursive: true });
    writeFileSync(folder, 'a file');
    expect(await codeOf(createMasterKey(marker, vault, libraryId))).toBe('file-not-written');
  });
});

describe('reading the key', () => {
  test('returns the key of the library', async () => {
    const { marker, vault, master } = await createLibrary();
    expect(await readMasterKey(marker, vault)).toEqual({ libraryId, key: Buffer.from(master.key) });
    expect(await hasMarker(marker)).toBe(true);
    expect(await readLibraryId(marker)).toBe(libraryId);
  });

  test('returns null without a library', async () => {
    const { marker, vault } = await createPlace();
    expect(await readMasterKey(marker, vault)).toBeNull();
    expect(await hasMarker(marker)).toBe(false);
    expect(await readLibraryId(marker)).toBeNull();
  });

  test.each([
    ['is not in the keychain', null],
    ['is another key', Buffer.alloc(32, 7).toString('base64url')],
    ['is empty', ''],
    ['is the key of another library', 'other library'],
  ])('reports the key as lost when it %s, but not when the keychain fails', async (_, secret) => {
    const { marker, vault, master } = await createLibrary();
    vault.secrets.clear();
    if (secret === 'other library') {
      alter(marker, { libraryId: otherId });
      vault.secrets.set(`library-key/${otherId}`, Buffer.from(master.key).toString('base64url'));
    } else if (secret !== null) vault.secrets.set(account, secret);
    expect(await codeOf(readMasterKey(marker, vault))).toBe('library-key-lost');
    vault.fails = 'keychain-locked';
    expect(await codeOf(readMasterKey(marker, vault))).toBe('keychain-locked');
  });

  test.each([
    ['that is not JSON', 'library-damaged', '{"version":1'],
    ['with a check that is too short', 'library-damaged', { check: 'ab' }],
    ['with a check that is too long', 'library-damaged', { check: 'a'.repeat(65) }],
    ['with text before the check', 'library-damaged', { check: `x${'a'.repeat(64)}` }],
    ['with a check that is not hexadecimal', 'library-damaged', { check: 'x'.repeat(64) }],
    ['without a check', 'library-damaged', { check: undefined }],
    ['without a version', 'library-damaged', { version: undefined }],
    ['with an invalid identifier', 'library-damaged', { libraryId: 'library' }],
    ['of a newer Paydesk', 'library-newer', { version: 2 }],
    ['of a newer Paydesk with another check', 'library-newer', { version: 2, check: 'other' }],
  ])('refuses a marker %s: %s', async (_, code, change) => {
    const { marker, vault } = await createLibrary();
    if (typeof change === 'string') writeFileSync(marker, change);
    else alter(marker, change);
    expect(await codeOf(readMasterKey(marker, vault))).toBe(code);
    expect(await codeOf(hasMarker(marker))).toBe(code);
    expect(await codeOf(readLibraryId(marker))).toBe(code);
  });

  test('refuses a marker that exists but cannot be read', async () => {
    const { marker, vault } = await createPlace();
    mkdirSync(marker, { recursive: true });
    expect(await codeOf(readMasterKey(marker, vault))).toBe('library-damaged');
  });
});

describe('restoring a key', () => {
  test('writes the key of this library into the keychain', async () => {
    const { marker, vault, master } = await createLibrary();
    const before = new Map(vault.secrets);
    vault.secrets.clear();
    await restoreMasterKey(marker, vault, master);
    expect(vault.secrets).toEqual(before);
  });

  test.each<[string, Partial<MasterKey>, Readonly<Record<string, unknown>> | null]>([
    ['another key', { key: Buffer.alloc(32, 7) }, {}],
    ['another identifier', { libraryId: otherId }, {}],
    ['the key of a library when the marker names another one', {}, { libraryId: otherId }],
    ['every key without a marker', {}, null],
  ])('refuses %s and changes nothing', async (_, keyChange, markerChange) => {
    const { marker, vault, master } = await createLibrary();
    vault.secrets.clear();
    if (markerChange === null) rmSync(marker);
    else alter(marker, markerChange);
    const restoring = restoreMasterKey(marker, vault, { ...master, ...keyChange });
    expect(await codeOf(restoring)).toBe('recovery-file-other');
    expect(vault.secrets.size).toBe(0);
  });
});

describe('restoring a key whose marker', () => {
  test('is lost writes the marker again', async () => {
    const { folder, marker, vault, master } = await createLibrary();
    const written = readFileSync(marker, 'utf8');
    rmSync(marker);
    vault.secrets.clear();
    await restoreKeyAndMarker(marker, vault, master);
    expect(readFileSync(marker, 'utf8')).toBe(written);
    expect(readdirSync(folder)).toEqual(['library.json']);
    expect(await readMasterKey(marker, vault)).toEqual({ libraryId, key: Buffer.from(master.key) });
  });

  test.each([true, false])('is unreadable keeps it beside the new one (%s), or fails', async (canRename) => {
    const { marker, vault, master } = await createLibrary();
    const written = readFileSync(marker, 'utf8');
    writeFileSync(marker, 'damaged');
    if (!canRename) mkdirSync(`${marker}.damaged`);
    const restoring = restoreKeyAndMarker(marker, vault, master);
    if (canRename) await restoring;
    else expect(await codeOf(restoring)).toBe('file-not-written');
    expect(readFileSync(marker, 'utf8')).toBe(canRename ? written : 'damaged');
    if (canRename) expect(readFileSync(`${marker}.damaged`, 'utf8')).toBe('damaged');
  });

  test('is lost changes nothing when the keychain rejects the key', async () => {
    const { marker, vault, master } = await createLibrary();
    rmSync(marker);
    vault.fails = 'keychain-locked';
    expect(await codeOf(restoreKeyAndMarker(marker, vault, master))).toBe('keychain-locked');
    expect(await hasMarker(marker)).toBe(false);
  });
});
