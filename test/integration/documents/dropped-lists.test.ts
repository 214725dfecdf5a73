/** @file CSV lists dropped among documents: recognized by their columns, excluded from the batch, and offered for import. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { until } from '../session/support.ts';
import { type DocumentsFixture, test } from './documents-fixture.ts';

const addressBookCsv = 'recipientId,label\nrcp_1,Nordlicht\nrcp_2,Balticum\n,No ID\n';

async function dropWithDocument(
  fixture: DocumentsFixture,
  files: Readonly<Record<string, string>>,
): Promise<{ batchId: number }> {
  await fixture.signIn();
  const folder = join(fixture.folder, 'drop');
  await writeFiles(folder, { 'a.pdf': pdf('a') });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const batchId = await fixture.testApp.drop([folder]);
  await fixture.testApp.until('batches', ([batch]) => batch?.state === 'draft' && batch.documents > 0);
  return { batchId };
}

async function statesByName(fixture: DocumentsFixture, batchId: number) {
  const filter = { group: null, text: '' };
  const sort = { by: 'name', descending: false } as const;
  const { rows } = await fixture.call('documents.list', { batchId, filter, sort, offset: 0, limit: 50 });
  return new Map(rows.map(({ name, state, reason }) => [name, `${state} ${reason?.code ?? ''}`.trim()]));
}

describe('a CSV file among dropped documents', () => {
  test('is excluded as a list when it has the columns of an address book, regardless of its name', async ({
    fixture,
  }) => {
    const { batchId } = await dropWithDocument(fixture, {
      'partners.csv': addressBookCsv,
      'other.csv': 'a,b\n1,2\n',
    });
    expect(await statesByName(fixture, batchId)).toEqual(
      new Map([
        ['a.pdf', 'ready'],
        ['other.csv', 'rejected extension-not-allowed'],
        ['partners.csv', 'excluded list-of-beneficiaries'],
      ]),
    );
    expect(await fixture.call('documents.query', { action: 'listFiles', batchId })).toMatchObject([
      { name: 'partners.csv', holds: 'beneficiaries', lines: 2 },
    ]);
  });

  test('is rejected by its extension when it has the columns but no usable line, or is too large', async ({
    fixture,
  }) => {
    const { batchId } = await dropWithDocument(fixture, {
      'empty.csv': 'recipientId,label\n',
      'large.csv': `${addressBookCsv}${'x'.repeat(9 * 1024 * 1024)}`,
    });
    const states = await statesByName(fixture, batchId);
    expect(states.get('empty.csv')).toBe('rejected extension-not-allowed');
    expect(states.get('large.csv')).toBe('rejected extension-not-allowed');
    expect(await fixture.call('documents.query', { action: 'listFiles', batchId })).toEqual([]);
  });

  test('is imported by its document ID, and afterwards contains no new beneficiaries', async ({
    fixture,
  }) => {
    const { batchId } = await dropWithDocument(fixture, { 'beneficiaries.csv': addressBookCsv });
    const [list] = await fixture.call('documents.query', { action: 'listFiles', batchId });
    const documentId = list?.documentId ?? 0;
    expect(await fixture.call('beneficiaries.import', { action: 'count', documentId })).toEqual({
      beneficiaries: 2,
      new: 2,
    });
    const result = await fixture.call('beneficiaries.import', { action: 'run', documentId, onlyNew: true });
    expect(result).toMatchObject({ added: 2, renamed: 0, refusedTotal: 1 });
    expect(await fixture.call('beneficiaries.import', { action: 'count', documentId })).toEqual({
      beneficiaries: 2,
      new: 0,
    });
  });

  test('adds only new beneficiaries when requested, and does not change the labels of known beneficiaries', async ({
    fixture,
  }) => {
    const { batchId } = await dropWithDocument(fixture, { 'beneficiaries.csv': addressBookCsv });
    await fixture.call('beneficiaries.add', { label: 'My own name', recipientId: 'rcp_1' });
    const [list] = await fixture.call('documents.query', { action: 'listFiles', batchId });
    const documentId = list?.documentId ?? 0;
    expect(await fixture.call('beneficiaries.import', { action: 'count', documentId })).toEqual({
      beneficiaries: 2,
      new: 1,
    });
    const result = await fixture.call('beneficiaries.import', { action: 'run', documentId, onlyNew: true });
    expect(result).toMatchObject({ added: 1, renamed: 0, unchanged: 1 });
    const { rows } = await fixture.call('beneficiaries.list', { offset: 0, limit: 10, search: '' });
    expect(rows.map(({ label }) => label)).toEqual(['Balticum', 'My own name']);
  });

  test('is imported only with the document ID of an address book, and not after the file was deleted', async ({
    fixture,
  }) => {
    const { batchId } = await dropWithDocument(fixture, {
      'beneficiaries.csv': addressBookCsv,
      'files.csv': 'file,recipientId\na.pdf,rcp_1\n',
    });
    const lists = await fixture.call('documents.query', { action: 'listFiles', batchId });
    expect(lists.map(({ holds, lines }) => `${holds} ${lines}`)).toEqual(['beneficiaries 2', 'files 1']);
    const [addressBookId, fileListId] = lists.map(({ documentId }) => documentId);
    const importList = (documentId = 0) =>
      fixture.call('beneficiaries.import', { action: 'run', documentId });
    await expect(importList(fileListId)).rejects.toMatchObject({ code: 'document-unknown' });
    await expect(importList(9_999)).rejects.toMatchObject({ code: 'document-unknown' });
    await rm(join(fixture.folder, 'drop', 'beneficiaries.csv'));
    await expect(importList(addressBookId)).rejects.toMatchObject({ code: 'file-missing' });
  });

  test('can be opened as a manifest when it has the columns of a manifest', async ({ fixture }) => {
    const { batchId } = await dropWithDocument(fixture, { 'files.csv': 'file,recipientId\na.pdf,rcp_1\n' });
    await fixture.call('beneficiaries.add', { label: 'Nordlicht', recipientId: 'rcp_1' });
    const [list] = await fixture.call('documents.query', { action: 'listFiles', batchId });
    const source = { from: 'document' as const, documentId: list?.documentId ?? 0 };
    const manifest = await fixture.call('documents.openManifest', { batchId, ...source });
    expect(manifest).toMatchObject({ fileName: 'files.csv', lines: 1 });
  });

  test('is excluded again after the clerk includes it', async ({ fixture }) => {
    const { batchId } = await dropWithDocument(fixture, { 'beneficiaries.csv': addressBookCsv });
    const [list] = await fixture.call('documents.query', { action: 'listFiles', batchId });
    const selection = { kind: 'some', ids: [list?.documentId ?? 0] } as const;
    await fixture.call('documents.change', {
      action: 'include',
      batchId,
      selection: { ...selection, ids: [...selection.ids] },
    });
    const readHistory = async () =>
      (await fixture.call('documents.detail', { documentId: selection.ids[0] })).history;
    await until(async () => (await readHistory()).filter(({ kind }) => kind === 'excluded').length === 2);
    expect((await statesByName(fixture, batchId)).get('beneficiaries.csv')).toBe(
      'excluded list-of-beneficiaries',
    );
  });
});
