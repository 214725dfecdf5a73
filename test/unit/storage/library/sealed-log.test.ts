import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Library } from '../../../../src/main/storage/library/library.ts';
import { createSealedCollection } from '../../../../src/main/storage/library/sealed-collection.ts';
import { createSealedLog } from '../../../../src/main/storage/library/sealed-log.ts';
import { createLibraryFixture } from '../../../integration/storage/library/library-fixture.ts';

const file = { profileId: 'p', sha256: 'a'.repeat(64) };
const otherFile = { profileId: 'p', sha256: 'b'.repeat(64) };
const contentSchema = z.object({ entries: z.array(z.unknown()) });
/** Items that are joined to one. */
const perTier = 3;

const openLog = (library: Library) =>
  createSealedLog(library, 'sign-off', {
    entry: z.string(),
    summary: z.string().max(20),
    itemsPerTier: perTier,
  });

const upTo = (count: number) => Array.from({ length: count }, (_, index) => `entry ${index + 1}`);

async function append(log: ReturnType<typeof openLog>, count: number) {
  for (const [index, entry] of upTo(count).entries()) expect(await log.append(file, entry)).toBe(index + 1);
}

test('a long history is written a few times, read completely, and stays in few items', async () => {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  let written = 0;
  let read = 0;
  const log = openLog({
    ...library,
    seal: async (kind, metadata, content) => {
      for await (const part of content)
        written += contentSchema.parse(JSON.parse(String(part))).entries.length;
      return library.seal(kind, metadata, content);
    },
    readAll: async (id) => {
      read += 1;
      return library.readAll(id);
    },
  });
  const count = perTier * perTier + perTier + 1;
  await append(log, count);
  expect(written).toBeLessThanOrEqual(3 * count);
  expect(read).toBeLessThanOrEqual(2 * count);
  expect(await log.read(file)).toEqual(upTo(count));
  await library.close();
  const reopened = await fixture.start();
  expect(await openLog(reopened).read(file)).toEqual(upTo(count));
  const items = await openLog(reopened).list();
  expect(items.map(({ summary }) => summary)).toEqual(['entry 9', 'entry 12', 'entry 13']);
});

test('a join that was interrupted loses and repeats nothing, and is completed later', async () => {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  const log = openLog({ ...library, remove: () => Promise.reject(new Error('The program ends here')) });
  await append(log, perTier);
  await expect(log.append(file, 'lost')).rejects.toThrow('The program ends here');
  expect(await library.list('sign-off')).toHaveLength(perTier + 1);
  expect(await log.read(file)).toEqual(upTo(perTier));
  await library.close();
  const restarted = await fixture.start();
  const reopened = openLog(restarted);
  expect(await reopened.read(file)).toEqual(upTo(perTier));
  expect(await restarted.list('sign-off')).toHaveLength(1);
  expect(await reopened.append(file, 'later')).toBe(perTier + 1);
  expect(await reopened.read(file)).toEqual([...upTo(perTier), 'later']);
});

test('the items of a join are removed at once, and none is being removed any more when one has failed', async () => {
  const library = await (await createLibraryFixture()).start();
  let begun = 0;
  let ended = 0;
  const log = openLog({
    ...library,
    async remove(id) {
      begun += 1;
      if (begun === 1) throw new Error('The disk is full');
      await library.remove(id);
      ended += 1;
    },
  });
  await append(log, perTier);
  await expect(log.append(file, 'lost')).rejects.toThrow('The disk is full');
  expect({ begun, ended }).toEqual({ begun: perTier, ended: perTier - 1 });
  expect(await log.append(file, 'later')).toBe(perTier + 1);
  expect(await log.read(file)).toEqual([...upTo(perTier), 'later']);
});

test('histories belong to a file of a profile, and are removed with either', async () => {
  const fixture = await createLibraryFixture();
  const library = fixture.create();
  const log = openLog(library);
  expect([await log.list(), await log.read(file), await fixture.files()]).toEqual([[], [], []]);
  const elsewhere = { ...file, profileId: 'q' };
  await append(log, 2);
  for (const other of [otherFile, elsewhere]) await log.append(other, `of ${other.profileId}`);
  expect((await log.list()).map(({ summary }) => summary)).toEqual(['entry 1', 'of p', 'of q', 'entry 2']);
  const listed = { ...elsewhere, summary: 'of q', sealedAt: expect.any(Number) };
  expect(await log.list('q')).toEqual([listed]);
  await log.remove(file);
  expect([await log.read(file), await log.read(otherFile)]).toEqual([[], ['of p']]);
  expect(await log.append(file, 'anew')).toBe(1);
  await log.forgetProfile('p');
  expect([await log.read(file), await log.read(otherFile)]).toEqual([[], []]);
  expect(await log.list()).toEqual([listed]);
});

test('the latest two hundred histories are in memory', async () => {
  const library = await (await createLibraryFixture()).start();
  // The library is not listed before it has an item.
  let listings = 0;
  const log = openLog({ ...library, list: (kind) => library.list(kind).finally(() => (listings += 1)) });
  await append(log, 1);
  await log.append(otherFile, 'other');
  expect(await log.read(file)).toEqual(['entry 1']);
  for (let number = 1; number <= 198; number += 1) await log.read({ profileId: 'p', sha256: `${number}` });
  expect(listings).toBe(199);
  expect(await log.read(otherFile)).toEqual(['other']);
  expect(listings).toBe(199);
  await log.read({ profileId: 'p', sha256: '199' });
  expect(await log.read(otherFile)).toEqual(['other']);
  expect(listings).toBe(200);
  expect(await log.read(file)).toEqual(['entry 1']);
  expect(listings).toBe(201);
});

test.each([
  'nonsense',
  '{"version":2,"entries":[]}',
  '{"version":1,"entries":[{"sequence":0,"entry":""}]}',
  '{"version":1,"entries":[{"sequence":1,"entry":1}]}',
])('an item with the content %s is damaged', async (content) => {
  const library = await (await createLibraryFixture()).start();
  const about = { ...file, tier: 0, sequence: 1, summary: '' };
  await library.seal('sign-off', about, [Buffer.from(content)]);
  await expect(openLog(library).read(file)).rejects.toMatchObject({ code: 'library-item-damaged' });
});

test('entries are read in their order, whatever the order of their items is', async () => {
  const library = await (await createLibraryFixture()).start();
  const items = createSealedCollection(library, 'sign-off', z.looseObject({ profileId: z.string() }));
  for (const sequence of [2, 1]) {
    const content = JSON.stringify({ version: 1, entries: [{ sequence, entry: `entry ${sequence}` }] });
    await items.add({ ...file, tier: 0, sequence, summary: `${sequence}` }, [Buffer.from(content)]);
  }
  expect(await openLog(library).read(file)).toEqual(upTo(2));
  expect((await openLog(library).list()).map(({ summary }) => summary)).toEqual(['1', '2']);
  const [{ id } = { id: '' }] = await items.list('p');
  await items.replace(id, { ...otherFile, tier: 0, sequence: 2, summary: 'moved' });
  expect(await openLog(library).read(file)).toEqual(['entry 1']);
});

test('items with metadata of a later version are not listed', async () => {
  const library = await (await createLibraryFixture()).start();
  const known = { ...file, tier: 0, sequence: 1, summary: 'known' };
  for (const change of [{ tier: -1 }, { sequence: 0 }, { summary: {} }, {}])
    await library.seal('sign-off', { ...known, ...change }, [Buffer.from('{}')]);
  expect((await openLog(library).list('p')).map(({ summary }) => summary)).toEqual(['known']);
});
