import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import {
  assign,
  documents,
  dropFiles,
  errorOf,
  over,
  send,
  shareWork,
  startWork,
  type Work,
} from '../documents/work.ts';

const shared = shareWork();
const book = (work: Work, search = '') => work.call('beneficiaries.list', { search, offset: 0, limit: 200 });
const labels = async (work: Work, search: string) =>
  (await book(work, search)).rows.map(({ label }) => label);

test('a beneficiary is added, found and renamed', async () => {
  const work = shared();
  const { id } = await work.call('beneficiaries.add', { label: '  Ångström AB ', recipientId: ' rcp_7 ' });
  const known = { id, label: 'Ångström AB', recipientId: 'rcp_7', stage: 'known', attached: 0, unknown: 0 };
  expect(await work.call('beneficiaries.get', { id })).toEqual({ ...known, lastAttachedAt: null });
  await work.call('beneficiaries.rename', { id, label: 'Øresund A/S' });
  expect(await labels(work, 'angstrom')).toEqual([]);
  expect(await labels(work, 'øresund')).toEqual(['Øresund A/S']);
});

test('a recipient ID can be added only once', async () => {
  const work = shared();
  await work.call('beneficiaries.add', { label: 'First', recipientId: 'rcp_20' });
  const again = work.call('beneficiaries.add', { label: 'Second', recipientId: 'rcp_20' });
  expect(await errorOf(again)).toMatchObject({
    code: 'beneficiary-exists',
    details: { label: 'First', recipientId: 'rcp_20' },
  });
  expect(await labels(work, 'Second')).toEqual([]);
});

test.each([
  ['an empty label', { label: ' ', recipientId: 'x' }],
  ['an empty recipient ID', { label: 'x', recipientId: '' }],
  ['a label that is too long', { label: 'x'.repeat(201), recipientId: 'x' }],
  ['a label with control characters', { label: 'a\nb', recipientId: 'x' }],
  ['a recipient ID with control characters', { label: 'x', recipientId: 'a\u0000b' }],
  ['a recipient ID of half a character', { label: 'x', recipientId: '\ud800' }],
])('%s is refused', async (_, fields) => {
  expect(await errorOf(shared().call('beneficiaries.add', fields))).toMatchObject({
    code: 'arguments-invalid',
  });
});

test('a search finds labels and recipient IDs, ignores accents and case, and has no wildcards', async () => {
  const work = shared();
  await work.call('beneficiaries.add', { label: 'Škoda Élan', recipientId: 'ÄB-100%' });
  for (const search of ['skoda', 'ELAN', 'škoda él', 'äb-1', 'ab-1', '00%'])
    expect([search, await labels(work, search)]).toEqual([search, ['Škoda Élan']]);
  expect(await labels(work, '%%')).toEqual([]);
  expect(await labels(work, 'Sk_da')).toEqual([]);
});

test('the address book is sorted by label and read in pages', async () => {
  const work = await startWork();
  for (const label of ['zeta', 'Äpfel', 'beta', 'Alpha'])
    await work.call('beneficiaries.add', { label, recipientId: label });
  const page = (offset: number) => work.call('beneficiaries.list', { search: '', offset, limit: 3 });
  const pages = [await page(0), await page(3)];
  expect(pages.map(({ total }) => total)).toEqual([4, 4]);
  expect(pages.flatMap(({ rows }) => rows.map(({ label }) => label))).toEqual([
    'Alpha',
    'Äpfel',
    'beta',
    'zeta',
  ]);
  await eventually(() => expect(work.testApp.topic('beneficiaries').total).toBe(4));
});

test('only a beneficiary without documents can be removed', async () => {
  const work = await startWork();
  const add = (label: string) => work.call('beneficiaries.add', { label, recipientId: label });
  const unused = await add('unused');
  await work.call('beneficiaries.remove', unused);
  expect(await errorOf(work.call('beneficiaries.get', unused))).toMatchObject({
    code: 'beneficiary-unknown',
  });

  const assigned = await add('assigned');
  const batchId = await dropFiles(work, documents(1));
  await assign(work, batchId, assigned.id);
  expect(await errorOf(work.call('beneficiaries.remove', assigned))).toMatchObject({
    code: 'beneficiary-in-use',
  });
  await work.call('documents.discard', { batchId });
  await work.call('beneficiaries.remove', assigned);

  const sent = await send(work, documents(1), 'sent');
  await over(work, sent.batchId);
  expect(await errorOf(work.call('beneficiaries.remove', { id: sent.beneficiaryId }))).toMatchObject({
    code: 'beneficiary-in-use',
  });
  const draft = await work.call('beneficiaries.draft', { label: 'Draft', payload: '{}' });
  await work.call('beneficiaries.remove', draft);
});

