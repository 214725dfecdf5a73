import { afterAll, expect, test } from 'vitest';
import type { CommandArgs, TopicValue } from '../../../../src/shared/contract/index.ts';
import { closeComputer, openProofProfile } from './support.ts';

afterAll(closeComputer);

const everything = { what: 'filter', state: null, search: '' } as const;

/** Counts the stored proofs and links. */
function countStored({ saved = 0, link = 0 }: TopicValue<'proofs'>['counts']): number {
  return saved + link;
}

test('one proof of each kind is fetched, detected and stored, and is not fetched again', async () => {
  const testApp = await openProofProfile();
  const examples = testApp.simulator.exampleOfEachKind();
  const references = Object.values(examples);
  await testApp.settle(references);
  const rows = await testApp.rows();
  expect(rows.map(({ reference }) => reference)).toEqual(references);
  expect(Object.fromEntries(rows.map(({ reference, kind }) => [reference, kind]))).toEqual({
    [examples.pdf]: 'pdf',
    [examples.png]: 'png',
    [examples.mt103]: 'mt103',
    [examples.pacs008]: 'iso20022',
    [examples.json]: 'json',
    [examples.text]: 'text',
    [examples.url]: 'url',
  });
  const callCount = testApp.simulator.calls().length;
  expect(await testApp.call('proofs.fetch', { references, refresh: false })).toEqual({ queued: 0 });
  expect(testApp.simulator.calls()).toHaveLength(callCount);
  expect(testApp.simulator.violations()).toEqual([]);
});

test('a corrected reference takes the place of the one without proof, unless it is in the list already', async () => {
  const testApp = await openProofProfile();
  const { text, json } = testApp.simulator.exampleOfEachKind();
  await testApp.settle(['MISTYPED', text]);
  const { id } = await testApp.row('MISTYPED');
  expect(await testApp.call('proofs.change', { action: 'correct', id, reference: text })).toEqual({
    corrected: false,
  });
  expect(await testApp.call('proofs.change', { action: 'correct', id, reference: json })).toEqual({
    corrected: true,
  });
  await testApp.until('proofs', ({ running, counts }) => running === null && countStored(counts) === 2);
  expect((await testApp.rows()).map(({ reference, state }) => [reference, state])).toEqual([
    [json, 'saved'],
    [text, 'saved'],
  ]);
  await expect(
    testApp.call('proofs.change', { action: 'correct', id, reference: 'OTHER' }),
  ).rejects.toMatchObject({ code: 'arguments-invalid' });
});

test('references without a proof are removed from the list, stored proofs and references in flight are not', async () => {
  const testApp = await openProofProfile();
  const { text, url } = testApp.simulator.exampleOfEachKind();
  await testApp.settle(['MISTYPED', text, url, 'MISSING']);
  const ids = (await testApp.rows()).map(({ id }) => id);
  const list = { state: null, search: '', offset: 0, limit: 1 };
  const { rows: _rows, ...counts } = await testApp.call('proofs.list', { ...list, ids: ids.slice(0, 3) });
  expect(counts).toEqual({ total: 3, kept: 2, keptLinks: 1, retryable: 1, removable: 1 });
  expect(await testApp.call('proofs.list', list)).toMatchObject({ total: 4, retryable: 0, removable: 2 });

  testApp.simulator.faults.set('proof', { kind: 'hang' });
  await testApp.call('proofs.fetch', { references: ['HANGING'], refresh: false });
  await testApp.until('proofs', ({ counts: { loading } }) => loading === 1);
  const remove = { action: 'remove', chosen: everything } as const;
  expect(await testApp.call('proofs.change', remove)).toEqual({ removed: 2 });
  expect((await testApp.rows()).map(({ reference }) => reference)).toEqual(['HANGING', text, url]);
  await testApp.call('proofs.change', { action: 'cancel' });
  expect(await testApp.call('proofs.change', remove)).toEqual({ removed: 1 });
  testApp.simulator.faults.clear();
  await testApp.settle(['MISTYPED']);
  expect((await testApp.rows()).map(({ reference }) => reference)).toEqual(['MISTYPED', text, url]);
});

test('at most eight requests are in flight at once', async () => {
  const testApp = await openProofProfile();
  testApp.simulator.faults.set('proof', { kind: 'hang' });
  await testApp.call('proofs.fetch', { references: testApp.simulator.exampleReferences(20), refresh: false });
  await testApp.until('proofs', ({ counts }) => counts.loading === 8);
  expect(testApp.topic('proofs').counts).toEqual({ loading: 8, queued: 12 });
  expect(await testApp.call('proofs.change', { action: 'cancel' })).toEqual({ cancelled: 20 });
  expect(testApp.topic('proofs').counts).toEqual({ cancelled: 20 });
  testApp.simulator.faults.clear();
  await testApp.call('proofs.change', { action: 'retry', chosen: everything });
  await testApp.until('proofs', ({ counts }) => countStored(counts) === 20);
});

