/** @file CSV lists dropped among documents: recognized by their columns, excluded from the batch, and offered for import. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { codeOf } from '../../../fakes/error-of.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../../fakes/files/files.ts';
import { test } from './company-test.ts';
import type { DocumentsFixture } from './documents-fixture.ts';

const addressBookCsv = 'recipientId,label\nrcp_1,Nordlicht\nrcp_2,Balticum\n,No ID\n';
const manifestCsv = 'file,recipientId\na.pdf,rcp_1\n';

/** Drops a folder with a document and lists. Returns the batch and the recognized lists. */
async function dropWithDocument(fixture: DocumentsFixture, files: Readonly<Record<string, string>>) {
  const folder = join(fixture.folder, 'drop');
  await writeFiles(folder, { 'a.pdf': pdf('a') });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const batchId = await fixture.drop(folder);
  const lists = await fixture.call('documents.query', { action: 'listFiles', batchId });
  return { batchId, lists, documentId: lists[0]?.documentId ?? 0 };
}

describe('a CSV file among dropped documents', () => {
  test('is excluded as a list when it has the columns and a line of an address book', async ({ fixture }) => {
    const { batchId, lists } = await dropWithDocument(fixture, {
      'partners.csv': addressBookCsv,
      'other.csv': 'a,b\n1,2\n',
      'empty.csv': 'recipientId,label\n',
      'large.csv': `${addressBookCsv}${'x'.repeat(9 * 1024 * 1024)}`,
    });
    const rows = await fixture.rowsOf(batchId);
    expect(rows.map(({ name, state, reason }) => [name, state, reason?.code])).toEqual([
      ['a.pdf', 'ready', undefined],
      ['empty.csv', 'rejected', 'extension-not-allowed'],
      ['large.csv', 'rejected', 'extension-not-allowed'],
      ['other.csv', 'rejected', 'extension-not-allowed'],
      ['partners.csv', 'excluded', 'list-of-beneficiaries'],
    ]);
    expect(lists).toMatchObject([{ name: 'partners.csv', holds: 'beneficiaries', lines: 2 }]);
  });

  test.for([
    ['all', [], { beneficiaries: 2, new: 2 }, { added: 2, renamed: 0, refusedTotal: 1 }, 'Nordlicht'],
    [
      'only new',
      ['rcp_1'],
      { beneficiaries: 2, new: 1 },
      { added: 1, renamed: 0, unchanged: 1 },
      'My own name',
    ],
  ] as const)(
    'imports %s beneficiaries, and keeps known labels',
    async ([, known, count, result, label], { fixture }) => {
      const { documentId } = await dropWithDocument(fixture, { 'beneficiaries.csv': addressBookCsv });
      for (const recipientId of known) await fixture.addBeneficiary('My own name', recipientId);
      const countNew = () => fixture.call('beneficiaries.import', { action: 'count', documentId });
      expect(await countNew()).toEqual(count);
      const run = { action: 'run', documentId, onlyNew: true } as const;
      expect(await fixture.call('beneficiaries.import', run)).toMatchObject(result);
      expect(await countNew()).toEqual({ beneficiaries: 2, new: 0 });
      const { rows } = await fixture.call('beneficiaries.list', { offset: 0, limit: 10, search: '' });
      expect(rows.map((row) => row.label).sort()).toEqual(['Balticum', label]);
    },
  );

  test('is imported only as an address book, and not once it was deleted', async ({ fixture }) => {
    const { lists } = await dropWithDocument(fixture, {
      'beneficiaries.csv': addressBookCsv,
      'files.csv': manifestCsv,
    });
    expect(lists.map(({ holds, lines }) => `${holds} ${lines}`)).toEqual(['beneficiaries 2', 'files 1']);
    const [addressBookId, fileListId] = lists.map(({ documentId }) => documentId);
    const importCode = (documentId = 0) =>
      codeOf(fixture.call('beneficiaries.import', { action: 'run', documentId }));
    expect(await importCode(fileListId)).toBe('document-unknown');
    expect(await importCode(9_999)).toBe('document-unknown');
    await rm(join(fixture.folder, 'drop', 'beneficiaries.csv'));
    expect(await importCode(addressBookId)).toBe('file-missing');
  });

  test('is excluded again after the clerk includes it', async ({ fixture }) => {
    const { batchId } = await dropWithDocument(fixture, { 'beneficiaries.csv': addressBookCsv });
    await fixture.changeDocuments('include', batchId, 'beneficiaries.csv');
    await eventually(async () => {
      const { history } = await fixture.detailOf(batchId, 'beneficiaries.csv');
      expect(history.filter(({ kind }) => kind === 'excluded')).toHaveLength(2);
    });
    expect(await fixture.rowOf(batchId, 'beneficiaries.csv')).toMatchObject({
      state: 'excluded',
      reason: { code: 'list-of-beneficiaries' },
    });
  });
});
