import { expect, onTestFinished, test } from 'vitest';
import { SerialQueue } from '../../../../src/main/concurrency/serial-queue.ts';
import { createLedgerFiles } from '../../../../src/main/features/statements/ledger/ledger-files.ts';
import { createLinkHandlers } from '../../../../src/main/features/statements/ledger/ledger-links.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { defaultMatchSettings, maxLinks } from '../../../../src/shared/model/statements/ledger.ts';
import { codeOf, errorOf } from '../../../fakes/error-of.ts';
import { openLibrary } from '../../../fakes/library-store.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
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

test.each(['links', 'separated'] as const)('a decision beyond the limit of %s is refused', async (kind) => {
  const decided = { who: 'anna', at: '2026-02-01T00:00:00Z' };
  const row = { statement: [0], ledger: [0], decided, names: null };
  const pair = { profileId: 'p', ledgerSha256: '', statementsSha256: '', statementRows: 1 };
  const stored = { name: '', importedAt: '', size: 1, sha256: '', options: {}, original: null };
  const ledger = { id: 'ledger', ...stored, isChosen: false };
  const undoWith = async (count: number) => {
    const links = { links: [], separated: [], aliases: [], [kind]: Array<typeof row>(count).fill(row) };
    const decisions = { settings: defaultMatchSettings, links };
    const { undo } = createLinkHandlers({
      changes: new SerialQueue(),
      ...createFakePlatform(),
      requireMatching: (handle) => ({ handle, ledger, pair, statements: [], decisions, otherLinks: 0 }),
      callMatched: () => expect.unreachable('The statement engine is not asked'),
      decide: () => Promise.reject(new PaydeskError('cancelled', 'The decision is stored')),
    });
    return undo({ handle: 1 });
  };
  expect(await codeOf(undoWith(maxLinks))).toBe('cancelled');
  const full = { code: 'ledger-links-full', details: { max: maxLinks } };
  expect(await errorOf(undoWith(maxLinks + 1))).toMatchObject(full);
});
