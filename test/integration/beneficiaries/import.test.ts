import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { t } from '../../../src/shared/messages/index.ts';
import { codeOf } from '../../fakes/error-of.ts';
import { test } from '../documents/company-test.ts';
import type { DocumentsFixture } from '../documents/documents-fixture.ts';

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
  ['semicolons and Windows line ends', 'recipientId;label\r\ni2;Label 2\r\n'],
  ['tabs', 'recipientId\tlabel\ni2\tLabel 2'],
  ['a byte order mark', '\ufeffrecipientId,label\ni2,Label 2\n'],
  ['columns in reverse order', 'label,recipientId\nLabel 2,i2\n'],
  ['alternative column names', 'Recipient ID;Name\ni2;Label 2\n'],
  ['column names with punctuation', 'RECIPIENT_ID,Label\ni2,Label 2\n'],
  ['additional columns', 'country,recipient-id,iban,label,note\nDE,i2,DE02,Label 2,x\n'],
  ['surrounding spaces', ' recipientId , label \n  i2 ,  Label 2  \n'],
  ['quotes and blank lines', '\n"recipientId","label"\n\n\n"i2","Label 2"\n\n'],
] as const)('a file with %s is read', async ([, content], { fixture }) => {
  expect(await importText(fixture, content)).toEqual(oneAdded);
  expect(await labelOf(fixture, 'i2')).toBe('Label 2');
});

test('labels may have separators, quotes and accents, but no line ends', async ({ fixture }) => {
  const result = await importText(
    fixture,
    'recipientId,label\nq1,"A, B ""C"" & Ö"\nq2,"two\nlines"\nq3,after\n',
  );
  expect(result).toEqual({
    ...oneAdded,
    added: 2,
    refused: [{ line: 4, problem: t('beneficiaries.file.labelMissing') }],
    refusedTotal: 1,
  });
  expect(await labelOf(fixture, 'q1')).toBe('A, B "C" & Ö');
});

test('a second import renames beneficiaries whose label differs, and no others', async ({ fixture }) => {
  await importText(fixture, 'recipientId,label\nr1,One\nr2,Two\nr3,Three\n');
  expect(await importText(fixture, 'recipientId,label\nr1,One\nr2,Zwei\nr4,Four\n')).toEqual({
    ...oneAdded,
    added: 1,
    renamed: 1,
    unchanged: 1,
  });
  expect(await labelOf(fixture, 'r2')).toBe('Zwei');
  expect(await labelOf(fixture, 'r3')).toBe('Three');
});

test('invalid lines are reported with their number, and the others are imported', async ({ fixture }) => {
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
  const result = await importText(fixture, lines.join('\n'));
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
  expect(await labelOf(fixture, 'l1')).toBe('Uno');
});

test.for([
  ['nothing', ''],
  ['only a header', 'identifier,title\n'],
  ['no column with IDs', 'id number,label\na,b\n'],
  ['no column with labels', 'recipientId,title\na,b\n'],
  ['other columns whose lines are short', 'x,y,z\na\n'],
] as const)('a file with %s is refused as a whole', async ([, content], { fixture }) => {
  await expect(importText(fixture, content)).rejects.toMatchObject({
    code: 'file-unreadable',
    details: { message: t('listFiles.columns-missing.address-book') },
  });
});

test('a first line that is too short is one invalid line, not an invalid file', async ({ fixture }) => {
  expect(await importText(fixture, 'label,recipientId\nshort\nGood,s2\n')).toMatchObject({
    added: 1,
    refused: [{ line: 2, problem: t('beneficiaries.file.recipientIdMissing') }],
  });
});

test('an invalid CSV file, a folder or a missing file adds nothing', async ({ fixture }) => {
  await expect(importText(fixture, 'recipientId,label\nn1,One\nn2,"never closed\n')).rejects.toMatchObject({
    code: 'file-unreadable',
    details: { message: t('listFiles.not-csv') },
  });
  expect(await labelOf(fixture, 'n1')).toBeUndefined();
  fixture.platform.answers.fileToOpen = join(fixture.folder, 'not there.csv');
  expect(await codeOf(fixture.call('beneficiaries.import', { action: 'run' }))).toBe('file-missing');
  mkdirSync(join(fixture.folder, 'folder.csv'));
  fixture.platform.answers.fileToOpen = join(fixture.folder, 'folder.csv');
  expect(await codeOf(fixture.call('beneficiaries.import', { action: 'run' }))).toBe('file-unreadable');
});

test('a file in an old encoding is refused rather than read with wrong letters', async ({ fixture }) => {
  const result = await importText(fixture, Buffer.from('recipientId,label\no1,Müller\no2,Plain\n', 'latin1'));
  expect(result).toMatchObject({
    added: 1,
    refused: [{ line: 2, problem: t('beneficiaries.file.notUtf8') }],
  });
  expect(await labelOf(fixture, 'o1')).toBeUndefined();
});

test('a closed dialog imports nothing', async ({ fixture }) => {
  fixture.platform.answers.fileToOpen = null;
  expect(await fixture.call('beneficiaries.import', { action: 'run' })).toBeNull();
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
