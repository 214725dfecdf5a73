import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MappingRule } from '../../../src/shared/contract/mapping.ts';
import type { MappingOutcome } from '../../../src/shared/model/mapping.ts';
import { pdf } from '../../fakes/files.ts';
import {
  assign,
  beneficiary,
  drop,
  dropFiles,
  errorOf,
  over,
  received,
  rowOf,
  rowsOf,
  select,
  shareWork,
  start,
  startWork,
  untilHead,
  type Work,
} from './work.ts';

const shared = shareWork();
let tests = 0;

/** Recipient IDs that no other test of this file knows. */
function ids() {
  tests += 1;
  const number = tests;
  return (name: string) => `t${number}-${name}`;
}

function files(...names: readonly string[]): Record<string, Buffer> {
  return Object.fromEntries(names.map((name) => [name, pdf(`${name} ${tests}`)]));
}

function preview(
  work: Work,
  batchId: number,
  rule: MappingRule,
  options: { onlyOpen?: boolean; outcomes?: MappingOutcome[]; offset?: number; limit?: number } = {},
) {
  const { onlyOpen = false, outcomes = [], offset = 0, limit = 200 } = options;
  return work.call('documents.previewMapping', { batchId, rule, onlyOpen, outcomes, offset, limit });
}

function apply(
  work: Work,
  batchId: number,
  rule: MappingRule,
  add: { recipientId: string; label: string }[] = [],
) {
  return work.call('documents.applyMapping', { batchId, rule, onlyOpen: false, add });
}

const byPattern = (pattern: string): MappingRule => ({ by: 'pattern', pattern });

/** Who has which document, by name; `null` for nobody. */
async function owners(work: Work, batchId: number): Promise<Record<string, string | null>> {
  const rows = await rowsOf(work, batchId);
  return Object.fromEntries(rows.map(({ name, beneficiary: owner }) => [name, owner?.recipientId ?? null]));
}

async function manifest(work: Work, batchId: number, content: string | Buffer): Promise<MappingRule> {
  const path = join(work.folder, 'list.csv');
  writeFileSync(path, content);
  work.platform.answers.openFile = path;
  const opened = await work.call('documents.openManifest', { batchId, from: { kind: 'dialog' } });
  return { by: 'manifest', manifestId: opened?.manifestId ?? 0 };
}

test('a pattern says of every document what it would do, before it does it', async () => {
  const work = shared();
  const id = ids();
  await beneficiary(work, 'Ahlström', id('a'));
  await beneficiary(work, 'Ahlström two', `${id('a')}_1`);
  const names = [
    `${id('a')}_passport.pdf`,
    `${id('a')}_1_bill.pdf`,
    `${id('new')}_x.pdf`,
    `${id('new')}_y.pdf`,
    'scan.pdf',
  ];
  const batchId = await dropFiles(work, files(...names));
  const rule = byPattern('{recipientId}_{name}');
  const seen = await preview(work, batchId, rule);
  expect(seen).toMatchObject({
    counts: { matched: 1, ambiguous: 1, 'new-recipient': 2, 'no-match': 1 },
    documents: 1,
    beneficiaries: 1,
    left: 4,
    newRecipients: [{ recipientId: id('new'), documents: 2 }],
    newRecipientsTotal: 1,
  });
  expect(seen.page.total).toBe(5);
  const ambiguous = await preview(work, batchId, rule, { outcomes: ['ambiguous'] });
  expect(ambiguous.page.rows).toEqual([
    expect.objectContaining({ file: names[1], recipientIds: [id('a'), `${id('a')}_1`], beneficiary: null }),
  ]);
  expect((await preview(work, batchId, rule, { offset: 4, limit: 3 })).page).toMatchObject({
    total: 5,
    rows: [{}],
  });
  // Looking changes nothing.
  expect(new Set(Object.values(await owners(work, batchId)))).toEqual(new Set([null]));

  expect(await apply(work, batchId, rule)).toEqual({ changed: 1, beneficiaries: 1, added: 0 });
  expect(await owners(work, batchId)).toEqual({
    ...Object.fromEntries(names.map((name) => [name, null])),
    [names[0] ?? '']: id('a'),
  });
});

