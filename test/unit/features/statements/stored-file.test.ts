/** @file The stored file of a statement and its item of the library are recorded together. */
import { basename } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../../../src/main/concurrency/clock.ts';
import { recordStoredFile } from '../../../../src/main/features/statements/database/transfer.ts';
import { createStatementFiles } from '../../../../src/main/features/statements/statement-files.ts';
import { createLibrary } from '../../../../src/main/storage/library/library.ts';
import { openLibraryStore } from '../../../fakes/library-store.ts';
import { createFakeVault } from '../../../fakes/platform/vault.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { allFiles } from '../../../integration/storage/library/library-fixture.ts';

/** A statement whose file is downloaded, and a library. */
async function startDownload() {
  const folder = await temporaryFolder();
  const { database, run, close } = openLibraryStore();
  const store = { run, close };
  const platform = { vault: createFakeVault(), clock: systemClock, random: systemRandom };
  const library = createLibrary({ dataFolder: folder.path, store, ...platform });
  onTestFinished(async () => {
    await library.close();
    await folder.remove();
  });
  database.runScript(
    `INSERT INTO statement_request (id, profile_id, company_id, asked_at, since, till, format, email)
     VALUES (1, 'p', 'c', 0, '2026-01-01', '2026-01-31', 'csv', '');
     INSERT INTO statement (id, request_id, profile_id, company_id, wallet_id, since, till, format, state, changed_at)
     VALUES (1, 1, 'p', 'c', 7, '2026-01-01', '2026-01-31', 'csv', 'downloading', 0);`,
  );
  async function* pieces() {
    yield Buffer.from('a\n');
  }
  const about = {
    profileId: 'p',
    companyId: 'c',
    walletId: 7,
    since: '2026-01-01',
    till: '2026-01-31',
    identity: 'i',
  };
  const files = createStatementFiles(library);
  return {
    database,
    library,
    store: () =>
      files.put(about, pieces(), (row, { size, sha256 }) =>
        run(recordStoredFile, { id: 1, at: 5, row, size, sha256, format: 'csv' }),
      ),
    async found() {
      const names = (await allFiles(folder.path)).map(({ path }) => basename(path));
      return {
        statements: database.all('SELECT state, item FROM statement'),
        items: database.all('SELECT id, kind FROM library_item'),
        files: names.filter((name) => name !== 'library.json'),
      };
    },
  };
}

test('a stored statement has its item and its file', async () => {
  const { store, found, library } = await startDownload();
  await store();
  const [{ id } = { id: '' }] = await library.list('statement');
  expect(await found()).toEqual({
    statements: [{ state: 'stored', item: id }],
    items: [{ id, kind: 'statement' }],
    files: [`${id}.sealed`],
  });
});

test('a statement that cannot be recorded as stored has neither an item nor a file', async () => {
  const { database, store, found, library } = await startDownload();
  database.runScript(
    `CREATE TRIGGER refuse BEFORE UPDATE ON statement WHEN NEW.state = 'stored' AND OLD.state <> 'stored'
     BEGIN SELECT RAISE(ABORT, 'the statement is refused'); END`,
  );
  await expect(store()).rejects.toThrow('the statement is refused');
  expect(await found()).toEqual({ statements: [{ state: 'downloading', item: null }], items: [], files: [] });
  expect(library.state()).toMatchObject({ items: 0 });
});
