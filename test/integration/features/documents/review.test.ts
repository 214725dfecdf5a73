import { join } from 'node:path';
import { expect } from 'vitest';
import type { DocumentSort } from '../../../../src/shared/contract/documents.ts';
import type { CommandArgs } from '../../../../src/shared/contract/index.ts';
import { codeOf, errorOf } from '../../../fakes/error-of.ts';
import { encryptedPdf } from '../../../fakes/files/encrypted-pdf.ts';
import { pdf, writeFiles } from '../../../fakes/files/files.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

const firstPage = { offset: 0, limit: 200 };

test('the review counts every dropped document exactly once', async ({ fixture }) => {
  const files = {
    ...sampleDocuments(6),
    'bad.txt': pdf('bad'),
    'same.pdf': pdf('1.pdf of this test'),
    'out.pdf': pdf('out'),
  };
  const paths = await writeFiles(fixture.folder, files);
  const batchId = await fixture.drop(...paths, join(fixture.folder, 'missing.pdf'));
  const beneficiaryId = await fixture.addBeneficiary('One');
  const draft = await fixture.call('beneficiaries.draft', { action: 'add', label: 'Draft', payload: '{}' });
  await fixture.assign(batchId, beneficiaryId, '1.pdf', '2.pdf', '3.pdf', 'missing.pdf');
  await fixture.assign(batchId, draft.id, '4.pdf');
  await fixture.changeDocuments('exclude', batchId, 'out.pdf');

  const review = await fixture.reviewOf(batchId);
  const sizes = await Promise.all(
    ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(async (name) => (await fixture.rowOf(batchId, name)).size ?? 0),
  );
  expect(review).toEqual({
    dropped: 10,
    excluded: 1,
    rejected: 1,
    duplicates: 1,
    waiting: 1,
    unassigned: 2,
    checking: 0,
    onHold: 0,
    toAttach: 5,
    beneficiaries: 2,
    creations: 1,
    knownNamedAgain: 0,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    large: 0,
    defective: 0,
    recipientUpdate: 'send-known',
    host: new URL(fixture.simulator.hosts.beneficiary).host,
  });
  const { excluded, rejected, duplicates, unassigned, checking, onHold, toAttach } = review;
  expect(excluded + rejected + duplicates + unassigned + checking + onHold + toAttach).toBe(review.dropped);

  const groups = await fixture.call('documents.review', { action: 'groups', batchId, ...firstPage });
  expect(groups.total).toBe(2);
  expect(groups.rows.map((row) => [row.beneficiary.label, row.newDocuments, row.known, row.held])).toEqual([
    ['Draft', 1, 0, false],
    ['One', 4, 0, false],
  ]);
  const documentsPage = await fixture.call('documents.review', {
    action: 'documents',
    batchId,
    beneficiaryId,
    ...firstPage,
  });
  expect(documentsPage.rows.map((row) => [row.kind, row.name])).toEqual([
    ['new', '1.pdf'],
    ['new', '2.pdf'],
    ['new', '3.pdf'],
    ['new', 'missing.pdf'],
  ]);
});

test('large, locked and truncated files are accepted with a warning', async ({ fixture }) => {
  const appearance = { theme: 'system', contrast: false } as const;
  await fixture.call('settings.change', { appearance, largeFileMegabytes: 1 });
  const whole = pdf('whole');
  const batchId = await fixture.dropFiles({
    'large.pdf': pdf('a', 1_100_000),
    'locked.pdf': encryptedPdf('secret', 'password'),
    'cut.pdf': whole.subarray(0, -20),
    'whole.pdf': whole,
  });
  await fixture.assign(batchId, await fixture.addBeneficiary('Defective'));
  expect((await fixture.rowsOf(batchId)).map(({ state, warnings }) => [state, ...warnings])).toEqual([
    ['ready', 'large'],
    ['ready', 'pdf-password'],
    ['ready', 'pdf-cut-short'],
    ['ready'],
  ]);
  expect(await fixture.reviewOf(batchId)).toMatchObject({ large: 1, defective: 2, toAttach: 4 });
  const { rows } = await fixture.call('documents.review', { action: 'groups', batchId, ...firstPage });
  expect(rows).toMatchObject([{ large: 1, defective: 2, newDocuments: 4 }]);
});

async function expectStartRefused(
  fixture: DocumentsFixture,
  batchId: number,
  documentsSeen: number,
  beneficiaries: number,
) {
  const startArguments = { batchId, documents: documentsSeen, beneficiaries };
  const { code, details } = await errorOf(
    fixture.call('documents.batch', { action: 'start', ...startArguments }),
  );
  expect((await fixture.batchOf(batchId)).state).toBe('draft');
  return { code, ...details };
}

test('a batch starts only with all files assigned or excluded, and with documents', async ({ fixture }) => {
  const batchId = await fixture.dropFiles(sampleDocuments(2));
  const id = await fixture.addBeneficiary('Not ready');
  await fixture.assign(batchId, id, '1.pdf');
  const code = 'batch-not-ready';
  expect(await expectStartRefused(fixture, batchId, 1, 1)).toMatchObject({ code, unassigned: 1 });
  await fixture.changeDocuments('exclude', batchId);
  expect(await expectStartRefused(fixture, batchId, 0, 0)).toMatchObject({ code, toAttach: 0 });
});

