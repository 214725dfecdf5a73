import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encryptedPdf } from '../../fakes/encrypted-pdf.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import {
  addBeneficiary,
  assign,
  batchOf,
  changeDocuments,
  type DocumentsFixture,
  drop,
  dropFiles,
  errorOf,
  receivedDocuments,
  rowOf,
  sampleDocuments,
  send,
  shareDocumentsFixture,
  startBatch,
  startDocumentsFixture,
  untilFinished,
  untilRow,
} from './documents-fixture.ts';

const shared = shareDocumentsFixture();
const firstPage = { offset: 0, limit: 200 };

test('the review counts every dropped document exactly once', async () => {
  const fixture = shared();
  const files = {
    ...sampleDocuments(6),
    'bad.txt': pdf('bad'),
    'same.pdf': pdf('1.pdf of this test'),
    'out.pdf': pdf('out'),
  };
  const paths = await writeFiles(fixture.folder, files);
  const batchId = await drop(fixture, ...paths, join(fixture.folder, 'missing.pdf'));
  const beneficiaryId = await addBeneficiary(fixture, 'One');
  const draft = await fixture.call('beneficiaries.draft', { action: 'add', label: 'Draft', payload: '{}' });
  await assign(fixture, batchId, beneficiaryId, '1.pdf', '2.pdf', '3.pdf', 'missing.pdf');
  await assign(fixture, batchId, draft.id, '4.pdf');
  await changeDocuments(fixture, 'exclude', batchId, 'out.pdf');

  const review = await fixture.call('documents.review', { action: 'numbers', batchId });
  const sizes = await Promise.all(
    ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(async (name) => (await rowOf(fixture, batchId, name)).size ?? 0),
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

test('large files are counted by the limit that the clerk set', async () => {
  const fixture = shared();
  await fixture.call('settings.change', {
    appearance: { theme: 'system', contrast: false },
    largeFileMegabytes: 1,
  });
  const batchId = await dropFiles(fixture, { 'large.pdf': pdf('a', 1_100_000), 'small.pdf': pdf('b') });
  await assign(fixture, batchId, await addBeneficiary(fixture, 'Large'));
  expect(await fixture.call('documents.review', { action: 'numbers', batchId })).toMatchObject({
    large: 1,
    toAttach: 2,
  });
  const { rows } = await fixture.call('documents.review', { action: 'groups', batchId, ...firstPage });
  expect(rows).toMatchObject([{ large: 1, newDocuments: 2 }]);
});

test('password-protected and truncated files are counted, shown with a warning, and accepted', async () => {
  const fixture = shared();
  const whole = pdf('whole');
  const batchId = await dropFiles(fixture, {
    'locked.pdf': encryptedPdf('secret', 'password'),
    'cut.pdf': whole.subarray(0, -20),
    'whole.pdf': whole,
  });
  await assign(fixture, batchId, await addBeneficiary(fixture, 'Defective'));
  expect(await rowOf(fixture, batchId, 'locked.pdf')).toMatchObject({
    state: 'ready',
    warnings: ['pdf-password'],
  });
  expect(await rowOf(fixture, batchId, 'cut.pdf')).toMatchObject({
    state: 'ready',
    warnings: ['pdf-cut-short'],
  });
  expect(await rowOf(fixture, batchId, 'whole.pdf')).toMatchObject({ state: 'ready', warnings: [] });
  expect(await fixture.call('documents.review', { action: 'numbers', batchId })).toMatchObject({
    defective: 2,
    toAttach: 3,
  });
  const { rows } = await fixture.call('documents.review', { action: 'groups', batchId, ...firstPage });
  expect(rows).toMatchObject([{ defective: 2, newDocuments: 3 }]);
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
  expect((await batchOf(fixture, batchId)).state).toBe('draft');
  return { code, ...details };
}

test('a batch does not start before every file is assigned or excluded, or without documents to send', async () => {
  const fixture = shared();
  const batchId = await dropFiles(fixture, sampleDocuments(2));
  const id = await addBeneficiary(fixture, 'Not ready');
  await assign(fixture, batchId, id, '1.pdf');
  expect(await expectStartRefused(fixture, batchId, 1, 1)).toMatchObject({
    code: 'batch-not-ready',
    unassigned: 1,
  });
  await changeDocuments(fixture, 'exclude', batchId);
  expect(await expectStartRefused(fixture, batchId, 0, 0)).toMatchObject({
    code: 'batch-not-ready',
    toAttach: 0,
  });
});

test('a batch does not start when its numbers differ from those that the clerk saw', async () => {
  const fixture = shared();
  const batchId = await dropFiles(fixture, sampleDocuments(2));
  await assign(fixture, batchId, await addBeneficiary(fixture, 'Changed'));
  expect(await expectStartRefused(fixture, batchId, 3, 1)).toEqual({
    code: 'batch-changed',
    documents: 2,
    beneficiaries: 1,
  });
  expect(await expectStartRefused(fixture, batchId, 2, 2)).toEqual({
    code: 'batch-changed',
    documents: 2,
    beneficiaries: 1,
  });
  expect(fixture.simulator.calls().filter(({ route }) => route !== 'login')).toEqual([]);
});

test('a batch cannot be started twice', async () => {
  const fixture = await startDocumentsFixture();
  const { batchId } = await send(fixture, sampleDocuments(1));
  const startArguments = { batchId, documents: 1, beneficiaries: 1 };
  expect(
    await errorOf(fixture.call('documents.batch', { action: 'start', ...startArguments })),
  ).toMatchObject({ code: 'batch-not-ready' });
  await untilFinished(fixture, batchId);
  expect(
    await errorOf(fixture.call('documents.batch', { action: 'start', ...startArguments })),
  ).toMatchObject({ code: 'batch-not-ready' });
});

test('documents of a beneficiary with an unknown outcome wait, and the others start', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
  const { batchId: lostBatchId, beneficiaryId: heldBeneficiaryId } = await send(
    fixture,
    sampleDocuments(1, 'lost '),
    'Held',
  );
  await untilRow(fixture, lostBatchId, 'lost 1.pdf', { state: 'attach-unknown' });

  const freeBeneficiaryId = await addBeneficiary(fixture, 'Free');
  const batchId = await dropFiles(fixture, sampleDocuments(3));
  await assign(fixture, batchId, heldBeneficiaryId, '1.pdf', '2.pdf');
  await assign(fixture, batchId, freeBeneficiaryId, '3.pdf');
  expect(await fixture.call('documents.review', { action: 'numbers', batchId })).toMatchObject({
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
  await startBatch(fixture, batchId);
  await untilRow(fixture, batchId, '3.pdf', { state: 'attached' });
  expect(await rowOf(fixture, batchId, '1.pdf')).toMatchObject({ state: 'ready', group: 'on-hold' });
  expect((await batchOf(fixture, batchId)).state).toBe('running');

  const [unknownOutcome] = await fixture.call('beneficiaries.unknownOutcomes', {});
  await fixture.call('beneficiaries.settle', {
    decision: 'is-there',
    attachId: unknownOutcome?.attachId ?? 0,
    recipientId: null,
  });
  await untilFinished(fixture, batchId);
  await untilFinished(fixture, lostBatchId);
});

test('the review lists documents that were attached earlier', async () => {
  const fixture = await startDocumentsFixture();
  const { batchId: earlierBatchId, beneficiaryId } = await send(fixture, sampleDocuments(2, 'earlier '));
  await untilFinished(fixture, earlierBatchId);
  const batchId = await dropFiles(fixture, sampleDocuments(1, 'later '));
  await assign(fixture, batchId, beneficiaryId);
  expect(await fixture.call('documents.review', { action: 'numbers', batchId })).toMatchObject({
    toAttach: 1,
    knownNamedAgain: 2,
  });
  const page = await fixture.call('documents.review', {
    action: 'documents',
    batchId,
    beneficiaryId,
    ...firstPage,
  });
  expect(page.rows.map((row) => [row.kind, row.name])).toEqual([
    ['new', 'later 1.pdf'],
    ['known', 'earlier 1.pdf'],
    ['known', 'earlier 2.pdf'],
  ]);
  expect(page.total).toBe(3);
});

test.each([
  ['send-known', 3],
  ['send-new', 1],
] as const)(
  'with the option %s the review counts the documents that the update then contains',
  async (recipientUpdate, nameCount) => {
    const fixture = await startDocumentsFixture({
      simulator: { recipientUpdate: 'replace' },
      profile: { recipientUpdate },
    });
    const { batchId: earlierBatchId, beneficiaryId } = await send(fixture, sampleDocuments(2));
    await untilFinished(fixture, earlierBatchId);
    // An attached document, a new one and a duplicate of the new one.
    const batchId = await dropFiles(fixture, {
      '1.pdf': pdf('1.pdf of this test'),
      'new.pdf': pdf('new'),
      'twin.pdf': pdf('new'),
    });
    await assign(fixture, batchId, beneficiaryId);
    const { rows } = await fixture.call('documents.review', { action: 'groups', batchId, ...firstPage });
    expect(rows).toMatchObject([{ newDocuments: 1, known: 2, duplicates: 2, names: nameCount }]);
    const page = await fixture.call('documents.review', {
      action: 'documents',
      batchId,
      beneficiaryId,
      ...firstPage,
    });
    expect(page.total).toBe(5);
    expect(page.rows.slice(3)).toMatchObject([
      { kind: 'duplicate', name: '1.pdf', reason: { code: 'attached-earlier' } },
      { kind: 'duplicate', name: 'twin.pdf', reason: { code: 'same-in-batch', facts: { name: 'new.pdf' } } },
    ]);
    await startBatch(fixture, batchId);
    await untilFinished(fixture, batchId);
    // The service keeps exactly what the last update named.
    expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(nameCount);
  },
);

test('the list of earlier batches contains every batch of the profile with its counts', async () => {
  const fixture = await startDocumentsFixture();
  const { batchId } = await send(fixture, sampleDocuments(2, 'sent '));
  await untilFinished(fixture, batchId);
  const draftBatchId = await dropFiles(fixture, sampleDocuments(1, 'draft '));
  await eventually(async () => {
    const { rows, total } = await fixture.call('documents.earlier', firstPage);
    expect(total).toBe(2);
    expect(rows).toMatchObject([
      { id: draftBatchId, number: 2, state: 'draft', documents: 1, attached: 0, problems: 0 },
      {
        id: batchId,
        number: 1,
        state: 'done',
        documents: 2,
        attached: 2,
        problems: 0,
        droppedBy: 'm.hansen',
      },
    ]);
  });
});