test('a new recipient is asked about once, joins the address book when the clerk says so, and gets its documents', async () => {
  const work = shared();
  const id = ids();
  const batchId = await dropFiles(work, files(`${id('n')}_1.pdf`, `${id('n')}_2.pdf`, `${id('o')}_1.pdf`));
  const rule = byPattern('{recipientId}_{name}');
  const { newRecipients } = await preview(work, batchId, rule);
  expect(newRecipients).toEqual([
    { recipientId: id('n'), documents: 2 },
    { recipientId: id('o'), documents: 1 },
  ]);
  const add = [{ recipientId: id('n'), label: 'Nyström' }];
  expect(await apply(work, batchId, rule, add)).toEqual({ changed: 2, beneficiaries: 1, added: 1 });
  expect(await owners(work, batchId)).toEqual({
    [`${id('n')}_1.pdf`]: id('n'),
    [`${id('n')}_2.pdf`]: id('n'),
    [`${id('o')}_1.pdf`]: null,
  });
  const { rows } = await work.call('beneficiaries.list', { search: id('n'), offset: 0, limit: 9 });
  expect(rows).toMatchObject([{ label: 'Nyström', recipientId: id('n') }]);
  // Once known it is not asked about again, and nothing is added twice.
  expect((await preview(work, batchId, rule)).newRecipients).toEqual([
    { recipientId: id('o'), documents: 1 },
  ]);
  expect(await apply(work, batchId, rule, add)).toEqual({ changed: 0, beneficiaries: 0, added: 0 });
});

test('an unknown recipient ID is read as most known ones look', async () => {
  const work = await startWork();
  for (const known of ['rcp_77e31c09', 'rcp_c1180f3a', 'old']) await beneficiary(work, known, known);
  const batchId = await dropFiles(work, files('rcp_b45d9f10_Certificato_2.pdf'));
  const { newRecipients } = await preview(work, batchId, byPattern('{recipientId}_{name}'));
  expect(newRecipients).toEqual([{ recipientId: 'rcp_b45d9f10', documents: 1 }]);
});

test('a rule leaves documents alone that have a beneficiary already, when the clerk wants that', async () => {
  const work = shared();
  const id = ids();
  const other = await beneficiary(work, 'Other', id('other'));
  await beneficiary(work, 'A', id('a'));
  const [first, second] = [`${id('a')}_1.pdf`, `${id('a')}_2.pdf`];
  const batchId = await dropFiles(work, files(first, second));
  await assign(work, batchId, other, first);
  const rule = byPattern('{recipientId}_{name}');
  expect(await preview(work, batchId, rule, { onlyOpen: true })).toMatchObject({
    documents: 1,
    page: { total: 1 },
  });
  await work.call('documents.applyMapping', { batchId, rule, onlyOpen: true, add: [] });
  expect(await owners(work, batchId)).toEqual({ [first]: id('other'), [second]: id('a') });
  await apply(work, batchId, rule);
  expect(await owners(work, batchId)).toEqual({ [first]: id('a'), [second]: id('a') });
});

test('a text that is no pattern is refused with what is wrong with it', async () => {
  const work = shared();
  const batchId = await dropFiles(work, files('a.pdf'));
  expect(await errorOf(preview(work, batchId, byPattern('{name}')))).toMatchObject({
    code: 'arguments-invalid',
    details: { fields: ['pattern'], problem: 'no-recipient-id' },
  });
});

