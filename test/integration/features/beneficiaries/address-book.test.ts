import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { t } from '../../../../src/shared/messages/index.ts';
import { codeOf, errorOf } from '../../../fakes/error-of.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { test } from '../documents/company-test.ts';
import { type DocumentsFixture, sampleDocuments } from '../documents/documents-fixture.ts';

const listBeneficiaries = (fixture: DocumentsFixture, search = '') =>
  fixture.call('beneficiaries.list', { search, offset: 0, limit: 200 });
const findLabels = async (fixture: DocumentsFixture, search: string) =>
  (await listBeneficiaries(fixture, search)).rows.map(({ label }) => label);

test('a beneficiary is added, found and renamed', async ({ fixture }) => {
  const { id } = await fixture.call('beneficiaries.add', { label: '  Ångström AB ', recipientId: ' rcp_7 ' });
  const knownBeneficiary = {
    id,
    label: 'Ångström AB',
    recipientId: 'rcp_7',
    stage: 'known',
    attached: 0,
    unknown: 0,
  };
  expect(await fixture.call('beneficiaries.get', { id })).toEqual({
    ...knownBeneficiary,
    lastAttachedAt: null,
  });
  await fixture.call('beneficiaries.change', { action: 'rename', id, label: 'Øresund A/S' });
  expect(await findLabels(fixture, 'angstrom')).toEqual([]);
  expect(await findLabels(fixture, 'øresund')).toEqual(['Øresund A/S']);
});

test('a recipient ID can be added only once', async ({ fixture }) => {
  await fixture.call('beneficiaries.add', { label: 'First', recipientId: 'rcp_20' });
  const secondAddition = fixture.call('beneficiaries.add', { label: 'Second', recipientId: 'rcp_20' });
  await expect(secondAddition).rejects.toMatchObject({
    code: 'beneficiary-exists',
    details: { label: 'First', recipientId: 'rcp_20' },
  });
  expect(await findLabels(fixture, 'Second')).toEqual([]);
});

test.for([
  ['an empty label', { label: ' ', recipientId: 'x' }],
  ['an empty recipient ID', { label: 'x', recipientId: '' }],
  ['a label that is too long', { label: 'x'.repeat(201), recipientId: 'x' }],
  ['a label with control characters', { label: 'a\nb', recipientId: 'x' }],
  ['a recipient ID with control characters', { label: 'x', recipientId: 'a\u0000b' }],
  ['a recipient ID with a lone surrogate', { label: 'x', recipientId: '\ud800' }],
] as const)('%s is refused', async ([, fields], { fixture }) => {
  expect(await codeOf(fixture.call('beneficiaries.add', fields))).toBe('arguments-invalid');
});

test('a search ignores accents and case, and has no wildcards', async ({ fixture }) => {
  await fixture.call('beneficiaries.add', { label: 'Škoda Élan', recipientId: 'ÄB-100%' });
  for (const search of ['skoda', 'ELAN', 'škoda él', 'äb-1', 'ab-1', '00%'])
    expect([search, await findLabels(fixture, search)]).toEqual([search, ['Škoda Élan']]);
  expect(await findLabels(fixture, '%%')).toEqual([]);
  expect(await findLabels(fixture, 'Sk_da')).toEqual([]);
});

test('the address book is sorted by label and read in pages', async ({ fixture }) => {
  for (const label of ['zeta', 'Äpfel', 'beta', 'Alpha'])
    await fixture.call('beneficiaries.add', { label, recipientId: label });
  const page = (offset: number) => fixture.call('beneficiaries.list', { search: '', offset, limit: 3 });
  const pages = [await page(0), await page(3)];
  expect(pages.map(({ total }) => total)).toEqual([4, 4]);
  expect(pages.flatMap(({ rows }) => rows.map(({ label }) => label))).toEqual([
    'Alpha',
    'Äpfel',
    'beta',
    'zeta',
  ]);
  await eventually(() => expect(fixture.testApp.topic('beneficiaries').total).toBe(4));
});

test('only a beneficiary without documents can be removed', async ({ fixture }) => {
  const add = (label: string) => fixture.call('beneficiaries.add', { label, recipientId: label });
  const unused = await add('unused');
  await fixture.call('beneficiaries.change', { action: 'remove', ...unused });
  expect(await codeOf(fixture.call('beneficiaries.get', unused))).toBe('beneficiary-unknown');

  const assigned = await add('assigned');
  const batchId = await fixture.dropFiles(sampleDocuments(1));
  await fixture.assign(batchId, assigned.id);
  expect(await codeOf(fixture.call('beneficiaries.change', { action: 'remove', ...assigned }))).toBe(
    'beneficiary-in-use',
  );
  await fixture.call('documents.batch', { action: 'discard', batchId });
  await fixture.call('beneficiaries.change', { action: 'remove', ...assigned });

  const sentDocuments = await fixture.send(sampleDocuments(1), 'sent');
  await fixture.untilFinished(sentDocuments.batchId);
  expect(
    await codeOf(fixture.call('beneficiaries.change', { action: 'remove', id: sentDocuments.beneficiaryId })),
  ).toBe('beneficiary-in-use');
  const draft = await fixture.call('beneficiaries.draft', { action: 'add', label: 'Draft', payload: '{}' });
  await fixture.call('beneficiaries.change', { action: 'remove', ...draft });
});

