/** @file The number of the last commit in the database and beside the library, and what their difference says. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as generation from '../../../../src/main/storage/generation/database.ts';
import { openGenerationCounter } from '../../../../src/main/storage/generation/generation-counter.ts';
import { readGenerationFile } from '../../../../src/main/storage/generation/generation-file.ts';
import { createTables } from '../../../../src/main/storage/store/create-tables.ts';
import { openDatabase } from '../../../../src/main/storage/store/database.ts';
import { defineFeatureDatabase } from '../../../../src/main/storage/store/procedure.ts';
import type { EarlierData } from '../../../../src/shared/model/earlier-data.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

const sectorSize = 512;

/** A file beside a library that does not exist yet, and a database that is opened again and again. */
async function createData() {
  const { path: folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const path = join(folder, 'library', 'generation');
  let database = createDatabase();
  let counter = openGenerationCounter(database, path);

  function createDatabase() {
    const created = openDatabase(':memory:');
    createTables(created, [defineFeatureDatabase('generation', generation.schema, generation)]);
    onTestFinished(() => created.close());
    return created;
  }
  const read = () =>
    generation.readGeneration.result.parse(generation.readGeneration.execute(database, null));
  return {
    path,
    read,
    set: (column: string, value: number) =>
      database.run(`UPDATE generation SET ${column} = $value`, { value }),
    commit(count = 1) {
      for (let commits = 0; commits < count; commits += 1) {
        counter.advance();
        counter.write();
      }
    },
    close: () => counter.close(),
    continueEarlier(identity: string) {
      generation.continueEarlier.execute(database, { identity });
      counter.advance();
      counter.write();
    },
    /** Opens the data as a start does, and returns why it is from an earlier time. */
    open(): EarlierData | null {
      counter = openGenerationCounter(database, path);
      return read().earlier;
    },
    /** Loses the database. */
    loseDatabase() {
      database = createDatabase();
    },
  };
}

type Data = Awaited<ReturnType<typeof createData>>;

test('each commit is counted in the database and beside the library, which it creates', async () => {
  const data = await createData();
  expect(existsSync(data.path)).toBe(false);
  data.commit(3);
  const { identity, counter } = data.read();
  expect(counter).toBe(4);
  expect(readGenerationFile(data.path)).toEqual({ identity, counter });
  data.close();
  expect(data.read()).toMatchObject({ counter: 4, confirmed: 4, earlier: null });
  expect(data.open()).toBeNull();
});

test.each<[EarlierData | null, string, (data: Data) => void]>([
  [null, 'the last numbers beside the library were lost with the power', ({ set }) => set('counter', 90)],
  ['database', 'the database counts less', ({ set }) => set('counter', 4)],
  [
    'library',
    'the library has a number below one that was flushed',
    ({ set }) => {
      set('counter', 90);
      set('confirmed', 80);
    },
  ],
  ['libraryMissing', 'the number beside the library is gone', ({ path }) => rmSync(path)],
  ['databaseMissing', 'the database is new', ({ loseDatabase }) => loseDatabase()],
  [
    'mixed',
    'they have different identities',
    ({ path, read }) => {
      const text = readFileSync(path, 'latin1').replaceAll(read().identity, '0'.repeat(36));
      writeFileSync(path, text, 'latin1');
    },
  ],
])('data is found to be %s when %s', async (earlier, _, change) => {
  const data = await createData();
  data.commit(10);
  data.close();
  change(data);
  expect(data.open()).toBe(earlier);
});

test('until the clerk has chosen, nothing is written beside the library, and every start finds it again', async () => {
  const data = await createData();
  data.commit(10);
  data.close();
  data.set('counter', 4);
  const bytes = readFileSync(data.path);
  expect(data.open()).toBe('database');
  data.commit(20);
  data.close();
  expect(readFileSync(data.path)).toEqual(bytes);
  expect(data.open()).toBe('database');
  const identity = '00000000-0000-4000-8000-000000000001';
  data.continueEarlier(identity);
  expect(readGenerationFile(data.path)?.identity).toBe(identity);
  data.commit();
  data.close();
  expect(data.open()).toBeNull();
});

test('a half that was not written completely is ignored', async () => {
  const data = await createData();
  data.commit(6);
  const { identity, counter } = data.read();
  const bytes = readFileSync(data.path);
  const newest = (counter % 2) * sectorSize;
  writeFileSync(data.path, Buffer.from(bytes).fill(0, newest + 40, newest + sectorSize));
  expect(readGenerationFile(data.path)).toEqual({ identity, counter: counter - 1 });
  writeFileSync(data.path, bytes.subarray(0, 100));
  expect(readGenerationFile(data.path)).toBeNull();
});

test('a number that cannot be written is written with the next commit', async () => {
  const data = await createData();
  data.commit();
  rmSync(join(data.path, '..'), { recursive: true });
  writeFileSync(join(data.path, '..'), 'a file');
  data.commit();
  rmSync(join(data.path, '..'));
  data.commit();
  expect(readGenerationFile(data.path)?.counter).toBe(data.read().counter);
});