test('a list gives each of its files to its recipient, and says of every line what became of it', async () => {
  const work = shared();
  const id = ids();
  await beneficiary(work, 'A', id('a'));
  await beneficiary(work, 'B', id('b'));
  const folder = join(work.folder, 'May');
  for (const place of ['one', 'two']) mkdirSync(join(folder, place), { recursive: true });
  const put = (path: string, content = path) => writeFileSync(join(folder, path), pdf(content));
  for (const path of ['scan.pdf', 'Bill.PDF', 'both.pdf', 'new.pdf', 'alone.pdf']) put(path);
  for (const path of ['one/same.pdf', 'two/same.pdf']) put(path);
  writeFileSync(join(folder, 'bad.pdf'), 'no PDF');
  const batchId = await drop(work, folder);
  const lines: [string, MappingOutcome][] = [
    [`scan.pdf,${id('a')}`, 'matched'],
    [`bill.pdf,${id('b')}`, 'matched'],
    [`same.pdf,${id('a')}`, 'ambiguous'],
    [`one/same.pdf,${id('a')}`, 'matched'],
    [`May\\two\\same.pdf,${id('b')}`, 'matched'],
    [`both.pdf,${id('a')}`, 'contradicted'],
    [`both.pdf,${id('b')}`, 'contradicted'],
    [`new.pdf,${id('new')}`, 'new-recipient'],
    [`new.pdf,${id('new')}`, 'new-recipient'],
    [`nowhere.pdf,${id('a')}`, 'no-match'],
    [`bad.pdf,${id('a')}`, 'not-open'],
    [`scan.pdf,`, 'incomplete'],
    [`,${id('a')}`, 'incomplete'],
  ];
  const content = ['file,recipientId,remark', ...lines.map(([line]) => `${line},whatever`)].join('\r\n');
  const rule = await manifest(work, batchId, `\ufeff${content}`);
  const seen = await preview(work, batchId, rule);
  expect(seen.page.rows.map(({ line, outcome }) => [line, outcome])).toEqual(
    lines.map(([, outcome], index) => [index + 2, outcome]),
  );
  expect(seen).toMatchObject({
    documents: 4,
    beneficiaries: 2,
    left: 3,
    newRecipients: [{ recipientId: id('new'), documents: 1 }],
  });
  const add = [{ recipientId: id('new'), label: 'Neu' }];
  expect(await apply(work, batchId, rule, add)).toEqual({ changed: 5, beneficiaries: 3, added: 1 });
  const rows = await rowsOf(work, batchId);
  const places = rows.map((row) => [`${row.folder}/${row.name}`, row.beneficiary?.recipientId ?? null]);
  expect(Object.fromEntries(places)).toEqual({
    'May/scan.pdf': id('a'),
    'May/Bill.PDF': id('b'),
    'May/both.pdf': null,
    'May/new.pdf': id('new'),
    'May/alone.pdf': null,
    'May/bad.pdf': null,
    'May/one/same.pdf': id('a'),
    'May/two/same.pdf': id('b'),
  });
  const { id: documentId } = await rowOf(work, batchId, 'scan.pdf');
  const detail = await work.call('documents.detail', { documentId });
  expect(detail).toMatchObject({
    assignedBy: 'manifest',
    history: [{ kind: 'assigned', by: 'manifest' }, {}, {}],
  });
});

test('a list is chosen, dropped, or one of the dropped files; closing the dialog is no list', async () => {
  const work = shared();
  const id = ids();
  await beneficiary(work, 'A', id('a'));
  const path = join(work.folder, 'whose.csv');
  writeFileSync(path, `Recipient ID;File name\n${id('a')};a.pdf`);
  const batchId = await dropFiles(work, files('a.pdf'));
  await drop(work, path);
  const { id: documentId } = await rowOf(work, batchId, 'whose.csv');
  const [reference = ''] = work.testApp.references([path]);
  for (const from of [
    { kind: 'dropped', reference },
    { kind: 'document', documentId },
  ] as const) {
    const opened = await work.call('documents.openManifest', { batchId, from });
    expect(opened).toMatchObject({ fileName: 'whose.csv', lines: 1 });
    const rule = { by: 'manifest', manifestId: opened?.manifestId ?? 0 } as const;
    expect(await preview(work, batchId, rule)).toMatchObject({ documents: 1, counts: { matched: 1 } });
  }
  work.platform.answers.openFile = null;
  expect(await work.call('documents.openManifest', { batchId, from: { kind: 'dialog' } })).toBeNull();
});

test.each([
  ['other columns', 'name,id\na.pdf,1', 'must name the columns'],
  ['nothing', '', 'must name the columns'],
  ['no CSV', 'file,recipientId\n"a.pdf,1', 'not CSV'],
])('a file with %s is no list, and its words say why', async (_, content, words) => {
  const work = shared();
  const batchId = await dropFiles(work, files('a.pdf'));
  const error = await errorOf(manifest(work, batchId, content));
  expect(error.code).toBe('file-unreadable');
  expect(error.details['message']).toContain(words);
});

