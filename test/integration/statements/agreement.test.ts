/** @file The rows of the open statement are compared with the stored proofs of the practice company. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { type StatementsFixture, startStatementsFixture, test } from './statements-fixture.ts';

async function openJanuary(fixture: StatementsFixture) {
  const statementId = await fixture.storeStatement(1001);
  return fixture.call('review.open', { statementId, options: {} });
}

/** Fetches the missing proofs and waits for them. */
async function fetchMissing(fixture: StatementsFixture, handle: number): Promise<void> {
  const { references } = await fixture.call('review.query', { action: 'missingProofs', handle });
  await fixture.call('proofs.fetch', { references, refresh: false });
  await eventually(async () => {
    const everyProof = { offset: 0, limit: 200, state: null, search: '' } as const;
    const { rows, total } = await fixture.call('proofs.list', everyProof);
    const unfinished = rows.filter(({ state }) => state === 'queued' || state === 'loading');
    if (total !== references.length || unfinished.length > 0) throw new Error('Proofs are being fetched');
  });
}

function compare(fixture: StatementsFixture, handle: number) {
  return fixture.call('review.query', { action: 'agreement', handle });
}

describe('a statement of the practice company', () => {
  test('has no row that differs from its proof, and shows the states of its rows', async ({ fixture }) => {
    const { handle, opened } = await openJanuary(fixture);
    const first = await compare(fixture, handle);
    expect(first.counts).toMatchObject({ missing: opened.rows, agrees: 0, differs: 0 });
    await fetchMissing(fixture, handle);
    // Everything that follows works without the service.
    await fixture.simulator.close();
    const { counts, withoutReference, revision } = await compare(fixture, handle);
    expect(counts).toMatchObject({ differs: 0, refused: 0, missing: 0 });
    expect(counts.agrees).toBeGreaterThan(5);
    expect(counts['not-comparable']).toBeGreaterThan(0);
    expect(counts['not-found']).toBeGreaterThan(0);
    expect(withoutReference).toBe(0);
    expect(revision).toBeGreaterThan(first.revision);
    expect((await compare(fixture, handle)).revision).toBe(revision);
    const filters = [{ kind: 'state' as const, of: 'agreement' as const, values: [1] }];
    const view = await fixture.call('review.view', { handle, view: { sort: null, filters, find: '' } });
    expect(view.rows).toBe(counts.agrees);
    const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 1 });
    const [row] = rows;
    expect(row?.states).toEqual({ agreement: 1 });
    const { agreement } = await fixture.call('review.query', {
      action: 'agreementOfRow',
      handle,
      row: row?.row ?? 0,
    });
    expect(agreement).toMatchObject({ state: 'agrees', reference: row?.cells[1] });
    const amount = agreement?.fields.find(({ field }) => field === 'amount');
    expect(amount).toMatchObject({ result: 'agrees', statement: row?.cells[7]?.replace('-', '') });
  });

  test('is exported with the result of each row', async ({ fixture }) => {
    const { handle, opened } = await openJanuary(fixture);
    await compare(fixture, handle);
    await fetchMissing(fixture, handle);
    const { counts } = await compare(fixture, handle);
    const path = join(fixture.folder, 'compared.csv');
    fixture.platform.answers.savePath = path;
    await fixture.call('review.export', { action: 'view', handle, columns: [0], format: 'csv' });
    const exported: string[][] = parse(await readFile(path, 'utf8'), { bom: true });
    const [header = [], ...lines] = exported;
    expect(header).toEqual([opened.columns[0]?.name, 'Compared with proof']);
    const results = lines.map(([, result]) => result);
    expect(results.filter((result) => result === 'Agrees with its proof')).toHaveLength(counts.agrees);
    expect(results.filter((result) => result === '')).toHaveLength(0);
  });

  test('has the proofs that arrived since, and rejects questions about rows before the comparison', async ({
    fixture,
  }) => {
    const { handle } = await openJanuary(fixture);
    const query = fixture.call('review.query', { action: 'agreementOfRow', handle, row: 0 });
    await expect(query).rejects.toMatchObject({ code: 'arguments-invalid' });
    await compare(fixture, handle);
    await fetchMissing(fixture, handle);
    const { counts } = await compare(fixture, handle);
    const statementId = (await fixture.list())[0]?.id ?? 0;
    const again = await fixture.call('review.open', { statementId, options: {} });
    expect((await compare(fixture, again.handle)).counts).toEqual(counts);
  });

  test('is compared when it is one of several in a table', async () => {
    const fixture = await startStatementsFixture();
    const statementIds = [await fixture.storeStatement(1001), await fixture.storeStatement(1006)];
    const { handle } = await fixture.call('review.openTable', { statementIds });
    await compare(fixture, handle);
    await fetchMissing(fixture, handle);
    const { counts } = await compare(fixture, handle);
    expect(counts).toMatchObject({ differs: 0, missing: 0 });
    expect(counts.agrees).toBeGreaterThan(5);
  });
});
