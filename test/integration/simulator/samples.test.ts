/** @file Sample data of the practice company, including deliberate errors. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SimulatorOptions } from '../../../src/main/simulator/options.ts';
import { determineProofKind, proofKinds } from '../../../src/main/simulator/proof-kinds.ts';
import { createSamples } from '../../../src/main/simulator/samples.ts';
import type { StatementEvent } from '../../../src/main/simulator/statement-event.ts';
import { createTransactions } from '../../../src/main/simulator/transactions.ts';
import { call, clientOf, open } from './support.ts';

const start = Date.parse('2026-06-15T10:00:00Z');
const lastMonth = { since: '2026-05-01', till: '2026-05-31' };
const rowsSchema = z.array(
  z.object({ Reference: z.string(), Counterparty: z.string(), Amount: z.string(), Balance: z.string() }),
);
const samples = createSamples(createTransactions(4), '2026-06-15');

async function practice(options: SimulatorOptions = {}) {
  const simulator = await open({ time: () => start, samples: true, ...options });
  const client = await clientOf(simulator);
  const linkOf = async (walletId: number, { since, till } = lastMonth) => {
    const address = `${simulator.hosts.statement}/statement/export?since=${since}&till=${till}`;
    await client.send('POST', address, { walletIds: [walletId], email: '' });
    const isRequested = ({ event }: StatementEvent) =>
      event.walletId === walletId && event.dateFrom.startsWith(since);
    return simulator.events().findLast(isRequested)?.event.url ?? '';
  };
  const rowsOf = async (walletId: number, period = lastMonth) => {
    const { text } = await call(await linkOf(walletId, period));
    return rowsSchema.parse(parse(text, { columns: true }));
  };
  const proof = (reference: string) =>
    client.get(`${simulator.hosts.legacy}/profile/transaction-history/proof-of-payment/${reference}`);
  return { simulator, linkOf, rowsOf, proof };
}

/** Number of rows whose balance is not the previous balance plus the amount. */
function countBreaks(rows: z.infer<typeof rowsSchema>): number {
  return rows.slice(1).filter(({ Amount, Balance }, index) => {
    const previousBalance = Number(rows[index]?.Balance);
    return Math.abs(previousBalance + Number(Amount) - Number(Balance)) > 0.001;
  }).length;
}

describe('samples', () => {
  test('include the statements of the last twelve completed months for every wallet', () => {
    expect(samples.periods).toHaveLength(12);
    expect(samples.periods[0]).toEqual({ since: '2025-06-01', till: '2025-06-30' });
    expect(samples.periods.at(-1)).toEqual(lastMonth);
    expect(samples.walletIds).toHaveLength(12);
  });

  test('include a reference of every kind of proof, one with a refused proof and one without a proof', async () => {
    const { proof, simulator } = await practice();
    expect(samples.references.slice(0, proofKinds.length).map(determineProofKind)).toEqual([...proofKinds]);
    const answers = await Promise.all(samples.references.map(proof));
    expect(answers.map(({ status }) => status)).toEqual([...proofKinds.map(() => 200), 400, 404]);
    expect(simulator.violations()).toEqual([]);
  });

  test('include a payment to each company of the sample documents, with its proof', async () => {
    const addressBookCsv = await readFile(
      new URL('../../../assets/samples/beneficiaries.csv', import.meta.url),
      'utf8',
    );
    const companies = z
      .array(z.object({ label: z.string() }))
      .parse(parse(addressBookCsv, { columns: true }));
    const { rowsOf } = await practice();
    const wallets = samples.walletIds.filter((id) => id !== 1010);
    const rows = (await Promise.all(wallets.map((id) => rowsOf(id)))).flat();
    const paid = new Set(rows.map(({ Counterparty }) => Counterparty));
    expect(companies).toHaveLength(5);
    for (const { label } of companies) expect(paid).toContain(label);
    const references = new Set(rows.map(({ Reference }) => Reference));
    expect(samples.references.filter((reference) => references.has(reference)).length).toBeGreaterThan(7);
  });

  test('include exactly one statement of last month whose balance does not add up', async () => {
    const { rowsOf } = await practice();
    const wallets = samples.walletIds.filter((id) => id !== 1010);
    const broken = await Promise.all(
      wallets.map(async (id) => ({ id, breaks: countBreaks(await rowsOf(id)) })),
    );
    expect(broken.filter(({ breaks }) => breaks > 0)).toEqual([{ id: 1004, breaks: 1 }]);
    expect(countBreaks(await rowsOf(1004, { since: '2026-04-01', till: '2026-04-30' }))).toBe(0);
  });

  test('include one statement with a short-lived link whose download is throttled', async () => {
    const { simulator, linkOf } = await practice();
    const link = await linkOf(1010);
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('600');
    const throttledReply = await call(link);
    expect([throttledReply.status, throttledReply.headers['retry-after']]).toEqual([503, '180']);
    simulator.clock.advance(180_000);
    expect((await call(link)).status).toBe(200);
    simulator.clock.advance(420_000);
    expect((await call(link)).status).toBe(403);
  });

  test('are not provided without the option `samples`', async () => {
    const { rowsOf, proof, linkOf } = await practice({ samples: false });
    expect(countBreaks(await rowsOf(1004))).toBe(0);
    expect((await proof(samples.references[proofKinds.length] ?? '')).status).toBe(200);
    expect((await call(await linkOf(1010))).status).toBe(200);
  });
});