test('a batch does not start when its numbers differ from those that the clerk saw', async ({ fixture }) => {
  const batchId = await fixture.dropFiles(sampleDocuments(2));
  await fixture.assign(batchId, await fixture.addBeneficiary('Changed'));
  const changed = { code: 'batch-changed', documents: 2, beneficiaries: 1 };
  expect(await expectStartRefused(fixture, batchId, 3, 1)).toEqual(changed);
  expect(await expectStartRefused(fixture, batchId, 2, 2)).toEqual(changed);
  expect(fixture.simulator.calls().filter(({ route }) => route !== 'login')).toEqual([]);
});

test('a batch cannot be started twice', async ({ fixture }) => {
  const { batchId } = await fixture.send(sampleDocuments(1));
  const start = { action: 'start', batchId, documents: 1, beneficiaries: 1 } as const;
  expect(await codeOf(fixture.call('documents.batch', start))).toBe('batch-not-ready');
  await fixture.untilFinished(batchId);
  expect(await codeOf(fixture.call('documents.batch', start))).toBe('batch-not-ready');
});

test('documents of a beneficiary with an unknown outcome wait, and the others start', async ({ fixture }) => {
  fixture.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
  const { batchId: lostBatchId, beneficiaryId: heldBeneficiaryId } = await fixture.send(
    sampleDocuments(1, 'lost '),
    'Held',
  );
  await fixture.untilRow(lostBatchId, 'lost 1.pdf', { state: 'attach-unknown' });

  const freeBeneficiaryId = await fixture.addBeneficiary('Free');
  const batchId = await fixture.dropFiles(sampleDocuments(3));
  await fixture.assign(batchId, heldBeneficiaryId, '1.pdf', '2.pdf');
  await fixture.assign(batchId, freeBeneficiaryId, '3.pdf');
  expect(await fixture.reviewOf(batchId)).toMatchObject({
    dropped: 3,
    onHold: 2,
    toAttach: 1,
    beneficiaries: 1,
    unassigned: 0,
  });
  const { rows } = await fixture.call('documents.review', { action: 'groups', batchId, ...firstPage });
  expect(rows.map((row) => [row.beneficiary.label, row.held])).toEqual([
    ['Held', true],
    ['Free', false],
  ]);
  await fixture.startBatch(batchId);
  await fixture.untilRow(batchId, '3.pdf', { state: 'attached' });
  expect(await fixture.rowOf(batchId, '1.pdf')).toMatchObject({ state: 'ready', group: 'on-hold' });
  expect((await fixture.batchOf(batchId)).state).toBe('running');

  await fixture.settle('is-there');
  await fixture.untilFinished(batchId);
  await fixture.untilFinished(lostBatchId);
});

test.for([
  ['send-known', 3],
  ['send-new', 1],
] as const)(
  'the review counts the documents of an update with %s',
  async ([recipientUpdate, nameCount], { paydesk }) => {
    const fixture = await paydesk.openCompany({
      simulator: { recipientUpdate: 'replace' },
      profile: { recipientUpdate },
    });
    const { batchId: earlierBatchId, beneficiaryId } = await fixture.send(sampleDocuments(2));
    await fixture.untilFinished(earlierBatchId);
    // An attached document, a new one and a duplicate of the new one.
    const batchId = await fixture.dropFiles({
      '1.pdf': pdf('1.pdf of this test'),
      'new.pdf': pdf('new'),
      'twin.pdf': pdf('new'),
    });
    await fixture.assign(batchId, beneficiaryId);
    expect(await fixture.reviewOf(batchId)).toMatchObject({ toAttach: 1, knownNamedAgain: 2 });
    const { rows } = await fixture.call('documents.review', { action: 'groups', batchId, ...firstPage });
    expect(rows).toMatchObject([{ newDocuments: 1, known: 2, duplicates: 2, names: nameCount }]);
    const page = await fixture.call('documents.review', {
      action: 'documents',
      batchId,
      beneficiaryId,
      ...firstPage,
    });
    expect(page.total).toBe(5);
    expect(page.rows).toMatchObject([
      { kind: 'new', name: 'new.pdf' },
      { kind: 'known', name: '1.pdf' },
      { kind: 'known', name: '2.pdf' },
      { kind: 'duplicate', name: '1.pdf', reason: { code: 'attached-earlier' } },
      { kind: 'duplicate', name: 'twin.pdf', reason: { code: 'same-in-batch', facts: { name: 'new.pdf' } } },
    ]);
    await fixture.startBatch(batchId);
    await fixture.untilFinished(batchId);
    // The service keeps exactly what the last update named.
    expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(nameCount);
  },
);

const byName: DocumentSort = { by: 'name', descending: false };

async function listNames(
  fixture: DocumentsFixture,
  batchId: number,
  changes: Partial<CommandArgs<'documents.list'>> = {},
): Promise<string[]> {
  const { rows } = await fixture.call('documents.list', {
    batchId,
    filter: { group: null, text: '' },
    sort: byName,
    offset: 0,
    limit: 200,
    ...changes,
  });
  return rows.map(({ name }) => name);
}

