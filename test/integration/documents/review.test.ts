import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encryptedPdf } from '../../fakes/encrypted-pdf.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import {
  assign,
  batchOf,
  beneficiary,
  documents,
  drop,
  dropFiles,
  errorOf,
  over,
  received,
  rowOf,
  select,
  send,
  shareWork,
  start,
  startWork,
  untilRow,
  type Work,
} from './work.ts';

const shared = shareWork();
const first = { offset: 0, limit: 200 };

test('the numbers of the review say of every dropped document where it is, once', async () => {
  const work = shared();
  const files = {
    ...documents(6),
    'bad.txt': pdf('bad'),
    'same.pdf': pdf('1.pdf of this test'),
    'out.pdf': pdf('out'),
  };
  const paths = await writeFiles(work.folder, files);
  const batchId = await drop(work, ...paths, join(work.folder, 'missing.pdf'));
  const one = await beneficiary(work, 'One');
  const draft = await work.call('beneficiaries.draft', { label: 'Draft', payload: '{}' });
  await assign(work, batchId, one, '1.pdf', '2.pdf', '3.pdf', 'missing.pdf');
  await assign(work, batchId, draft.id, '4.pdf');
  await work.call('documents.exclude', await select(work, batchId, 'out.pdf'));

  const review = await work.call('documents.review', { batchId });
  const sizes = await Promise.all(
    ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(async (name) => (await rowOf(work, batchId, name)).size ?? 0),
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
    host: new URL(work.simulator.hosts.beneficiary).host,
  });
  const { excluded, rejected, duplicates, unassigned, checking, onHold, toAttach } = review;
  expect(excluded + rejected + duplicates + unassigned + checking + onHold + toAttach).toBe(review.dropped);

  const groups = await work.call('documents.reviewGroups', { batchId, ...first });
  expect(groups.total).toBe(2);
  expect(groups.rows.map((row) => [row.beneficiary.label, row.newDocuments, row.known, row.held])).toEqual([
    ['Draft', 1, 0, false],
    ['One', 4, 0, false],
  ]);
  const below = await work.call('documents.reviewDocuments', { batchId, beneficiaryId: one, ...first });
  expect(below.rows.map((row) => [row.kind, row.name])).toEqual([
    ['new', '1.pdf'],
    ['new', '2.pdf'],
    ['new', '3.pdf'],
    ['new', 'missing.pdf'],
  ]);
});

test('large files are counted by the clerk’s own measure', async () => {
  const work = shared();
  await work.call('settings.change', {
    appearance: { theme: 'system', contrast: false },
    largeFileMegabytes: 1,
  });
  const batchId = await dropFiles(work, { 'large.pdf': pdf('a', 1_100_000), 'small.pdf': pdf('b') });
  await assign(work, batchId, await beneficiary(work, 'Large'));
  expect(await work.call('documents.review', { batchId })).toMatchObject({ large: 1, toAttach: 2 });
  const { rows } = await work.call('documents.reviewGroups', { batchId, ...first });
  expect(rows).toMatchObject([{ large: 1, newDocuments: 2 }]);
});

test('files that are locked, damaged or cut short are counted, shown in the list, and sent all the same', async () => {
  const work = shared();
  const whole = pdf('whole');
  const batchId = await dropFiles(work, {
    'locked.pdf': encryptedPdf('secret', 'password'),
    'cut.pdf': whole.subarray(0, -20),
    'whole.pdf': whole,
  });
  await assign(work, batchId, await beneficiary(work, 'Defective'));
  expect(await rowOf(work, batchId, 'locked.pdf')).toMatchObject({
    state: 'ready',
    warnings: ['pdf-password'],
  });
  expect(await rowOf(work, batchId, 'cut.pdf')).toMatchObject({
    state: 'ready',
    warnings: ['pdf-cut-short'],
  });
  expect(await rowOf(work, batchId, 'whole.pdf')).toMatchObject({ state: 'ready', warnings: [] });
  expect(await work.call('documents.review', { batchId })).toMatchObject({ defective: 2, toAttach: 3 });
  const { rows } = await work.call('documents.reviewGroups', { batchId, ...first });
  expect(rows).toMatchObject([{ defective: 2, newDocuments: 3 }]);
});

async function refusal(work: Work, batchId: number, documentsSeen: number, beneficiaries: number) {
  const numbers = { batchId, documents: documentsSeen, beneficiaries };
  const { code, details } = await errorOf(work.call('documents.start', numbers));
  expect((await batchOf(work, batchId)).state).toBe('draft');
  return { code, ...details };
}

test('a batch does not start before every file is assigned or left out, and there is something to send', async () => {
  const work = shared();
  const batchId = await dropFiles(work, documents(2));
  const id = await beneficiary(work, 'Not ready');
  await assign(work, batchId, id, '1.pdf');
  expect(await refusal(work, batchId, 1, 1)).toMatchObject({ code: 'batch-not-ready', unassigned: 1 });
  await work.call('documents.exclude', await select(work, batchId));
  expect(await refusal(work, batchId, 0, 0)).toMatchObject({ code: 'batch-not-ready', toAttach: 0 });
});

