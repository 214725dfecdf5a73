import { expect, test } from 'vitest';
import type { CommandArgs } from '../../../src/shared/contract/index.ts';
import { startProofDesk } from './support.ts';

test('one proof of each kind is fetched, kept, told apart, and known the next time', async () => {
  const desk = await startProofDesk();
  const examples = desk.simulator.exampleOfEachKind();
  const references = Object.values(examples);
  await desk.settle(references);
  const rows = await desk.rows();
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
  const calls = desk.simulator.calls().length;
  expect(await desk.call('proofs.fetch', { references, refresh: false })).toEqual({ queued: 0, known: 7 });
  expect(desk.simulator.calls()).toHaveLength(calls);
  expect(desk.simulator.violations()).toEqual([]);
});

test('500 references, a third of them unknown: each has its state, and unknown ones are no error', {
  timeout: 60_000,
}, async () => {
  const desk = await startProofDesk();
  const known = desk.simulator.exampleReferences(350);
  const unknown = Array.from({ length: 150 }, (_, index) => `NOBODY${index}`);
  const references = [...known, ...unknown].sort((a, b) => a.slice(-2).localeCompare(b.slice(-2)));
  await desk.settle(references);
  expect(desk.topic('proofs').counts).toEqual({ saved: 350, 'not-found': 150 });
  const first = await desk.rows();
  expect(first.map(({ reference }) => reference)).toEqual(references.slice(0, 200));
  expect(first.every(({ error }) => error === null)).toBe(true);
});

test('odd references are one path segment each, and cannot leave their place', async () => {
  const desk = await startProofDesk();
  const odd = ['../../x', 'a/b', '%2e', '💶', 'a?b=c', '#', 'a b', '..\\..'];
  await desk.settle(odd);
  expect((await desk.rows()).map(({ state }) => state)).toEqual(odd.map(() => 'not-found'));
  const asked = desk.simulator.calls().filter(({ route }) => route === 'proof');
  expect(asked).toHaveLength(odd.length);
  expect(desk.simulator.violations()).toEqual([]);
  await expect(desk.call('proofs.fetch', { references: ['..'], refresh: false })).rejects.toMatchObject({
    code: 'arguments-invalid',
  });
});

test('no more than eight requests are under way at once', async () => {
  const desk = await startProofDesk();
  desk.simulator.faults.set('proof', { kind: 'hang' });
  await desk.call('proofs.fetch', { references: desk.simulator.exampleReferences(40), refresh: false });
  await desk.until('proofs', ({ counts }) => counts.loading === 8);
  expect(desk.topic('proofs').counts).toEqual({ loading: 8, queued: 32 });
  expect(await desk.call('proofs.cancel', {})).toEqual({ cancelled: 40 });
  expect(desk.topic('proofs').counts).toEqual({ cancelled: 40 });
  desk.simulator.faults.clear();
  await desk.call('proofs.retry', { chosen: { what: 'filter', state: null, search: '' } });
  await desk.until('proofs', ({ counts }) => counts.saved === 40);
});

test('a failure keeps its reason and the others go on; it can be tried again', async () => {
  const desk = await startProofDesk();
  const [bad = '', ...good] = desk.simulator.exampleReferences(5);
  desk.answer({ [bad]: 'not json at all' });
  await desk.settle([bad, ...good]);
  expect(await desk.row(bad)).toMatchObject({ state: 'failed', error: { code: 'answer-not-understood' } });
  expect(desk.topic('proofs').counts).toEqual({ saved: 4, failed: 1 });
  desk.simulator.faults.clear();
  await desk.call('proofs.retry', { chosen: { what: 'filter', state: 'failed', search: '' } });
  await desk.until('proofs', ({ counts }) => counts.saved === 5);
});

test('a proof that has changed is kept beside the one before; the same one is kept once', async () => {
  const desk = await startProofDesk();
  desk.answer({ A: { pop: 'first', type: 'ACH' } });
  await desk.settle(['A']);
  await desk.settle(['A'], true);
  expect(await desk.row('A')).toMatchObject({ state: 'saved', versions: 1 });
  desk.answer({ A: { pop: 'second', type: 'ACH' } });
  await desk.call('proofs.refresh', { chosen: { what: 'these', ids: [(await desk.row('A')).id] } });
  await desk.until('proofs', ({ running }) => running === null);
  const { row, versions } = await desk.call('proofs.detail', { id: (await desk.row('A')).id });
  expect(row.versions).toBe(2);
  const texts = await Promise.all(
    versions.map(async ({ id }) => {
      const { received } = await desk.call('proofs.open', { id: row.id, version: id });
      return Buffer.from((await desk.app.contents.load(received))?.bytes ?? []).toString();
    }),
  );
  expect(texts).toEqual(['second', 'first']);
});

test('a kept proof stays when the service no longer knows it', async () => {
  const desk = await startProofDesk();
  desk.answer({ A: { pop: 'first', type: 'ACH' } });
  await desk.settle(['A']);
  desk.simulator.faults.clear();
  await desk.settle(['A'], true);
  expect(await desk.row('A')).toMatchObject({ state: 'not-found', versions: 1 });
  expect((await desk.content('A', 'document')).bytes.toString()).toBe('first');
});

test('a refused token stops the fetch, and nothing is lost of it', async () => {
  const desk = await startProofDesk();
  desk.simulator.faults.set('proof', { kind: 'wrong-environment' });
  await desk.call('proofs.fetch', { references: desk.simulator.exampleReferences(20), refresh: false });
  await desk.until('session', ({ state }) => state === 'interrupted');
  await desk.until('proofs', ({ counts }) => counts.queued === 20);
  desk.simulator.faults.clear();
  const { apiKey } = desk.simulator.credentials;
  await desk.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
  await desk.until('proofs', ({ counts }) => counts.saved === 20);
});

test('found by reference, kind, type, name, amount and text', async () => {
  const desk = await startProofDesk();
  const { json, pdf, mt103 } = desk.simulator.exampleOfEachKind();
  await desk.settle([json, pdf, mt103, 'NOBODY']);
  const amount = (await desk.row(json)).amount;
  const found = async (search: string) => (await desk.rows(search)).map(({ reference }) => reference);
  expect(await found(json.toLowerCase())).toEqual([json]);
  expect(await found('faster_payment')).toEqual([json]);
  expect(await found(amount?.value ?? '')).toContain(json);
  expect(await found(Number(amount?.value).toLocaleString('en-US'))).toContain(json);
  expect(await found('this is practice data')).toEqual([pdf]);
  expect(await found('MT103 swift')).toEqual([mt103]);
  expect(await found('nothing of the kind')).toEqual([]);
});

test('trying again asks for what failed, and for an unknown reference only by itself; only kept ones count as kept', async () => {
  const desk = await startProofDesk();
  const [good = '', bad = ''] = desk.simulator.exampleReferences(2);
  desk.answer({ [bad]: 'not json at all' });
  await desk.settle([good, bad, 'NOBODY']);
  const keptUnder = async (state: 'failed' | null) =>
    (await desk.call('proofs.list', { offset: 0, limit: 1, state, search: '' })).kept;
  expect(await keptUnder(null)).toBe(1);
  expect(await keptUnder('failed')).toBe(0);
  const retry = (chosen: CommandArgs<'proofs.retry'>['chosen']) => desk.call('proofs.retry', { chosen });
  expect(await retry({ what: 'filter', state: null, search: '' })).toEqual({ queued: 1 });
  await desk.until('proofs', ({ running }) => running === null);
  expect(await retry({ what: 'these', ids: [(await desk.row('NOBODY')).id] })).toEqual({ queued: 1 });
});