const withText = (text: string) => ({ filter: { group: null, text } });

test('a search finds names, folders, beneficiaries and recipient IDs', async ({ fixture }) => {
  await writeFiles(fixture.folder, {
    'Rechnungen März/Ärger.pdf': pdf('a'),
    'Contracts/b.pdf': pdf('b'),
    'Contracts/c.pdf': pdf('c'),
    'Contracts/c.txt': pdf('t'),
  });
  const batchId = await fixture.drop(
    join(fixture.folder, 'Rechnungen März'),
    join(fixture.folder, 'Contracts'),
  );
  await fixture.assign(batchId, await fixture.addBeneficiary('Ołtarz Øst', 'RCP-Ünique'), 'c.pdf');
  expect(await listNames(fixture, batchId, withText('arger'))).toEqual(['Ärger.pdf']);
  expect(await listNames(fixture, batchId, withText('MARZ'))).toEqual(['Ärger.pdf']);
  expect(await listNames(fixture, batchId, withText('contracts'))).toEqual(['b.pdf', 'c.pdf', 'c.txt']);
  const rejected = { filter: { group: 'rejected', text: 'c' } } as const;
  expect(await listNames(fixture, batchId, rejected)).toEqual(['c.txt']);
  expect(await listNames(fixture, batchId, withText('øst'))).toEqual(['c.pdf']);
  expect(await listNames(fixture, batchId, withText('rcp-ünique'))).toEqual(['c.pdf']);
  expect(await listNames(fixture, batchId, withText('RCP-Ü'))).toEqual(['c.pdf']);
  expect(await listNames(fixture, batchId, withText('%'))).toEqual([]);
  expect(await listNames(fixture, batchId, withText(''))).toHaveLength(4);
});

test('a list is sorted by name, size and beneficiary in both directions', async ({ fixture }) => {
  const batchId = await fixture.dropFiles({
    'Öl.pdf': pdf('large', 5_000),
    'apfel.pdf': pdf('middle', 3_000),
    'Zebra.pdf': pdf('small', 1_000),
  });
  await fixture.assign(batchId, await fixture.addBeneficiary('zeta'), 'Öl.pdf');
  await fixture.assign(batchId, await fixture.addBeneficiary('Alpha'), 'Zebra.pdf');
  const listSorted = (by: DocumentSort['by'], descending: boolean) =>
    listNames(fixture, batchId, { sort: { by, descending } });
  expect(await listSorted('name', false)).toEqual(['apfel.pdf', 'Öl.pdf', 'Zebra.pdf']);
  expect(await listSorted('name', true)).toEqual(['Zebra.pdf', 'Öl.pdf', 'apfel.pdf']);
  expect(await listSorted('size', false)).toEqual(['Zebra.pdf', 'apfel.pdf', 'Öl.pdf']);
  expect(await listSorted('size', true)).toEqual(['Öl.pdf', 'apfel.pdf', 'Zebra.pdf']);
  // Documents without a beneficiary come last in both directions.
  expect(await listSorted('beneficiary', false)).toEqual(['Zebra.pdf', 'Öl.pdf', 'apfel.pdf']);
  expect(await listSorted('beneficiary', true)).toEqual(['Öl.pdf', 'Zebra.pdf', 'apfel.pdf']);
});

test('documents are filtered by reason, and a retry affects only the filtered list', async ({ fixture }) => {
  let callCount = 0;
  fixture.simulator.faults.set('upload', {
    kind: 'status',
    status: 422,
    when: () => {
      callCount += 1;
      return callCount % 2 === 0;
    },
  });
  const batchId = await fixture.dropFiles({
    ...sampleDocuments(4),
    'empty.pdf': Buffer.alloc(0),
    'notes.txt': Buffer.from('notes'),
  });
  await fixture.assign(batchId, await fixture.addBeneficiary('A'), ...Object.keys(sampleDocuments(4)));
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId, 'done-with-problems');
  expect(await fixture.call('documents.query', { action: 'reasons', batchId, group: null })).toEqual([
    { code: 'service-refused', documents: 2 },
    { code: 'empty-file', documents: 1 },
    { code: 'extension-not-allowed', documents: 1 },
  ]);
  expect(await fixture.call('documents.query', { action: 'reasons', batchId, group: 'problem' })).toEqual([
    { code: 'service-refused', documents: 2 },
  ]);
  const filter = { group: null, reason: 'service-refused', text: '' } as const;
  const sort = { by: 'name', descending: false } as const;
  const page = await fixture.call('documents.list', { batchId, filter, sort, offset: 0, limit: 9 });
  expect(page).toMatchObject({ total: 2, rows: [{ state: 'failed' }, { state: 'failed' }] });
  fixture.simulator.faults.clear();
  const selection = { kind: 'all' as const, filter };
  expect(await fixture.call('documents.change', { action: 'retry', batchId, selection })).toEqual({
    changed: 2,
  });
  await fixture.untilFinished(batchId);
});