test('an unknown beneficiary can be neither renamed nor removed', async ({ fixture }) => {
  const id = 999_999;
  const errors = await Promise.all([
    errorOf(fixture.call('beneficiaries.get', { id })),
    errorOf(fixture.call('beneficiaries.change', { action: 'rename', id, label: 'x' })),
    errorOf(fixture.call('beneficiaries.change', { action: 'remove', id })),
    errorOf(fixture.call('beneficiaries.draft', { action: 'read', id })),
    errorOf(fixture.call('beneficiaries.draft', { action: 'create', id })),
    errorOf(fixture.call('beneficiaries.change', { action: 'setRecipientId', id, recipientId: 'never' })),
  ]);
  expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['beneficiary-unknown']));
});

test('a draft that is no object, would lose digits or is a template is refused', async ({ fixture }) => {
  const validPayload =
    '{ "documentDetail": 999999999999.99, "inner": { "documentDetails": "12345678901234567890" } }';
  const good = { label: 'Good', payload: validPayload };
  const { id } = await fixture.call('beneficiaries.draft', { action: 'add', ...good });
  for (const payload of [
    '{"a": }',
    '[{}]',
    '"abc"',
    'null',
    '12',
    '{"name": "a", "documentDetails": []}',
    '{"account": [12345678901234567890]}',
    '{"rate": 1e400}',
    '{"a": 1, "a": 2}',
    '{"__proto__": {}}',
    '{"name": "{{Company name}}"}',
  ]) {
    const bad = { label: 'x', payload };
    const added = fixture.call('beneficiaries.draft', { action: 'add', ...bad });
    expect(await codeOf(added), payload).toBe('payload-invalid');
    const changed = fixture.call('beneficiaries.draft', { action: 'change', id, ...bad });
    expect(await codeOf(changed), payload).toBe('payload-invalid');
  }
  expect(await fixture.call('beneficiaries.draft', { action: 'read', id })).toEqual({
    payload: validPayload,
  });
  expect(await fixture.call('beneficiaries.get', { id })).toMatchObject({ label: 'Good' });
});

test('the history of a beneficiary is read in pages, with refused documents', async ({ fixture }) => {
  const firstSend = await fixture.send(sampleDocuments(3, 'first '));
  await fixture.untilFinished(firstSend.batchId);
  fixture.simulator.faults.set('updateRecipient', { kind: 'status', status: 422, times: 1 });
  const secondSend = await fixture.send(sampleDocuments(2, 'second '));
  await fixture.untilFinished(secondSend.batchId, 'done-with-problems');
  const page = (offset: number, limit: number) =>
    fixture.call('beneficiaries.attached', { id: firstSend.beneficiaryId, offset, limit });
  const fullPage = await page(0, 200);
  expect(fullPage.total).toBe(5);
  expect(fullPage.rows.map(({ name, result }) => [name, result])).toEqual([
    ['second 1.pdf', 'refused'],
    ['second 2.pdf', 'refused'],
    ['first 1.pdf', 'attached'],
    ['first 2.pdf', 'attached'],
    ['first 3.pdf', 'attached'],
  ]);
  expect([...(await page(0, 2)).rows, ...(await page(2, 2)).rows, ...(await page(4, 2)).rows]).toEqual(
    fullPage.rows,
  );
  const storedObjects = [...fixture.simulator.state.objects.values()].map(({ key, sha256 }) => [key, sha256]);
  for (const { key, sha256 } of fullPage.rows) expect(storedObjects).toContainEqual([key, sha256]);
  expect(await fixture.call('beneficiaries.get', { id: firstSend.beneficiaryId })).toMatchObject({
    attached: 3,
    lastAttachedAt: fullPage.rows[4]?.at,
  });
});

test('the address book is not available without a session', async ({ fixture }) => {
  await fixture.call('beneficiaries.add', { label: 'a', recipientId: 'a' });
  await eventually(() => expect(fixture.testApp.topic('beneficiaries').total).toBe(1));
  await fixture.call('session.signOut', { forgetKey: false });
  await expect(listBeneficiaries(fixture)).rejects.toMatchObject({ code: 'sign-in-needed' });
  await eventually(() => expect(fixture.testApp.topic('beneficiaries').total).toBe(0));
  await fixture.signIn();
  await eventually(() => expect(fixture.testApp.topic('beneficiaries').total).toBe(1));
});

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
