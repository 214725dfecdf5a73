/** @file The list of the library's items in the database, without their files. */
import { describe, expect, test } from 'vitest';
import { addItem } from '../../../../src/main/storage/library/database.ts';
import {
  type Entry,
  type LibraryItems,
  openLibraryItems,
} from '../../../../src/main/storage/library/items.ts';
import type { MasterKey } from '../../../../src/main/storage/library/master-key.ts';
import type { Store } from '../../../../src/main/storage/store/store.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { identifierOf, openLibraryStore } from '../../../fakes/library-store.ts';
import { codeOf } from '../../../integration/storage/library/library-fixture.ts';

const master: MasterKey = { libraryId: identifierOf(10_000), key: Buffer.alloc(32, 5) };
const otherMaster: MasterKey = { libraryId: identifierOf(10_001), key: master.key };
const listPage = 'library.listPage';
const unavailable = new PaydeskError('database-unavailable', 'The database is closed');

function createEntry(number: number, about: unknown = number, kind: Entry['kind'] = 'proof'): Entry {
  return { id: identifierOf(number), kind, size: 1, sha256: '00', header: '11', sealedAt: 0, about };
}

const entriesOf = (...numbers: readonly number[]) => numbers.map((number) => createEntry(number));
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Creates a database whose calls a test can watch, delay and reject. */
function createPlace() {
  const { database, run } = openLibraryStore();
  const calls: string[] = [];
  const hooks = { before: async (): Promise<void> => undefined };
  const store: Store = {
    async run(procedure, args) {
      calls.push(procedure.name);
      await hooks.before();
      return run(procedure, args);
    },
    close: async () => undefined,
  };
  return {
    database,
    calls,
    hooks,
    /** Opens the list as a start does. */
    open: (key = master) => openLibraryItems(store, key),
    async add(items: LibraryItems, ...entries: readonly Entry[]) {
      for (const entry of entries) await items.add(entry, (row) => run(addItem, row));
    },
    /** Returns what a later start finds. */
    listAgain: async () => (await openLibraryItems({ run, close: store.close }, master)).list('proof'),
  };
}

/** Creates a database with two proofs, and one of another library. */
async function createTwoItems() {
  const place = createPlace();
  await place.add(await place.open(), ...entriesOf(1, 2));
  await place.add(await place.open(otherMaster), createEntry(3));
  return place;
}

describe('an altered row', () => {
  const otherFacts = 'SELECT sealed FROM library_item AS other WHERE other.position = 3 - item.position';

  test.each([
    ['another kind', identifierOf(1), "SET kind = 'statement' WHERE position = 1"],
    ['another identifier', identifierOf(4), `SET id = '${identifierOf(4)}' WHERE position = 1`],
    ['an identifier that is none', 'one', "SET id = 'one' WHERE position = 1"],
    ['another library', identifierOf(3), `SET library_id = '${master.libraryId}'`],
    ['the facts of another item', identifierOf(1), `AS item SET sealed = (${otherFacts}) WHERE position < 3`],
    ['too few facts', identifierOf(2), "SET sealed = x'00' WHERE position = 2"],
    ['empty facts', identifierOf(2), "SET sealed = x'' WHERE position = 2"],
  ])('with %s is damage, in the list and alone', async (_, id, change) => {
    const place = await createTwoItems();
    place.database.runScript(`UPDATE library_item ${change}`);
    const items = await place.open();
    expect(await codeOf(items.find(id))).toBe('library-damaged');
    const lists = Promise.all([items.list('proof'), items.list('statement')]);
    expect(await codeOf(lists)).toBe('library-damaged');
  });

  test('with any flipped bit in its facts is damage', async () => {
    const { database, open, listAgain } = await createTwoItems();
    const write = (sealed: Uint8Array) =>
      database.run('UPDATE library_item SET sealed = $sealed WHERE position = 1', { sealed });
    const hex = database.get('SELECT hex(sealed) AS hex FROM library_item WHERE position = 1')?.['hex'];
    const sealed = Buffer.from(String(hex), 'hex');
    expect(sealed.length).toBeGreaterThan(80);
    const items = await open();
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      write(altered);
      expect([bit, await codeOf(items.list('proof'))]).toEqual([bit, 'library-damaged']);
    }
    write(sealed);
    expect(await listAgain()).toEqual(entriesOf(1, 2));
  });

  test.each([["kind = 'receipt'"], ["id = 'one two'"], ["id = 'one' || char(10) || 'two'"]])(
    'with %s, which no Paydesk writes, is damage at once',
    async (change) => {
      const place = await createTwoItems();
      place.database.runScript(`UPDATE library_item SET ${change} WHERE position = 2`);
      expect(await codeOf(place.open())).toBe('library-damaged');
    },
  );
});

test('a list of 1,200 items has several pages, keeps the order of storage, and is read once', async () => {
  const place = createPlace();
  const items = await place.open();
  const [first = 0, ...others] = range(1, 1_200).reverse();
  for (const number of [first, ...others])
    await place.add(items, createEntry(number), createEntry(number + 5_000, null, 'statement'));
  const changed = createEntry(first, 'changed');
  await items.replaceMetadata(changed.id, 'changed');
  const expected = [changed, ...entriesOf(...others)];
  const reopened = await place.open();
  for (const list of [items, reopened]) {
    place.calls.length = 0;
    expect(await Promise.all([list.list('proof'), list.list('proof')])).toEqual([expected, expected]);
    expect(await list.list('proof')).toEqual(expected);
    expect(place.calls).toEqual(Array(4).fill(listPage));
  }
});

