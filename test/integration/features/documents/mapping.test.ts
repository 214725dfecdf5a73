import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { MappingRule } from '../../../../src/shared/contract/mapping.ts';
import { t } from '../../../../src/shared/messages/index.ts';
import type { MappingOutcome } from '../../../../src/shared/model/documents/mapping.ts';
import { errorOf } from '../../../fakes/error-of.ts';
import { pdf } from '../../../fakes/files/files.ts';
import { toDroppedFiles } from '../../../fakes/test-app.ts';
import { test } from './company-test.ts';
import type { DocumentsFixture } from './documents-fixture.ts';

function sampleFiles(...names: readonly string[]): Record<string, Buffer> {
  return Object.fromEntries(names.map((name) => [name, pdf(name)]));
}

function previewRule(
  fixture: DocumentsFixture,
  batchId: number,
  rule: MappingRule,
  options: { onlyOpen?: boolean; outcomes?: MappingOutcome[]; offset?: number; limit?: number } = {},
) {
  const { onlyOpen = false, outcomes = [], offset = 0, limit = 200 } = options;
  return fixture.call('documents.mapping', {
    action: 'preview',
    batchId,
    rule,
    onlyOpen,
    outcomes,
    offset,
    limit,
  });
}

function applyRule(
  fixture: DocumentsFixture,
  batchId: number,
  rule: MappingRule,
  add: { recipientId: string; label: string }[] = [],
) {
  return fixture.call('documents.mapping', { action: 'apply', batchId, rule, onlyOpen: false, add });
}

const byPattern = (pattern: string): MappingRule => ({ by: 'pattern', pattern });

/** Returns the recipient ID of each document by name; `null` when it is not assigned. */
async function recipientIdsByName(fixture: DocumentsFixture, batchId: number) {
  const rows = await fixture.rowsOf(batchId);
  return Object.fromEntries(rows.map(({ name, beneficiary }) => [name, beneficiary?.recipientId ?? null]));
}

async function openManifest(
  fixture: DocumentsFixture,
  batchId: number,
  content: string | Buffer,
): Promise<MappingRule> {
  const path = join(fixture.folder, 'list.csv');
  writeFileSync(path, content);
  fixture.platform.answers.fileToOpen = path;
  const opened = await fixture.call('documents.openManifest', { batchId, from: 'dialog' });
  return { by: 'manifest', manifestId: opened?.manifestId ?? 0 };
}

test('a pattern previews its outcome for every document before it is applied', async ({ fixture }) => {
  await fixture.addBeneficiary('Ahlström', 'id-a');
  await fixture.addBeneficiary('Ahlström two', 'id-a_1');
  const names = ['id-a_passport.pdf', 'id-a_1_bill.pdf', 'id-new_x.pdf', 'id-new_y.pdf', 'scan.pdf'];
  const batchId = await fixture.dropFiles(sampleFiles(...names));
  const rule = byPattern('{recipientId}_{name}');
  const previewed = await previewRule(fixture, batchId, rule);
  expect(previewed).toMatchObject({
    counts: { matched: 1, ambiguous: 1, 'new-recipient': 2, 'no-match': 1 },
    documents: 1,
    beneficiaries: 1,
    left: 4,
    newRecipients: [{ recipientId: 'id-new', documents: 2 }],
    newRecipientsTotal: 1,
  });
  expect(previewed.page.total).toBe(5);
  const ambiguous = await previewRule(fixture, batchId, rule, { outcomes: ['ambiguous'] });
  expect(ambiguous.page.rows).toEqual([
    expect.objectContaining({ file: names[1], recipientIds: ['id-a', 'id-a_1'], beneficiary: null }),
  ]);
  expect((await previewRule(fixture, batchId, rule, { offset: 4, limit: 3 })).page).toMatchObject({
    total: 5,
    rows: [{}],
  });
  // The preview changes nothing.
  expect(new Set(Object.values(await recipientIdsByName(fixture, batchId)))).toEqual(new Set([null]));

  expect(await applyRule(fixture, batchId, rule)).toEqual({ changed: 1, beneficiaries: 1, added: 0 });
  expect(await recipientIdsByName(fixture, batchId)).toEqual({
    ...Object.fromEntries(names.map((name) => [name, null])),
    [names[0] ?? '']: 'id-a',
  });
});