test('a batch does not start with other numbers than the clerk saw', async () => {
  const work = shared();
  const batchId = await dropFiles(work, documents(2));
  await assign(work, batchId, await beneficiary(work, 'Changed'));
  expect(await refusal(work, batchId, 3, 1)).toEqual({
    code: 'batch-changed',
    documents: 2,
    beneficiaries: 1,
  });
  expect(await refusal(work, batchId, 2, 2)).toEqual({
    code: 'batch-changed',
    documents: 2,
    beneficiaries: 1,
  });
  expect(work.simulator.calls().filter(({ route }) => route !== 'login')).toEqual([]);
});

test('a batch starts once', async () => {
  const work = await startWork();
  const { batchId } = await send(work, documents(1));
  const again = { batchId, documents: 1, beneficiaries: 1 };
  expect(await errorOf(work.call('documents.start', again))).toMatchObject({ code: 'batch-not-ready' });
  await over(work, batchId);
  expect(await errorOf(work.call('documents.start', again))).toMatchObject({ code: 'batch-not-ready' });
});

test('documents of a beneficiary with an unknown outcome stay behind, and the rest starts', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
  const { batchId: lost, beneficiaryId: held } = await send(work, documents(1, 'lost '), 'Held');
  await untilRow(work, lost, 'lost 1.pdf', { state: 'attach-unknown' });

  const free = await beneficiary(work, 'Free');
  const batchId = await dropFiles(work, documents(3));
  await assign(work, batchId, held, '1.pdf', '2.pdf');
  await assign(work, batchId, free, '3.pdf');
  expect(await work.call('documents.review', { batchId })).toMatchObject({
    dropped: 3,
    onHold: 2,
    toAttach: 1,
    beneficiaries: 1,
    unassigned: 0,
  });
  const { rows } = await work.call('documents.reviewGroups', { batchId, ...first });
  expect(rows.map((row) => [row.beneficiary.label, row.held])).toEqual([
    ['Held', true],
    ['Free', false],
  ]);
  await start(work, batchId);
  await untilRow(work, batchId, '3.pdf', { state: 'attached' });
  expect(await rowOf(work, batchId, '1.pdf')).toMatchObject({ state: 'ready', group: 'on-hold' });
  expect((await batchOf(work, batchId)).state).toBe('running');

  const [unknown] = await work.call('beneficiaries.unknownOutcomes', {});
  await work.call('beneficiaries.settle', {
    decision: 'is-there',
    attachId: unknown?.attachId ?? 0,
    recipientId: null,
  });
  await over(work, batchId);
  await over(work, lost);
});

test('the review names what was attached before', async () => {
  const work = await startWork();
  const { batchId: earlier, beneficiaryId } = await send(work, documents(2, 'earlier '));
  await over(work, earlier);
  const batchId = await dropFiles(work, documents(1, 'later '));
  await assign(work, batchId, beneficiaryId);
  expect(await work.call('documents.review', { batchId })).toMatchObject({
    toAttach: 1,
    knownNamedAgain: 2,
  });
  const page = await work.call('documents.reviewDocuments', { batchId, beneficiaryId, ...first });
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
  'under %s the review says how many documents the update names, and the update names them',
  async (recipientUpdate, names) => {
    const work = await startWork({ simulator: { recipientUpdate: 'replace' }, profile: { recipientUpdate } });
    const { batchId: earlier, beneficiaryId } = await send(work, documents(2));
    await over(work, earlier);
    // One that is attached already, one that is there twice, and one that is new.
    const batchId = await dropFiles(work, {
      '1.pdf': pdf('1.pdf of this test'),
      'new.pdf': pdf('new'),
      'twin.pdf': pdf('new'),
    });
    await assign(work, batchId, beneficiaryId);
    const { rows } = await work.call('documents.reviewGroups', { batchId, ...first });
    expect(rows).toMatchObject([{ newDocuments: 1, known: 2, duplicates: 2, names }]);
    const page = await work.call('documents.reviewDocuments', { batchId, beneficiaryId, ...first });
    expect(page.total).toBe(5);
    expect(page.rows.slice(3)).toMatchObject([
      { kind: 'duplicate', name: '1.pdf', reason: { code: 'attached-earlier' } },
      { kind: 'duplicate', name: 'twin.pdf', reason: { code: 'same-in-batch', facts: { name: 'new.pdf' } } },
    ]);
    await start(work, batchId);
    await over(work, batchId);
    // The service keeps exactly what the last update named.
    expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(names);
  },
);

test('the list of earlier batches has every batch of the profile with its numbers', async () => {
  const work = await startWork();
  const { batchId } = await send(work, documents(2, 'sent '));
  await over(work, batchId);
  const draft = await dropFiles(work, documents(1, 'draft '));
  await eventually(async () => {
    const { rows, total } = await work.call('documents.earlier', first);
    expect(total).toBe(2);
    expect(rows).toMatchObject([
      { id: draft, number: 2, state: 'draft', documents: 1, attached: 0, problems: 0 },
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