test('an unknown beneficiary can be neither renamed nor removed', async () => {
  const work = shared();
  const id = 999_999;
  const errors = await Promise.all([
    errorOf(work.call('beneficiaries.get', { id })),
    errorOf(work.call('beneficiaries.rename', { id, label: 'x' })),
    errorOf(work.call('beneficiaries.remove', { id })),
    errorOf(work.call('beneficiaries.payload', { id })),
    errorOf(work.call('beneficiaries.create', { id })),
    errorOf(work.call('beneficiaries.setRecipientId', { id, recipientId: 'never' })),
  ]);
  expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['beneficiary-unknown']));
});

test.each([
  ['no JSON', '{"a": }'],
  ['a list', '[{}]'],
  ['a text', '"abc"'],
  ['nothing', 'null'],
  ['a number', '12'],
  ['documentDetails of its own', '{"name": "a", "documentDetails": []}'],
  ['a number that would lose digits', '{"account": [12345678901234567890]}'],
  ['a fraction that would lose digits', '{"rate": 0.12345678901234567}'],
])('a draft of %s is refused, new or changed', async (_, payload) => {
  const work = shared();
  const refused = { code: 'payload-invalid' };
  expect(await errorOf(work.call('beneficiaries.draft', { label: 'x', payload }))).toMatchObject(refused);
  const good =
    '{ "documentDetail": 999999999999.99, "inner": { "documentDetails": "12345678901234567890" } }';
  const { id } = await work.call('beneficiaries.draft', { label: 'Good', payload: good });
  expect(await errorOf(work.call('beneficiaries.changeDraft', { id, label: 'x', payload }))).toMatchObject(
    refused,
  );
  expect(await work.call('beneficiaries.payload', { id })).toEqual({ payload: good });
  expect(await work.call('beneficiaries.get', { id })).toMatchObject({ label: 'Good' });
});

test('the history of a beneficiary is read in pages, newest first, with refused documents', async () => {
  const work = await startWork();
  const first = await send(work, documents(3, 'first '));
  await over(work, first.batchId);
  work.simulator.faults.set('updateRecipient', { kind: 'status', status: 422, times: 1 });
  const second = await send(work, documents(2, 'second '));
  await over(work, second.batchId, 'done-with-problems');
  const page = (offset: number, limit: number) =>
    work.call('beneficiaries.attached', { id: first.beneficiaryId, offset, limit });
  const all = await page(0, 200);
  expect(all.total).toBe(5);
  expect(all.rows.map(({ name, result }) => [name, result])).toEqual([
    ['second 1.pdf', 'refused'],
    ['second 2.pdf', 'refused'],
    ['first 1.pdf', 'attached'],
    ['first 2.pdf', 'attached'],
    ['first 3.pdf', 'attached'],
  ]);
  expect([...(await page(0, 2)).rows, ...(await page(2, 2)).rows, ...(await page(4, 2)).rows]).toEqual(
    all.rows,
  );
  const stored = [...work.simulator.state.objects.values()].map(({ key, sha256 }) => [key, sha256]);
  for (const { key, sha256 } of all.rows) expect(stored).toContainEqual([key, sha256]);
  expect(await work.call('beneficiaries.get', { id: first.beneficiaryId })).toMatchObject({
    attached: 3,
    lastAttachedAt: all.rows[4]?.at,
  });
});

test('without a session there is no address book', async () => {
  const work = await startWork();
  await work.call('beneficiaries.add', { label: 'a', recipientId: 'a' });
  await eventually(() => expect(work.testApp.topic('beneficiaries').total).toBe(1));
  await work.call('session.signOut', { forgetKey: false });
  expect(await errorOf(book(work))).toMatchObject({ code: 'sign-in-needed' });
  await eventually(() => expect(work.testApp.topic('beneficiaries').total).toBe(0));
  await work.signIn();
  await eventually(() => expect(work.testApp.topic('beneficiaries').total).toBe(1));
});
