import { expect } from 'vitest';
import { codeOf, errorOf } from '../../fakes/error-of.ts';
import { eventually } from '../../fakes/eventually.ts';
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

test('a draft whose data is no object, would lose digits or is a template is refused', async ({
  fixture,
}) => {
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
    '{"rate": 0.12345678901234567}',
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
