import { expect, test } from 'vitest';
import type { CommandArgs, TopicValue } from '../../../src/shared/contract/index.ts';
import { startProofTestApp } from './support.ts';

/** Counts the stored proofs and links. */
function countStored({ saved = 0, link = 0 }: TopicValue<'proofs'>['counts']): number {
  return saved + link;
}

test('one proof of each kind is fetched, detected, stored, and listed after a restart', async () => {
  const testApp = await startProofTestApp();
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
  expect(await testApp.call('proofs.fetch', { references, refresh: false })).toEqual({ queued: 0, known: 7 });
  expect(testApp.simulator.calls()).toHaveLength(callCount);
  expect(testApp.simulator.violations()).toEqual([]);
});

test('a row has the payee, amount and date of its proof, and none when the proof states none', async () => {
  const testApp = await startProofTestApp();
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

test('a corrected reference takes the place of the one without proof, unless it is in the list already', async () => {
  const testApp = await startProofTestApp();
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
  const testApp = await startProofTestApp();
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
  const remove = { action: 'remove', chosen: { what: 'filter', state: null, search: '' } } as const;
  expect(await testApp.call('proofs.change', remove)).toEqual({ removed: 2 });
  expect((await testApp.rows()).map(({ reference }) => reference)).toEqual(['HANGING', text, url]);
  await testApp.call('proofs.change', { action: 'cancel' });
  expect(await testApp.call('proofs.change', remove)).toEqual({ removed: 1 });
  testApp.simulator.faults.clear();
  await testApp.settle(['MISTYPED']);
  expect((await testApp.rows()).map(({ reference }) => reference)).toEqual(['MISTYPED', text, url]);
});

test('each of 500 references gets its state, and the 150 unknown references are not reported as errors', {
  timeout: 60_000,
}, async () => {
  const testApp = await startProofTestApp();
  const knownReferences = testApp.simulator.exampleReferences(350);
  const unknownReferences = Array.from({ length: 150 }, (_, index) => `UNKNOWN${index}`);
  // Mixes known and unknown references.
  const references = [...knownReferences, ...unknownReferences].sort((a, b) =>
    a.slice(-2).localeCompare(b.slice(-2)),
  );
  await testApp.settle(references);
  const { saved = 0, link = 0, ...others } = testApp.topic('proofs').counts;
  expect(others).toEqual({ 'not-found': 150 });
  expect(saved + link).toBe(350);
  const firstPage = await testApp.rows();
  expect(firstPage.map(({ reference }) => reference)).toEqual(references.slice(0, 200));
  expect(firstPage.every(({ error }) => error === null)).toBe(true);
});

test('references with special characters are one path segment each and cannot escape the path', async () => {
  const testApp = await startProofTestApp();
  const specialReferences = ['../../x', 'a/b', '%2e', '💶', 'a?b=c', '#', 'a b', '..\\..'];
  await testApp.settle(specialReferences);
  expect((await testApp.rows()).map(({ state }) => state)).toEqual(specialReferences.map(() => 'not-found'));
  const requests = testApp.simulator.calls().filter(({ route }) => route === 'proof');
  expect(requests).toHaveLength(specialReferences.length);
  expect(testApp.simulator.violations()).toEqual([]);
  await expect(testApp.call('proofs.fetch', { references: ['..'], refresh: false })).rejects.toMatchObject({
    code: 'arguments-invalid',
  });
});

test('at most eight requests are in flight at once', async () => {
  const testApp = await startProofTestApp();
  testApp.simulator.faults.set('proof', { kind: 'hang' });
  await testApp.call('proofs.fetch', { references: testApp.simulator.exampleReferences(40), refresh: false });
  await testApp.until('proofs', ({ counts }) => counts.loading === 8);
  expect(testApp.topic('proofs').counts).toEqual({ loading: 8, queued: 32 });
  expect(await testApp.call('proofs.change', { action: 'cancel' })).toEqual({ cancelled: 40 });
  expect(testApp.topic('proofs').counts).toEqual({ cancelled: 40 });
  testApp.simulator.faults.clear();
  await testApp.call('proofs.change', {
    action: 'retry',
    chosen: { what: 'filter', state: null, search: '' },
  });
  await testApp.until('proofs', ({ counts }) => countStored(counts) === 40);
});

test('a failed reference keeps its reason, does not stop the others, and can be retried', async () => {
  const testApp = await startProofTestApp();
  const [failingReference = '', ...otherReferences] = testApp.simulator.exampleReferences(5);
  testApp.answer({ [failingReference]: 'not json at all' });
  await testApp.settle([failingReference, ...otherReferences]);
  expect(await testApp.row(failingReference)).toMatchObject({
    state: 'failed',
    error: { code: 'answer-not-understood' },
  });
  const { saved = 0, link = 0, ...others } = testApp.topic('proofs').counts;
  expect(others).toEqual({ failed: 1 });
  expect(saved + link).toBe(4);
  testApp.simulator.faults.clear();
  await testApp.call('proofs.change', {
    action: 'retry',
    chosen: { what: 'filter', state: 'failed', search: '' },
  });
  await testApp.until('proofs', ({ counts }) => countStored(counts) === 5);
});

test('a changed proof is stored as a new version; an unchanged proof is stored once', async () => {
  const testApp = await startProofTestApp();
  testApp.answer({ A: { pop: 'first', type: 'ACH' } });
  await testApp.settle(['A']);
  await testApp.settle(['A'], true);
  expect(await testApp.row('A')).toMatchObject({ state: 'saved', versions: 1 });
  testApp.answer({ A: { pop: 'second', type: 'ACH' } });
  await testApp.call('proofs.change', {
    action: 'refresh',
    chosen: { what: 'these', ids: [(await testApp.row('A')).id] },
  });
  await testApp.until('proofs', ({ running }) => running === null);
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
  const testApp = await startProofTestApp();
  testApp.answer({ A: { pop: 'first', type: 'ACH' } });
  await testApp.settle(['A']);
  testApp.simulator.faults.clear();
  await testApp.settle(['A'], true);
  expect(await testApp.row('A')).toMatchObject({ state: 'not-found', versions: 1 });
  expect((await testApp.content('A', 'document')).bytes.toString()).toBe('first');
});

test('a refused token stops the fetch, and unfinished references stay queued', async () => {
  const testApp = await startProofTestApp();
  testApp.simulator.faults.set('proof', { kind: 'wrong-environment' });
  await testApp.call('proofs.fetch', { references: testApp.simulator.exampleReferences(20), refresh: false });
  await testApp.until('session', ({ state }) => state === 'interrupted');
  await testApp.until('proofs', ({ counts }) => counts.queued === 20);
  testApp.simulator.faults.clear();
  const { apiKey } = testApp.simulator.credentials;
  await testApp.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
  await testApp.until('proofs', ({ counts }) => countStored(counts) === 20);
});

test('the search finds proofs by reference, kind, type, name, amount and text', async () => {
  const testApp = await startProofTestApp();
  const { json, pdf, mt103 } = testApp.simulator.exampleOfEachKind();
  await testApp.settle([json, pdf, mt103, 'UNKNOWN']);
  const amount = (await testApp.row(json)).amount;
  const findReferences = async (search: string) =>
    (await testApp.rows(search)).map(({ reference }) => reference);
  expect(await findReferences(json.toLowerCase())).toEqual([json]);
  expect(await findReferences('faster_payment')).toEqual([json]);
  expect(await findReferences(amount?.value ?? '')).toContain(json);
  expect(await findReferences(Number(amount?.value).toLocaleString('en-US'))).toContain(json);
  expect(await findReferences('this is practice data')).toEqual([pdf]);
  expect(await findReferences('MT103 swift')).toEqual([mt103]);
  expect(await findReferences('nothing of the kind')).toEqual([]);
});

test('a proof that is only a link is counted and filtered as a link, not as a stored proof', async () => {
  const testApp = await startProofTestApp();
  const [document = '', link = ''] = testApp.simulator.exampleReferences(2);
  testApp.answer({
    [document]: { pop: 'PROOF OF PAYMENT', type: 'SEPA' },
    [link]: { pop: 'https://proofs.example/1', type: 'WIRE' },
  });
  await testApp.settle([document, link]);
  const { counts } = await testApp.until('proofs', ({ running }) => running === null);
  expect(counts).toEqual({ saved: 1, link: 1 });
  const list = (state: 'saved' | 'link' | null) =>
    testApp.call('proofs.list', { offset: 0, limit: 9, state, search: '' });
  expect((await list('saved')).rows.map(({ reference }) => reference)).toEqual([document]);
  expect((await list('link')).rows.map(({ reference }) => reference)).toEqual([link]);
  expect(await list(null)).toMatchObject({ kept: 2, keptLinks: 1 });
});

test('a retry refetches failed references, and an unknown reference only when the clerk chooses it; only saved proofs are counted as stored', async () => {
  const testApp = await startProofTestApp();
  const [storedReference = '', failingReference = ''] = testApp.simulator.exampleReferences(2);
  testApp.answer({ [failingReference]: 'not json at all' });
  await testApp.settle([storedReference, failingReference, 'UNKNOWN']);
  const storedCount = async (state: 'failed' | null) =>
    (await testApp.call('proofs.list', { offset: 0, limit: 1, state, search: '' })).kept;
  expect(await storedCount(null)).toBe(1);
  expect(await storedCount('failed')).toBe(0);
  const retry = (chosen: CommandArgs<'proofs.change', 'retry'>['chosen']) =>
    testApp.call('proofs.change', { action: 'retry', chosen });
  expect(await retry({ what: 'filter', state: null, search: '' })).toEqual({ queued: 1 });
  await testApp.until('proofs', ({ running }) => running === null);
  expect(await retry({ what: 'these', ids: [(await testApp.row('UNKNOWN')).id] })).toEqual({ queued: 1 });
});