test('a failed reference keeps its reason and is retried; an unknown one only when the clerk chooses it', async () => {
  const testApp = await openProofProfile();
  const [failingReference = '', ...otherReferences] = testApp.simulator.exampleReferences(5);
  testApp.answer({ [failingReference]: 'not json at all' });
  await testApp.settle([failingReference, ...otherReferences, 'UNKNOWN']);
  expect(await testApp.row(failingReference)).toMatchObject({
    state: 'failed',
    error: { code: 'answer-not-understood' },
  });
  const { saved = 0, link = 0, ...others } = testApp.topic('proofs').counts;
  expect([saved + link, others]).toEqual([4, { failed: 1, 'not-found': 1 }]);
  const keptCount = async (state: 'failed' | null) =>
    (await testApp.call('proofs.list', { offset: 0, limit: 1, state, search: '' })).kept;
  expect([await keptCount(null), await keptCount('failed')]).toEqual([4, 0]);
  testApp.simulator.faults.clear();
  const retry = (chosen: CommandArgs<'proofs.change', 'retry'>['chosen']) =>
    testApp.call('proofs.change', { action: 'retry', chosen });
  expect(await retry(everything)).toEqual({ queued: 1 });
  await testApp.until('proofs', ({ counts }) => countStored(counts) === 5);
  expect(await retry({ what: 'selected', ids: [(await testApp.row('UNKNOWN')).id] })).toEqual({ queued: 1 });
});

test('a changed proof is stored as a new version; an unchanged proof is stored once', async () => {
  const testApp = await openProofProfile();
  testApp.answer({ A: { pop: 'first', type: 'ACH' } });
  await testApp.settle(['A']);
  await testApp.settle(['A'], true);
  expect(await testApp.row('A')).toMatchObject({ state: 'saved', versions: 1 });
  testApp.answer({ A: { pop: 'second', type: 'ACH' } });
  await testApp.call('proofs.change', { action: 'refresh', chosen: everything });
  await testApp.untilSettled();
  const { row, versions } = await testApp.call('proofs.detail', { id: (await testApp.row('A')).id });
  expect(row.versions).toBe(2);
  const texts = await Promise.all(
    versions.map(async ({ id }) => {
      const { received } = await testApp.call('proofs.open', { action: 'contents', id: row.id, version: id });
      return Buffer.from((await testApp.app.contents.load(received))?.bytes ?? []).toString();
    }),
  );
  expect(texts).toEqual(['second', 'first']);
});

test('a stored proof stays available when the service no longer has it', async () => {
  const testApp = await openProofProfile();
  testApp.answer({ A: { pop: 'first', type: 'ACH' } });
  await testApp.settle(['A']);
  testApp.simulator.faults.clear();
  await testApp.settle(['A'], true);
  expect(await testApp.row('A')).toMatchObject({ state: 'not-found', versions: 1 });
  expect((await testApp.content('A', 'document')).bytes.toString()).toBe('first');
});

test('a refused token stops the fetch, and unfinished references stay queued', async () => {
  const testApp = await openProofProfile();
  testApp.simulator.faults.set('proof', { kind: 'wrong-environment' });
  await testApp.call('proofs.fetch', { references: testApp.simulator.exampleReferences(20), refresh: false });
  await testApp.until('session', ({ state }) => state === 'interrupted');
  await testApp.until('proofs', ({ counts }) => counts.queued === 20);
  testApp.simulator.faults.clear();
  await testApp.signIn();
  await testApp.until('proofs', ({ counts }) => countStored(counts) === 20);
});

test('the search finds proofs by reference, kind, type, name, amount and text', async () => {
  const testApp = await openProofProfile();
  const { json, pdf, mt103 } = testApp.simulator.exampleOfEachKind();
  await testApp.settle([json, pdf, mt103, 'UNKNOWN']);
  const value = (await testApp.row(mt103)).amount?.value ?? 'none';
  const findReferences = async (search: string) =>
    (await testApp.rows(search)).map(({ reference }) => reference);
  expect(await findReferences(json.toLowerCase())).toEqual([json]);
  expect(await findReferences('faster_payment')).toEqual([json]);
  expect(await findReferences(value)).toEqual([mt103]);
  expect(await findReferences(Number(value).toLocaleString('en-US'))).toEqual([mt103]);
  expect(await findReferences('this is practice data')).toEqual([pdf]);
  expect(await findReferences('MT103 swift')).toEqual([mt103]);
  expect(await findReferences('nothing of the kind')).toEqual([]);
});

test('a row has the payee, amount and date of its proof, and none when the proof states none', async () => {
  const testApp = await openProofProfile();
  const mt103 = ':20:A\n:32A:261014EUR48250,00\n:59:/CZ00\nSKODA LISOVNA';
  testApp.answer({ A: { pop: mt103, type: 'SWIFT' }, B: { pop: 'PAID', type: 'TEXT' } });
  await testApp.settle(['A', 'B']);
  expect(await testApp.row('A')).toMatchObject({
    payee: 'SKODA LISOVNA',
    amount: { currency: 'EUR', value: '48250.00' },
    date: '2026-10-14',
  });
  expect(await testApp.row('B')).toMatchObject({ payee: null, amount: null, date: null });
});
