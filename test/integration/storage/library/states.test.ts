/** @file The state that the library reports, from its start to its close. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allFiles, codeOf, createLibraryFixture, pattern } from './library-fixture.ts';

const frameSize = 256 * 1024;

test('the number of items follows each seal and removal, not a failed one, and every change is reported', async () => {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  const states: unknown[] = [];
  library.onChange(() => states.push(library.state()));
  async function* failingContent() {
    yield pattern(frameSize * 2);
    throw new Error('the line is cut');
  }
  const first = await library.seal('proof', null, [pattern(3)]);
  await library.seal('statement', null, [pattern(4)]);
  await library.remove(first.id);
  await expect(library.seal('proof', null, failingContent())).rejects.toThrow('the line is cut');
  const keptState = (items: number) => ({ state: 'kept', items, missing: 0, foreign: 0 });
  expect(states).toEqual([keptState(0), keptState(1), keptState(2), keptState(1), keptState(1)]);
  expect(await library.list('proof')).toEqual([]);
});

test('a list contains only the items of the requested kind', async () => {
  const library = await (await createLibraryFixture()).start();
  const proof = await library.seal('proof', null, [pattern(3)]);
  const statement = await library.seal('statement', null, [pattern(3)]);
  expect(await library.list('proof')).toEqual([proof]);
  expect(await library.list('statement')).toEqual([statement]);
  expect(await library.list('annotations')).toEqual([]);
  // A library that is open is not replaced.
  expect(await codeOf(library.startOver())).toBe('arguments-invalid');
  expect(await library.list('proof')).toEqual([proof]);
});

describe('without a usable keychain', () => {
  test.each(['keychain-absent', 'keychain-refused'] as const)(
    'items are sealed for this session and leave no file (%s)',
    async (fails) => {
      const fixture = await createLibraryFixture();
      fixture.vault.fails = fails;
      const library = await fixture.start();
      const { id } = await library.seal('proof', null, [Buffer.from('canary-of-the-session')]);
      expect(library.state()).toEqual({ state: 'session-only', items: 1, proofs: 1, statements: 0 });
      expect(await library.readLibraryId()).toBeNull();
      expect(await codeOf(library.createRecoveryFile('four words of passphrase'))).toBe(
        'recovery-no-library',
      );
      expect(Buffer.from(await library.readAll(id)).toString()).toBe('canary-of-the-session');
      for (const { bytes } of await allFiles(fixture.dataFolder))
        expect(bytes.includes('canary')).toBe(false);
      await library.remove(id);
      expect(library.state()).toEqual({ state: 'session-only', items: 0, proofs: 0, statements: 0 });
      await library.seal('statement', null, [pattern(3)]);
      expect(library.state()).toMatchObject({ items: 1, proofs: 0, statements: 1 });
      await library.close();
      expect(await fixture.files()).toEqual([]);
    },
  );

  test('no library is created while the keychain is locked, and the next call retries', async () => {
    const fixture = await createLibraryFixture();
    fixture.vault.fails = 'keychain-locked';
    const library = await fixture.start();
    expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('keychain-locked');
    expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'keychain-locked' } });
    expect(await fixture.files()).toEqual([]);
    fixture.vault.fails = null;
    await library.seal('proof', null, [pattern(3)]);
    expect(library.state()).toMatchObject({ state: 'kept', items: 1 });
  });

  test('files left by a crashed session are deleted at the next start and by the next session', async () => {
    const fixture = await createLibraryFixture();
    const leftoverFolder = join(fixture.dataFolder, 'library-of-this-session', 'files');
    async function leaveFile() {
      await mkdir(leftoverFolder, { recursive: true });
      await writeFile(join(leftoverFolder, 'left.sealed'), 'sealed');
    }
    await leaveFile();
    const library = await fixture.start();
    expect(await fixture.files()).toEqual([]);
    expect(library.state()).toEqual({ state: 'unused' });
    fixture.vault.fails = 'keychain-absent';
    await leaveFile();
    const { id } = await library.seal('proof', null, [pattern(3)]);
    expect(await readdir(leftoverFolder)).toEqual([`${id}.sealed`]);
  });

  test('the rows of an earlier session are forgotten at the next start, and no others', async () => {
    const fixture = await createLibraryFixture();
    fixture.vault.fails = 'keychain-absent';
    const { id } = await (await fixture.start()).seal('proof', null, [pattern(3)]);
    await fixture.query(
      `INSERT INTO library_item (library_id, id, kind, sealed) VALUES ('kept', 'other', 'proof', x'00')`,
    );
    const ids = async () => (await fixture.rows()).map((row) => row['id']);
    expect(await ids()).toEqual([id, 'other']);
    await fixture.start();
    expect(await ids()).toEqual(['other']);
  });
});

test('the library is opened once when several starts are requested', async () => {
  const fixture = await createLibraryFixture();
  const first = await fixture.start();
  await first.list('proof');
  await first.close();
  const second = fixture.create();
  let changeCount = 0;
  second.onChange(() => {
    changeCount += 1;
  });
  await Promise.all([second.start(), second.start()]);
  await second.start();
  expect(changeCount).toBe(1);
});

test('every call is cancelled after the library was closed', async () => {
  const library = await (await createLibraryFixture()).start();
  const { id } = await library.seal('proof', null, [pattern(3)]);
  await library.close();
  for (const call of [library.list('proof'), library.open(id), library.readAll(id), library.remove(id)])
    expect(await codeOf(call)).toBe('cancelled');
  expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('cancelled');
});