test('a new recipient is offered once, added when confirmed, and gets its documents', async ({ fixture }) => {
  const batchId = await fixture.dropFiles(sampleFiles('id-n_1.pdf', 'id-n_2.pdf', 'id-o_1.pdf'));
  const rule = byPattern('{recipientId}_{name}');
  const { newRecipients } = await previewRule(fixture, batchId, rule);
  expect(newRecipients).toEqual([
    { recipientId: 'id-n', documents: 2 },
    { recipientId: 'id-o', documents: 1 },
  ]);
  const add = [{ recipientId: 'id-n', label: 'Nyström' }];
  expect(await applyRule(fixture, batchId, rule, add)).toEqual({ changed: 2, beneficiaries: 1, added: 1 });
  expect(await recipientIdsByName(fixture, batchId)).toEqual({
    'id-n_1.pdf': 'id-n',
    'id-n_2.pdf': 'id-n',
    'id-o_1.pdf': null,
  });
  const { rows } = await fixture.call('beneficiaries.list', { search: 'id-n', offset: 0, limit: 9 });
  expect(rows).toMatchObject([{ label: 'Nyström', recipientId: 'id-n' }]);
  // A known recipient is not offered again, and none is added twice.
  expect((await previewRule(fixture, batchId, rule)).newRecipients).toEqual([
    { recipientId: 'id-o', documents: 1 },
  ]);
  expect(await applyRule(fixture, batchId, rule, add)).toEqual({ changed: 0, beneficiaries: 0, added: 0 });
});

test('a rule limited to unassigned documents does not change assigned ones', async ({ fixture }) => {
  const otherBeneficiaryId = await fixture.addBeneficiary('Other', 'id-other');
  await fixture.addBeneficiary('A', 'id-a');
  const [first, second] = ['id-a_1.pdf', 'id-a_2.pdf'];
  const batchId = await fixture.dropFiles(sampleFiles(first, second));
  await fixture.assign(batchId, otherBeneficiaryId, first);
  const rule = byPattern('{recipientId}_{name}');
  expect(await previewRule(fixture, batchId, rule, { onlyOpen: true })).toMatchObject({
    documents: 1,
    page: { total: 1 },
  });
  await fixture.call('documents.mapping', { action: 'apply', batchId, rule, onlyOpen: true, add: [] });
  expect(await recipientIdsByName(fixture, batchId)).toEqual({ [first]: 'id-other', [second]: 'id-a' });
  await applyRule(fixture, batchId, rule);
  expect(await recipientIdsByName(fixture, batchId)).toEqual({ [first]: 'id-a', [second]: 'id-a' });
});

