/** @file The rows of statements and the stored proofs of the practice company: compared, and shown in the list of proofs. */
import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import { eventually } from '../../../fakes/eventually.ts';
import { referencesOf, type StatementsFixture, saveAs, sharedTest as test } from './statements-fixture.ts';

const everyProof = { offset: 0, limit: 200, state: null, search: '' } as const;

/** Fetches the missing proofs and waits for them. */
async function fetchMissing(fixture: StatementsFixture, handle: number): Promise<void> {
  const { references } = await fixture.call('viewer.query', { action: 'missingProofs', handle });
  await fixture.call('proofs.fetch', { references, refresh: false });
  await eventually(async () => {
    const { rows } = await fixture.call('proofs.list', everyProof);
    expect(rows.map(({ reference }) => reference)).toEqual(expect.arrayContaining(references));
    expect(rows.filter(({ state }) => state === 'queued' || state === 'loading')).toEqual([]);
  });
}

function compare(fixture: StatementsFixture, handle: number) {
  return fixture.call('viewer.query', { action: 'agreement', handle });
}

describe('a statement', () => {
  test('agrees with its proofs, and shows and exports the states of its rows', async ({ fixture }) => {
    const { handle, opened, statement } = await fixture.openStatement();
    const query = fixture.call('viewer.query', { action: 'agreementOfRow', handle, row: 0 });
    // Rows have no result before the first comparison.
    await expect(query).rejects.toMatchObject({ code: 'arguments-invalid' });
    const first = await compare(fixture, handle);
    expect(first.counts).toMatchObject({ missing: opened.rows, agrees: 0, differs: 0 });
    await fetchMissing(fixture, handle);
    // Everything that follows works without the service.
    const callCount = fixture.simulator.calls().length;
    const { counts, withoutReference, revision } = await compare(fixture, handle);
    expect(counts).toMatchObject({ differs: 0, refused: 0, missing: 0 });
    expect(counts.agrees).toBeGreaterThan(5);
    expect(counts['not-comparable']).toBeGreaterThan(0);
    expect(counts['not-found']).toBeGreaterThan(0);
    expect(withoutReference).toBe(0);
    expect(revision).toBeGreaterThan(first.revision);
    expect((await compare(fixture, handle)).revision).toBe(revision);

    const file = await saveAs(fixture, 'compared.csv', () =>
      fixture.call('viewer.export', { action: 'view', handle, columns: [0], format: 'csv' }),
    );
    const [header = [], ...lines]: string[][] = parse(file, { bom: true });
    expect(header).toEqual([opened.columns[0]?.name, 'Compared with proof']);
    const results = lines.map(([, result]) => result);
    expect(results.filter((result) => result === 'Agrees with its proof')).toHaveLength(counts.agrees);
    expect(results.filter((result) => result === '')).toHaveLength(0);

    const filters = [{ kind: 'state' as const, of: 'agreement' as const, values: [1] }];
    const view = await fixture.call('viewer.view', { handle, view: { sort: null, filters, find: '' } });
    expect(view.rows).toBe(counts.agrees);
    const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 1 });
    const [row] = rows;
    expect(row?.states).toEqual({ agreement: 1 });
    const { agreement } = await fixture.call('viewer.query', {
      action: 'agreementOfRow',
      handle,
      row: row?.row ?? 0,
    });
    expect(agreement).toMatchObject({ state: 'agrees', reference: row?.cells[1] });
    const amount = agreement?.fields.find(({ field }) => field === 'amount');
    expect(amount).toMatchObject({ result: 'agrees', statement: row?.cells[7]?.replace('-', '') });

    const again = await fixture.openStatement(statement.id);
    expect((await compare(fixture, again.handle)).counts).toEqual(counts);
    expect(fixture.simulator.calls()).toHaveLength(callCount);
  });
});

describe('a proof without facts', () => {
  test('shows the payment of the statement and is found by its payee', async ({ fixture }) => {
    const { handle } = await fixture.openStatement(await fixture.januaryStatement(1002));
    const [reference = ''] = await referencesOf(fixture, handle, { kind: 'all' });
    fixture.simulator.faults.set('proof', {
      kind: 'status',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pop: 'PAID', type: 'TEXT' }),
    });
    await fixture.call('proofs.fetch', { references: [reference, 'UNKNOWN'], refresh: false });
    const proofOf = async (wanted: string) =>
      (await fixture.call('proofs.list', everyProof)).rows.find((row) => row.reference === wanted);
    await eventually(async () =>
      expect(await proofOf(reference)).toMatchObject({
        state: 'saved',
        factsFrom: 'statement',
        payee: expect.stringMatching(/\w/),
        date: expect.stringMatching(/^2026-01-\d\d$/),
        amount: {
          value: expect.stringMatching(/^-?\d+\.\d\d$/),
          currency: expect.stringMatching(/^[A-Z]{3}$/),
        },
      }),
    );
    const facts = { factsFrom: 'proof', payee: null, amount: null, date: null };
    await eventually(async () => expect(await proofOf('UNKNOWN')).toMatchObject(facts));
    const payee = (await proofOf(reference))?.payee ?? '';
    const { rows } = await fixture.call('proofs.list', { ...everyProof, search: payee });
    expect(rows.map((row) => row.reference)).toContain(reference);
    expect(rows.map((row) => row.reference)).not.toContain('UNKNOWN');
  });

  test('shows the payment of a statement that is stored later', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement(1003);
    const file = await (await fetch(event.event.url)).text();
    const reference = file.split('\r\n')[1]?.split(',')[1] ?? '';
    fixture.simulator.faults.set('proof', { kind: 'status', status: 404 });
    await fixture.call('proofs.fetch', { references: [reference], refresh: false });
    const untilProof = (facts: object) =>
      eventually(async () => {
        const { rows } = await fixture.call('proofs.list', { ...everyProof, search: reference });
        expect(rows).toMatchObject([facts]);
      });
    await untilProof({ state: 'not-found', factsFrom: 'proof' });
    await fixture.pasteEvent(event);
    await fixture.until(id, 'stored');
    await untilProof({ factsFrom: 'statement' });
  });
});
