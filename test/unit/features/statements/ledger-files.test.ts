import { expect, onTestFinished, test } from 'vitest';
import { createLedgerFiles } from '../../../../src/main/features/statements/ledger/ledger-files.ts';
import { codeOf } from '../../../fakes/error-of.ts';
import { openLibrary } from '../../../fakes/library-store.ts';
import { createFakeVault } from '../../../fakes/platform/vault.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

test('a workbook without a ledger is removed when the next one is sealed, and the workbook of a ledger is kept', async () => {
  const folder = await temporaryFolder();
  const library = openLibrary({ dataFolder: folder.path, vault: createFakeVault() });
  onTestFinished(async () => {
    await library.close();
    await folder.remove();
  });
  const files = createLedgerFiles(library);
  const seal = (text: string, profileId = 'p') => files.putOriginal(profileId, [Buffer.from(text)]);
  const original = await seal('workbook');
  const about = { profileId: 'p', name: 'books.xlsx', importedAt: '2026-01-31T00:00:00Z', options: {} };
  await files.put({ ...about, original: { ...original, sheet: null } }, [Buffer.from('csv')]);
  await files.remove('p', (await files.put({ ...about, original: null }, [Buffer.from('other')])).id);
  const elsewhere = await seal('of another profile', 'q');
  const unfinished = await seal('not converted');
  await seal('next');
  for (const { item } of [original, elsewhere]) await files.grantSource(item);
  expect(await codeOf(files.grantSource(unfinished.item))).toBe('library-item-unknown');
});