test('what is added, replaced or removed while the items of a kind are read is right in their list', async () => {
  const place = createPlace();
  const items = await place.open();
  await place.add(items, ...entriesOf(...range(1, 1_200)));
  const [replaced, removed] = [
    [2, 700],
    [3, 701],
  ] as const;
  const pages: PromiseWithResolvers<void>[] = [];
  place.hooks.before = () => {
    const page = Promise.withResolvers<void>();
    pages.push(page);
    return place.calls.at(-1) === listPage ? page.promise : Promise.resolve();
  };
  const listing = items.list('proof');
  pages[0]?.resolve();
  await eventually(() => expect(pages).toHaveLength(2));
  // The first page was read with the items 2 and 3, the second one is read with the changes.
  const changes = [
    place.add(items, createEntry(1_201)),
    ...replaced.map((number) => items.replaceMetadata(identifierOf(number), 'changed')),
    ...removed.map((number) => items.remove(identifierOf(number))),
  ];
  await eventually(() => expect(place.calls.filter((name) => name === 'library.removeItem')).toHaveLength(2));
  place.hooks.before = async () => undefined;
  for (const page of pages) page.resolve();
  await Promise.all(changes);
  const expected = range(1, 1_201)
    .filter((number) => !removed.some((other) => other === number))
    .map((number) => createEntry(number, replaced.some((other) => other === number) ? 'changed' : number));
  await listing;
  expect(await items.list('proof')).toEqual(expected);
  expect(await place.listAgain()).toEqual(expected);
});

test('an item of a kind that was not listed is found by its row alone, and a listed one without the database', async () => {
  const place = await createTwoItems();
  const items = await place.open();
  place.calls.length = 0;
  expect(await items.find(identifierOf(2))).toEqual(createEntry(2));
  expect(place.calls).toEqual(['library.findItem']);
  await items.list('proof');
  place.calls.length = 0;
  expect(await items.find(identifierOf(2))).toEqual(createEntry(2));
  expect(place.calls).toEqual([]);
});

test('changes at once are all made, and removed items are remembered', async () => {
  const place = await createTwoItems();
  const items = await place.open();
  await items.list('proof');
  await Promise.all([
    items.remove(identifierOf(1)),
    place.add(items, ...entriesOf(4, 5)),
    items.replaceMetadata(identifierOf(2), 'changed'),
  ]);
  const expected = [createEntry(2, 'changed'), ...entriesOf(4, 5)];
  expect(await items.list('proof')).toEqual(expected);
  expect(await place.listAgain()).toEqual(expected);
  for (const list of [items, await place.open()]) {
    expect([...list.kinds]).toEqual(expected.map(({ id, kind }) => [id, kind]));
    expect([...list.removedIds]).toEqual([identifierOf(1)]);
  }
});

test('after the database was not available, the list is read again and a removal that failed is none', async () => {
  const place = await createTwoItems();
  const items = await place.open();
  place.hooks.before = () => Promise.reject(unavailable);
  const id = identifierOf(1);
  const attempts = [items.list('proof'), items.remove(id), items.replaceMetadata(identifierOf(2), 'lost')];
  expect(await Promise.all(attempts.map(codeOf))).toEqual(Array(3).fill('database-unavailable'));
  place.hooks.before = async () => undefined;
  expect(await items.find(id)).toEqual(createEntry(1));
  expect(await items.list('proof')).toEqual(entriesOf(1, 2));
  expect([...items.removedIds]).toEqual([]);
});

test('an item is added although the list that is read meanwhile fails', async () => {
  const place = await createTwoItems();
  const items = await place.open();
  const page = Promise.withResolvers<void>();
  place.hooks.before = () => page.promise;
  const listing = codeOf(items.list('proof'));
  const adding = place.add(items, createEntry(4));
  await eventually(() => expect(items.kinds.has(identifierOf(4))).toBe(true));
  page.reject(unavailable);
  expect(await listing).toBe('database-unavailable');
  await adding;
  place.hooks.before = async () => undefined;
  expect(await items.list('proof')).toEqual(entriesOf(1, 2, 4));
});

test('an item that the database does not have any more is neither found nor replaced', async () => {
  const place = await createTwoItems();
  const [items, other] = [await place.open(), await place.open()];
  await items.list('proof');
  await other.remove(identifierOf(1));
  await items.remove(identifierOf(2));
  expect(await codeOf(items.replaceMetadata(identifierOf(1), 'late'))).toBe('library-item-unknown');
  expect(await codeOf(other.find(identifierOf(2)))).toBe('library-item-unknown');
  expect(await place.listAgain()).toEqual([]);
});

test('a removed item is forgotten once its file is gone, and never one of another library', async () => {
  const place = await createTwoItems();
  const items = await place.open();
  for (const number of [1, 2]) await items.remove(identifierOf(number));
  const other = await place.open(otherMaster);
  await other.remove(identifierOf(3));
  await items.forgetRemoved(new Set([identifierOf(2)]));
  expect([...items.removedIds]).toEqual([identifierOf(2)]);
  expect([...(await place.open()).removedIds]).toEqual([identifierOf(2)]);
  expect([...(await place.open(otherMaster)).removedIds]).toEqual([identifierOf(3)]);
  place.calls.length = 0;
  await items.forgetRemoved(new Set([identifierOf(2)]));
  expect(place.calls).toEqual([]);
});