test('a manifest assigns files to recipients and reports the outcome of every line', async ({ fixture }) => {
  await fixture.addBeneficiary('A', 'id-a');
  await fixture.addBeneficiary('B', 'id-b');
  const folder = join(fixture.folder, 'May');
  for (const subfolder of ['one', 'two']) mkdirSync(join(folder, subfolder), { recursive: true });
  const writeDocument = (path: string, content = path) => writeFileSync(join(folder, path), pdf(content));
  for (const path of ['scan.pdf', 'Bill.PDF', 'both.pdf', 'new.pdf', 'alone.pdf']) writeDocument(path);
  for (const path of ['one/same.pdf', 'two/same.pdf']) writeDocument(path);
  writeFileSync(join(folder, 'bad.pdf'), 'no PDF');
  const batchId = await fixture.drop(folder);
  const lines: [string, MappingOutcome][] = [
    ['scan.pdf,id-a', 'matched'],
    ['bill.pdf,id-b', 'matched'],
    ['same.pdf,id-a', 'ambiguous'],
    ['one/same.pdf,id-a', 'matched'],
    ['May\\two\\same.pdf,id-b', 'matched'],
    ['both.pdf,id-a', 'contradicted'],
    ['both.pdf,id-b', 'contradicted'],
    ['new.pdf,id-new', 'new-recipient'],
    ['new.pdf,id-new', 'new-recipient'],
    ['nowhere.pdf,id-a', 'no-match'],
    ['bad.pdf,id-a', 'not-open'],
    ['scan.pdf,', 'incomplete'],
    [',id-a', 'incomplete'],
  ];
  const content = ['file,recipientId,remark', ...lines.map(([line]) => `${line},whatever`)].join('\r\n');
  const rule = await openManifest(fixture, batchId, `\ufeff${content}`);
  const previewed = await previewRule(fixture, batchId, rule);
  expect(previewed.page.rows.map(({ line, outcome }) => [line, outcome])).toEqual(
    lines.map(([, outcome], index) => [index + 2, outcome]),
  );
  expect(previewed).toMatchObject({
    documents: 4,
    beneficiaries: 2,
    left: 3,
    newRecipients: [{ recipientId: 'id-new', documents: 1 }],
  });
  const add = [{ recipientId: 'id-new', label: 'Neu' }];
  expect(await applyRule(fixture, batchId, rule, add)).toEqual({ changed: 5, beneficiaries: 3, added: 1 });
  const rows = await fixture.rowsOf(batchId);
  const recipientIdsByPath = rows.map((row) => [
    `${row.folder}/${row.name}`,
    row.beneficiary?.recipientId ?? null,
  ]);
  expect(Object.fromEntries(recipientIdsByPath)).toEqual({
    'May/scan.pdf': 'id-a',
    'May/Bill.PDF': 'id-b',
    'May/both.pdf': null,
    'May/new.pdf': 'id-new',
    'May/alone.pdf': null,
    'May/bad.pdf': null,
    'May/one/same.pdf': 'id-a',
    'May/two/same.pdf': 'id-b',
  });
  const detail = await fixture.detailOf(batchId, 'scan.pdf');
  expect(detail).toMatchObject({
    assignedBy: 'manifest',
    history: [{ kind: 'assigned', by: 'manifest' }, {}, {}],
  });
});

test('a manifest is chosen in a dialog, dropped, or taken from dropped documents', async ({ fixture }) => {
  await fixture.addBeneficiary('A', 'id-a');
  const path = join(fixture.folder, 'whose.csv');
  writeFileSync(path, 'Recipient ID;File name\nid-a;a.pdf');
  const batchId = await fixture.dropFiles(sampleFiles('a.pdf'));
  await fixture.drop(path);
  const { id: documentId } = await fixture.rowOf(batchId, 'whose.csv');
  for (const source of [
    { from: 'drop' as const, files: toDroppedFiles([path]) },
    { from: 'document' as const, documentId },
  ]) {
    const opened = await fixture.call('documents.openManifest', { batchId, ...source });
    expect(opened).toMatchObject({ fileName: 'whose.csv', lines: 1 });
    const rule = { by: 'manifest', manifestId: opened?.manifestId ?? 0 } as const;
    expect(await previewRule(fixture, batchId, rule)).toMatchObject({ documents: 1, counts: { matched: 1 } });
  }
  fixture.platform.answers.fileToOpen = null;
  expect(await fixture.call('documents.openManifest', { batchId, from: 'dialog' })).toBeNull();
  const files = toDroppedFiles(['']);
  expect(await fixture.call('documents.openManifest', { batchId, from: 'drop', files })).toBeNull();
});

test.for([
  ['other columns', 'name,id\na.pdf,1', t('listFiles.columns-missing.manifest')],
  ['no content', '', t('listFiles.columns-missing.manifest')],
  ['invalid CSV', 'file,recipientId\n"a.pdf,1', t('listFiles.not-csv')],
] as const)('a manifest with %s is refused with a message', async ([, content, message], { fixture }) => {
  const batchId = await fixture.dropFiles(sampleFiles('a.pdf'));
  const error = await errorOf(openManifest(fixture, batchId, content));
  expect(error.code).toBe('file-unreadable');
  expect(error.details['message']).toBe(message);
});

test('lines that are not UTF-8 are incomplete; an unknown manifest ID is refused', async ({ fixture }) => {
  await fixture.addBeneficiary('A', 'id-a');
  const batchId = await fixture.dropFiles(sampleFiles('a.pdf'));
  const rule = await openManifest(
    fixture,
    batchId,
    Buffer.from('file,recipientId\nM\xfcller.pdf,id-a', 'latin1'),
  );
  expect(await previewRule(fixture, batchId, rule)).toMatchObject({ counts: { incomplete: 1 } });
  await expect(previewRule(fixture, batchId, { by: 'manifest', manifestId: 9_999 })).rejects.toMatchObject({
    code: 'arguments-invalid',
    details: { fields: ['manifestId'] },
  });
});

