/** @file Lists that were dropped among documents: known by their columns, left out, and offered for what they are. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { codeOf, until } from '../session/support.ts';
import { startWork, type Work } from './work.ts';

const book = 'recipientId,label\nrcp_1,Nordlicht\nrcp_2,Balticum\n,Nobody\n';

async function drop(files: Readonly<Record<string, string>>): Promise<{ work: Work; batchId: number }> {
  const work = await startWork();
  await work.signIn();
  const folder = join(work.folder, 'drop');
  await writeFiles(folder, { 'a.pdf': pdf('a') });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const { batchId } = await work.call('documents.add', { references: work.testApp.references([folder]) });
  await work.testApp.until('batches', ([batch]) => batch?.state === 'draft' && batch.documents > 0);
  return { work, batchId };
}

async function listed(work: Work, batchId: number) {
  const filter = { group: null, text: '' };
  const sort = { by: 'name', descending: false } as const;
  const { rows } = await work.call('documents.list', { batchId, filter, sort, offset: 0, limit: 50 });
  return new Map(rows.map(({ name, state, reason }) => [name, `${state} ${reason?.code ?? ''}`.trim()]));
}

describe('a CSV file among dropped documents', () => {
  test('is left out as a list when it has the columns of an address book, whatever its name', async () => {
    const { work, batchId } = await drop({ 'whoever.csv': book, 'other.csv': 'a,b\n1,2\n' });
    expect(await listed(work, batchId)).toEqual(
      new Map([
        ['a.pdf', 'ready'],
        ['other.csv', 'rejected extension-not-allowed'],
        ['whoever.csv', 'excluded list-of-beneficiaries'],
      ]),
    );
    expect(await work.call('documents.listFiles', { batchId })).toMatchObject([
      { name: 'whoever.csv', holds: 'beneficiaries', lines: 2 },
    ]);
  });

  test('is a document of a kind that is not accepted when it has the columns and no usable line, or is too large', async () => {
    const { work, batchId } = await drop({
      'empty.csv': 'recipientId,label\n',
      'large.csv': `${book}${'x'.repeat(9 * 1024 * 1024)}`,
    });
    const found = await listed(work, batchId);
    expect(found.get('empty.csv')).toBe('rejected extension-not-allowed');
    expect(found.get('large.csv')).toBe('rejected extension-not-allowed');
    expect(await work.call('documents.listFiles', { batchId })).toEqual([]);
  });

  test('is imported by its number, and then has nothing new to offer', async () => {
    const { work, batchId } = await drop({ 'beneficiaries.csv': book });
    const [list] = await work.call('documents.listFiles', { batchId });
    const documentId = list?.documentId ?? 0;
    expect(await work.call('beneficiaries.listed', { documentId })).toEqual({ beneficiaries: 2, new: 2 });
    const result = await work.call('beneficiaries.import', { documentId, onlyNew: true });
    expect(result).toMatchObject({ added: 2, renamed: 0, refusedTotal: 1 });
    expect(await work.call('beneficiaries.listed', { documentId })).toEqual({ beneficiaries: 2, new: 0 });
  });

  test('adds only those that are new when asked for, and leaves the labels of the others alone', async () => {
    const { work, batchId } = await drop({ 'beneficiaries.csv': book });
    await work.call('beneficiaries.add', { label: 'My own name', recipientId: 'rcp_1' });
    const [list] = await work.call('documents.listFiles', { batchId });
    const documentId = list?.documentId ?? 0;
    expect(await work.call('beneficiaries.listed', { documentId })).toEqual({ beneficiaries: 2, new: 1 });
    const result = await work.call('beneficiaries.import', { documentId, onlyNew: true });
    expect(result).toMatchObject({ added: 1, renamed: 0, unchanged: 1 });
    const { rows } = await work.call('beneficiaries.list', { offset: 0, limit: 10, search: '' });
    expect(rows.map(({ label }) => label)).toEqual(['Balticum', 'My own name']);
  });

  test('is imported by no other number than that of a list, and not when it is gone', async () => {
    const { work, batchId } = await drop({
      'beneficiaries.csv': book,
      'files.csv': 'file,recipientId\na.pdf,rcp_1\n',
    });
    const lists = await work.call('documents.listFiles', { batchId });
    expect(lists.map(({ holds, lines }) => `${holds} ${lines}`)).toEqual(['beneficiaries 2', 'files 1']);
    const [addressBook, files] = lists.map(({ documentId }) => documentId);
    const importing = (documentId = 0) => work.call('beneficiaries.import', { documentId });
    expect(await codeOf(importing(files))).toBe('document-unknown');
    expect(await codeOf(importing(9_999))).toBe('document-unknown');
    await rm(join(work.folder, 'drop', 'beneficiaries.csv'));
    expect(await codeOf(importing(addressBook))).toBe('file-missing');
  });

  test('assigns the files that it names when its clerk uses it as a list of files', async () => {
    const { work, batchId } = await drop({ 'files.csv': 'file,recipientId\na.pdf,rcp_1\n' });
    await work.call('beneficiaries.add', { label: 'Nordlicht', recipientId: 'rcp_1' });
    const [list] = await work.call('documents.listFiles', { batchId });
    const from = { kind: 'document', documentId: list?.documentId ?? 0 } as const;
    const manifest = await work.call('documents.openManifest', { batchId, from });
    expect(manifest).toMatchObject({ fileName: 'files.csv', lines: 1 });
  });

  test('stays left out when the clerk takes it back in', async () => {
    const { work, batchId } = await drop({ 'beneficiaries.csv': book });
    const [list] = await work.call('documents.listFiles', { batchId });
    const selection = { kind: 'some', ids: [list?.documentId ?? 0] } as const;
    await work.call('documents.include', { batchId, selection: { ...selection, ids: [...selection.ids] } });
    const states = async () =>
      (await work.call('documents.detail', { documentId: selection.ids[0] })).history;
    await until(async () => (await states()).filter(({ kind }) => kind === 'excluded').length === 2);
    expect((await listed(work, batchId)).get('beneficiaries.csv')).toBe('excluded list-of-beneficiaries');
  });
});
