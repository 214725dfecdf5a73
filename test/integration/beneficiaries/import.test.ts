import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { t } from '../../../src/shared/messages/index.ts';
import { type DocumentsFixture, test } from '../documents/documents-fixture.ts';

/** Imports a file with this content. */
async function importText(fixture: DocumentsFixture, content: string | Buffer) {
  const path = join(fixture.folder, 'address-book.csv');
  writeFileSync(path, content);
  fixture.platform.answers.fileToOpen = path;
  return fixture.call('beneficiaries.import', { action: 'run' });
}

async function labelOf(fixture: DocumentsFixture, recipientId: string): Promise<string | undefined> {
  const { rows } = await fixture.call('beneficiaries.list', { search: recipientId, offset: 0, limit: 200 });
  return rows.find((row) => row.recipientId === recipientId)?.label;
}

const oneAdded = { added: 1, renamed: 0, unchanged: 0, refused: [], refusedTotal: 0 };

test.for([
  ['commas', 'recipientId,label\ni1,Label 1\n', 'i1'],
  ['semicolons and Windows line ends', 'recipientId;label\r\ni2;Label 2\r\n', 'i2'],
  ['tabs', 'recipientId\tlabel\ni3\tLabel 3', 'i3'],
  ['a byte order mark', '\ufeffrecipientId,label\ni4,Label 4\n', 'i4'],
  ['columns in reverse order', 'label,recipientId\nLabel 5,i5\n', 'i5'],
  ['alternative column names', 'Recipient ID;Name\ni6;Label 6\n', 'i6'],
  ['column names with punctuation', 'RECIPIENT_ID,Label\ni7,Label 7\n', 'i7'],
  ['additional columns', 'country,recipient-id,iban,label,note\nDE,i8,DE02,Label 8,x\n', 'i8'],
  ['surrounding spaces', ' recipientId , label \n  i9 ,  Label 9  \n', 'i9'],
  ['quotes', '"recipientId","label"\n"i10","Label 10"\n', 'i10'],
  ['blank lines', '\nrecipientId,label\n\n\ni11,Label 11\n\n', 'i11'],
] as const)('a file with %s is read', async ([, content, recipientId], { shared }) => {
  expect(await importText(shared, content)).toEqual(oneAdded);
  expect(await labelOf(shared, recipientId)).toBe(`Label ${recipientId.slice(1)}`);
});

test('labels may have separators, quotes and accents, but no line ends', async ({ shared }) => {
  const result = await importText(
    shared,
    'recipientId,label\nq1,"A, B ""C"" & Ö"\nq2,"two\nlines"\nq3,after\n',
  );
  expect(result).toEqual({
    ...oneAdded,
    added: 2,
    refused: [{ line: 4, problem: t('beneficiaries.file.labelMissing') }],
    refusedTotal: 1,
  });
  expect(await labelOf(shared, 'q1')).toBe('A, B "C" & Ö');
});

test('a second import renames beneficiaries whose label differs, and changes nothing else', async ({
  shared,
}) => {
  await importText(shared, 'recipientId,label\nr1,One\nr2,Two\nr3,Three\n');
  expect(await importText(shared, 'recipientId,label\nr1,One\nr2,Zwei\nr4,Four\n')).toEqual({
    ...oneAdded,
    added: 1,
    renamed: 1,
    unchanged: 1,
  });
  expect(await labelOf(shared, 'r2')).toBe('Zwei');
  expect(await labelOf(shared, 'r3')).toBe('Three');
});

test('invalid lines are reported with their number, and the others are imported', async ({ shared }) => {
  const lines = [
    'recipientId,label',
    'l1,One',
    ',No ID',
    'l3',
    'l4,',
    `l5,${'x'.repeat(201)}`,
    'l6,Six',
    'l1,Uno',
  ];
  const result = await importText(shared, lines.join('\n'));
  expect(result).toEqual({
    added: 2,
    renamed: 1,
    unchanged: 0,
    refused: [
      { line: 3, problem: t('beneficiaries.file.recipientIdMissing') },
      { line: 4, problem: t('beneficiaries.file.labelMissing') },
      { line: 5, problem: t('beneficiaries.file.labelMissing') },
      { line: 6, problem: t('beneficiaries.file.labelMissing') },
    ],
    refusedTotal: 4,
  });
  expect(await labelOf(shared, 'l1')).toBe('Uno');
});

test.for([
  ['nothing', ''],
  ['only a header', 'identifier,title\n'],
  ['no column with IDs', 'id number,label\na,b\n'],
  ['no column with labels', 'recipientId,title\na,b\n'],
  ['other columns whose lines are short', 'x,y,z\na\n'],
] as const)('a file with %s is refused as a whole', async ([, content], { shared }) => {
  await expect(importText(shared, content)).rejects.toMatchObject({
    code: 'file-unreadable',
    details: { message: t('listFiles.columns-missing.address-book') },
  });
});

test('a first line that is too short is one invalid line, not an invalid file', async ({ shared }) => {
  expect(await importText(shared, 'label,recipientId\nshort\nGood,s2\n')).toMatchObject({
    added: 1,
    refused: [{ line: 2, problem: t('beneficiaries.file.recipientIdMissing') }],
  });
});

test('an invalid CSV file, a folder or a missing file is refused, and nothing is added', async ({
  shared,
}) => {
  await expect(importText(shared, 'recipientId,label\nn1,One\nn2,"never closed\n')).rejects.toMatchObject({
    code: 'file-unreadable',
    details: { message: t('listFiles.not-csv') },
  });
  expect(await labelOf(shared, 'n1')).toBeUndefined();
  shared.platform.answers.fileToOpen = join(shared.folder, 'not there.csv');
  await expect(shared.call('beneficiaries.import', { action: 'run' })).rejects.toMatchObject({
    code: 'file-missing',
  });
  mkdirSync(join(shared.folder, 'folder.csv'));
  shared.platform.answers.fileToOpen = join(shared.folder, 'folder.csv');
  await expect(shared.call('beneficiaries.import', { action: 'run' })).rejects.toMatchObject({
    code: 'file-unreadable',
  });
});

test('a file in an old encoding is refused rather than read with wrong letters', async ({ shared }) => {
  const result = await importText(shared, Buffer.from('recipientId,label\no1,Müller\no2,Plain\n', 'latin1'));
  expect(result).toMatchObject({
    added: 1,
    refused: [{ line: 2, problem: t('beneficiaries.file.notUtf8') }],
  });
  expect(await labelOf(shared, 'o1')).toBeUndefined();
});

test('a closed dialog imports nothing', async ({ shared }) => {
  shared.platform.answers.fileToOpen = null;
  expect(await shared.call('beneficiaries.import', { action: 'run' })).toBeNull();
});

test('five thousand lines are imported, and all invalid lines are counted', async ({ fixture }) => {
  const lines = Array.from({ length: 5_000 }, (_, index) =>
    index % 10 === 9 ? `,no ID ${index}` : `many-${index},Label ${index}`,
  );
  const result = await importText(fixture, ['recipientId,label', ...lines].join('\r\n'));
  expect(result).toMatchObject({ added: 4_500, renamed: 0, unchanged: 0, refusedTotal: 500 });
  expect(result?.refused).toHaveLength(200);
  expect(result?.refused.slice(0, 2).map(({ line }) => line)).toEqual([11, 21]);
  const { total } = await fixture.call('beneficiaries.list', { search: '', offset: 0, limit: 1 });
  expect(total).toBe(4_500);
});