test('each undo reverts the last assignment of any kind, and nothing else', async ({ fixture }) => {
  const [idOfA, idOfB] = [
    await fixture.addBeneficiary('A', 'id-a'),
    await fixture.addBeneficiary('B', 'id-b'),
  ];
  const [documentOfA, documentOfB] = ['id-a_1.pdf', 'id-b_2.pdf'];
  const batchId = await fixture.dropFiles(sampleFiles(documentOfA, documentOfB));
  const undo = () => fixture.call('documents.mapping', { action: 'undo', batchId });
  await fixture.assign(batchId, idOfB, documentOfA);
  await applyRule(fixture, batchId, byPattern('{recipientId}_{name}'));
  await fixture.changeDocuments('unassign', batchId);
  await fixture.untilBatchSummary(batchId, { lastMapping: { way: 'taken-away', documents: 2 } });
  expect(await recipientIdsByName(fixture, batchId)).toEqual({ [documentOfA]: null, [documentOfB]: null });
  expect(await undo()).toEqual({ changed: 2 });
  expect(await recipientIdsByName(fixture, batchId)).toEqual({
    [documentOfA]: 'id-a',
    [documentOfB]: 'id-b',
  });
  expect(await fixture.detailOf(batchId, documentOfA)).toMatchObject({
    assignedBy: 'pattern',
    history: [{ kind: 'assigned', by: 'm.hansen' }, { kind: 'unassigned' }, { by: 'pattern' }, {}, {}, {}],
  });
  await fixture.untilBatchSummary(batchId, { lastMapping: { way: 'pattern', documents: 2 } });
  expect(await undo()).toEqual({ changed: 2 });
  expect(await recipientIdsByName(fixture, batchId)).toEqual({ [documentOfA]: 'id-b', [documentOfB]: null });
  expect(await undo()).toEqual({ changed: 1 });
  expect(await undo()).toEqual({ changed: 0 });
  await fixture.untilBatchSummary(batchId, { lastMapping: null });

  // A rule that changed nothing adds no step to undo, and an undo leaves documents excluded that were excluded meanwhile.
  await fixture.assign(batchId, idOfA);
  await applyRule(fixture, batchId, byPattern('{recipientId}-none-{name}'));
  await fixture.changeDocuments('exclude', batchId, documentOfA);
  expect(await undo()).toEqual({ changed: 1 });
  expect(await fixture.rowOf(batchId, documentOfA)).toMatchObject({ state: 'excluded' });
});

test('an undo does not change a started batch', async ({ fixture }) => {
  await fixture.addBeneficiary('A', 'id-a');
  const batchId = await fixture.dropFiles(sampleFiles('id-a_1.pdf', 'other.pdf'));
  await applyRule(fixture, batchId, byPattern('{recipientId}_{name}'));
  // A batch starts only when every file is assigned or excluded.
  await expect(fixture.startBatch(batchId)).rejects.toMatchObject({
    code: 'batch-not-ready',
    details: { unassigned: 1 },
  });
  await fixture.changeDocuments('exclude', batchId, 'other.pdf');
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId);
  expect(await fixture.call('documents.mapping', { action: 'undo', batchId })).toEqual({ changed: 0 });
  expect(fixture.receivedDocuments('id-a')).toHaveLength(1);
});

test('an undo updates the duplicates', async ({ fixture }) => {
  const [idOfA, idOfB] = [
    await fixture.addBeneficiary('A', 'id-a'),
    await fixture.addBeneficiary('B', 'id-b'),
  ];
  const batchId = await fixture.dropFiles({
    '1.pdf': pdf('twin'),
    '2.pdf': pdf('twin'),
  });
  await fixture.assign(batchId, idOfA, '1.pdf');
  expect(await fixture.rowOf(batchId, '2.pdf')).toMatchObject({ state: 'duplicate' });
  await fixture.assign(batchId, idOfB, '2.pdf');
  expect(await fixture.rowOf(batchId, '2.pdf')).toMatchObject({ state: 'ready' });
  await fixture.call('documents.mapping', { action: 'undo', batchId });
  expect(await fixture.rowOf(batchId, '2.pdf')).toMatchObject({ state: 'duplicate' });
});
