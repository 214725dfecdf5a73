/** @file Payments of stored statements in the list of proofs. */
import { expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { startStatementsFixture, test } from './statements-fixture.ts';

const everyProof = { offset: 0, limit: 200, state: null, search: '' } as const;

test('a proof without facts shows the payment of the statement and is found by its payee', async ({
  fixture,
}) => {
  const statementId = await fixture.storeStatement(1001);
  const { handle } = await fixture.call('review.open', { statementId, options: {} });
  const { references } = await fixture.call('review.query', {
    action: 'references',
    handle,
    rows: { kind: 'all' },
  });
  const reference = references[0] ?? '';
  fixture.simulator.faults.set('proof', {
    kind: 'status',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pop: 'PAID', type: 'TEXT' }),
  });
  await fixture.call('proofs.fetch', { references: [reference, 'UNKNOWN'], refresh: false });
  await eventually(async () => {
    const { rows } = await fixture.call('proofs.list', everyProof);
    expect(rows).toMatchObject([
      {
        reference,
        state: 'saved',
        factsFrom: 'statement',
        payee: expect.stringMatching(/\w/),
        date: expect.stringMatching(/^2026-01-\d\d$/),
        amount: {
          value: expect.stringMatching(/^-?\d+\.\d\d$/),
          currency: expect.stringMatching(/^[A-Z]{3}$/),
        },
      },
      { reference: 'UNKNOWN', factsFrom: 'proof', payee: null, amount: null, date: null },
    ]);
  });
  const { rows } = await fixture.call('proofs.list', everyProof);
  const found = await fixture.call('proofs.list', { ...everyProof, search: rows[0]?.payee ?? '' });
  expect(found.rows.map((row) => row.reference)).toEqual([reference]);
});

test('a statement that is stored after the proof adds its payment to the list', async ({ fixture }) => {
  const statementId = await fixture.storeStatement(1001);
  const { handle } = await fixture.call('review.open', { statementId, options: {} });
  const { references } = await fixture.call('review.query', {
    action: 'references',
    handle,
    rows: { kind: 'all' },
  });
  const other = await startStatementsFixture();
  other.simulator.faults.set('proof', { kind: 'status', status: 404 });
  await other.call('proofs.fetch', { references: references.slice(0, 1), refresh: false });
  await eventually(async () => {
    expect((await other.call('proofs.list', everyProof)).rows[0]?.state).toBe('not-found');
  });
  await other.storeStatement(1001);
  await eventually(async () => {
    expect((await other.call('proofs.list', everyProof)).rows[0]?.factsFrom).toBe('statement');
  });
});
