/** @file Every alteration of a pack is found, and a check opens nothing outside of the folder. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readlink, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { maxSumsBytes, PackChecker } from '../../../../src/main/features/evidence/pack-checker.ts';
import { sumsPath } from '../../../../src/main/features/evidence/pack-path.ts';
import { GuardedFolder } from '../../../../src/main/files/guarded-folder.ts';
import { isUnaltered } from '../../../../src/shared/model/evidence.ts';
import { codeOf } from '../../../fakes/error-of.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { findMissedAlterations, rewriteBoth } from './alterations.ts';
import { packTest as test } from './pack-fixture.ts';

test('every kind of alteration is found, and none in the pack itself', async ({ fixture }) => {
  expect(await findMissedAlterations(fixture, 1)).toEqual([]);
});

test('a file changed together with both lists is found by the fingerprint in the activity', async ({
  fixture,
}) => {
  const { path, fingerprint } = await fixture.writePack('January');
  const before = await fixture.checkPack(path);
  expect(before).toMatchObject({ fingerprint, record: { state: 'recorded', at: expect.any(String) } });
  await rewriteBoth(path, 'checks.csv', 'nothing to see');
  const after = await fixture.checkPack(path);
  expect(after).toMatchObject({ altered: { total: 0 }, contradicting: { total: 0 } });
  expect(after.fingerprint).not.toBe(fingerprint);
  expect(after.record).toEqual({ state: 'other', at: expect.any(String) });
  expect(isUnaltered(after)).toBe(false);
});

test('a file whose name only looks like that of a listed file is an addition', async ({ fixture }) => {
  const folder = join(fixture.folder, 'names');
  await mkdir(folder);
  // Folders have their files in any order.
  const names = Array.from({ length: 8 }, (_, index) => `${index} Z\u00e4hlung.csv`);
  for (const name of names) await writeFile(join(folder, name), 'listed');
  const sha256 = createHash('sha256').update('listed').digest('hex');
  await writeFile(join(folder, sumsPath), names.map((name) => `${sha256}  ${name}\n`).join(''));
  expect((await fixture.checkPack(folder)).added.names).toEqual([]);
  const added = [...names.map((name) => name.normalize('NFD')), 'Z\u00c4HLUNG.CSV'];
  for (const name of added) await writeFile(join(folder, name), 'added');
  const check = await fixture.checkPack(folder);
  expect([check.altered.total, check.missing.total, check.added.names]).toEqual([0, 0, added]);
});

test('a step of a check ends among empty files, and a file that disappears before its step is missing', async () => {
  const { path: folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const sha256 = createHash('sha256').digest('hex');
  const names = Array.from({ length: 2_100 }, (_, index) => `${10_000 + index}.csv`);
  for (const name of names) writeFileSync(join(folder, name), '');
  await writeFile(join(folder, sumsPath), names.map((name) => `${sha256}  ${name}\n`).join(''));
  const checker = await PackChecker.begin(folder, () => undefined);
  onTestFinished(() => checker.close());
  expect(await checker.next(() => undefined)).toEqual({ bytes: 0, isDone: false });
  // An error of the system does not make a file missing.
  const opening = vi.spyOn(GuardedFolder.prototype, 'open').mockRejectedValueOnce(new Error('EACCES'));
  onTestFinished(() => opening.mockRestore());
  await expect(checker.next(() => undefined)).rejects.toThrow('EACCES');
  await rm(join(folder, '12099.csv'));
  expect(await checker.next(() => undefined)).toEqual({ bytes: 0, isDone: true });
  expect(checker.findings()).toMatchObject({
    files: 2_100,
    altered: { total: 0 },
    missing: { total: 1, names: ['12099.csv'] },
  });
});

test('a folder with too many entries at any depth, and one with too large a list, are not checked', async () => {
  const { path: folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  await mkdir(join(folder, 'one', 'two'), { recursive: true });
  await symlink(folder, join(folder, 'one', 'link'));
  await writeFile(join(folder, 'one', 'file'), '');
  await writeFile(join(folder, sumsPath), '');
  const onEntry = vi.fn();
  const begin = async (maxListed: number) => (await PackChecker.begin(folder, onEntry, maxListed)).close();
  await begin(5);
  expect(onEntry).toHaveBeenCalledTimes(5);
  const isTooLarge = { code: 'E2BIG' };
  await expect(begin(4)).rejects.toMatchObject(isTooLarge);
  await truncate(join(folder, sumsPath), maxSumsBytes + 1);
  await expect(begin(5)).rejects.toMatchObject(isTooLarge);
  const descriptors = (await readdir('/proc/self/fd')).map((name) => join('/proc/self/fd', name));
  const open = await Promise.all(descriptors.map((path) => readlink(path).catch(() => '')));
  expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
});

test('a folder that is no pack, a link to a pack and a deep folder are answered', async ({ fixture }) => {
  const empty = join(fixture.folder, 'empty');
  await mkdir(empty);
  expect(await fixture.checkPack(empty)).toMatchObject({ fingerprint: null, missing: { names: [sumsPath] } });
  const { path } = await fixture.writePack('January');
  await symlink(path, join(fixture.folder, 'link'));
  expect(isUnaltered(await fixture.checkPack(join(fixture.folder, 'link')))).toBe(true);
  const deep = (depth: number) => mkdir(join(empty, 'a/'.repeat(depth)), { recursive: true });
  await deep(12);
  expect((await fixture.checkPack(empty)).added.names).toEqual([]);
  await deep(13);
  expect(await codeOf(fixture.checkPack(empty))).toBe('pack-not-checked');
  expect(await codeOf(fixture.checkPack(join(fixture.folder, 'nowhere')))).toBe('file-unreadable');
});