test('lines that are not UTF-8 are said to be incomplete, and a list of another batch is not open', async () => {
  const work = shared();
  const id = ids();
  await beneficiary(work, 'A', id('a'));
  const batchId = await dropFiles(work, files('a.pdf'));
  const rule = await manifest(
    work,
    batchId,
    Buffer.from(`file,recipientId\nM\xfcller.pdf,${id('a')}`, 'latin1'),
  );
  expect(await preview(work, batchId, rule)).toMatchObject({ counts: { incomplete: 1 } });
  expect(await errorOf(preview(work, batchId, { by: 'manifest', manifestId: 9_999 }))).toMatchObject({
    code: 'arguments-invalid',
    details: { fields: ['manifestId'] },
  });
});

test('assignments are taken back one by one, whatever way they were made, and nothing else is', async () => {
  const work = shared();
  const id = ids();
  const [a, b] = [await beneficiary(work, 'A', id('a')), await beneficiary(work, 'B', id('b'))];
  const [one, two] = [`${id('a')}_1.pdf`, `${id('b')}_2.pdf`];
  const batchId = await dropFiles(work, files(one, two));
  const undo = () => work.call('documents.undoMapping', { batchId });
  await assign(work, batchId, b, one);
  await apply(work, batchId, byPattern('{recipientId}_{name}'));
  await work.call('documents.unassign', await select(work, batchId));
  await untilHead(work, batchId, { lastMapping: { way: 'taken-away', documents: 2 } });
  expect(await owners(work, batchId)).toEqual({ [one]: null, [two]: null });
  expect(await undo()).toEqual({ changed: 2 });
  expect(await owners(work, batchId)).toEqual({ [one]: id('a'), [two]: id('b') });
  expect(
    await work.call('documents.detail', { documentId: (await rowOf(work, batchId, one)).id }),
  ).toMatchObject({
    assignedBy: 'pattern',
    history: [{ kind: 'assigned', by: 'm.hansen' }, { kind: 'unassigned' }, { by: 'pattern' }, {}, {}, {}],
  });
  await untilHead(work, batchId, { lastMapping: { way: 'pattern', documents: 2 } });
  expect(await undo()).toEqual({ changed: 2 });
  expect(await owners(work, batchId)).toEqual({ [one]: id('b'), [two]: null });
  expect(await undo()).toEqual({ changed: 1 });
  expect(await undo()).toEqual({ changed: 0 });
  await untilHead(work, batchId, { lastMapping: null });

  // A step that changed nothing is none, and what was left out since stays out.
  await assign(work, batchId, a);
  await apply(work, batchId, byPattern('{recipientId}-none-{name}'));
  await work.call('documents.exclude', await select(work, batchId, one));
  expect(await undo()).toEqual({ changed: 1 });
  expect(await rowOf(work, batchId, one)).toMatchObject({ state: 'excluded' });
});

test('a started batch cannot lose its beneficiaries by an undo', async () => {
  const work = shared();
  const id = ids();
  await beneficiary(work, 'A', id('a'));
  const batchId = await dropFiles(work, files(`${id('a')}_1.pdf`, 'other.pdf'));
  await apply(work, batchId, byPattern('{recipientId}_{name}'));
  // Every file is assigned or left out before anything starts.
  expect(await errorOf(start(work, batchId))).toMatchObject({
    code: 'batch-not-ready',
    details: { unassigned: 1 },
  });
  await work.call('documents.exclude', await select(work, batchId, 'other.pdf'));
  await start(work, batchId);
  await over(work, batchId);
  expect(await work.call('documents.undoMapping', { batchId })).toEqual({ changed: 0 });
  expect(received(work.simulator, id('a'))).toHaveLength(1);
});

test('taking back says again who is a duplicate', async () => {
  const work = shared();
  const id = ids();
  const [a, b] = [await beneficiary(work, 'A', id('a')), await beneficiary(work, 'B', id('b'))];
  const batchId = await dropFiles(work, { '1.pdf': pdf(`twin ${tests}`), '2.pdf': pdf(`twin ${tests}`) });
  await assign(work, batchId, a, '1.pdf');
  expect(await rowOf(work, batchId, '2.pdf')).toMatchObject({ state: 'duplicate' });
  await assign(work, batchId, b, '2.pdf');
  expect(await rowOf(work, batchId, '2.pdf')).toMatchObject({ state: 'ready' });
  await work.call('documents.undoMapping', { batchId });
  expect(await rowOf(work, batchId, '2.pdf')).toMatchObject({ state: 'duplicate' });
});
