/** @file The sample documents and the statements of the practice company name the same companies. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { wallets } from '../../../src/main/practice/data/company.ts';
import { createSamples } from '../../../src/main/practice/data/samples.ts';
import { createTransactions } from '../../../src/main/practice/data/transactions.ts';

const addressBook = new URL('../../../assets/samples/beneficiaries.csv', import.meta.url);

test('the company paid each company of the sample documents last month, with the references of the samples', async () => {
  const transactions = createTransactions(4);
  const { references, walletIds, periods } = createSamples(transactions, '2026-06-15');
  const { since, till } = periods.at(-1) ?? { since: '', till: '' };
  const rows = wallets
    .filter(({ id }) => walletIds.includes(id))
    .flatMap((wallet) => transactions.between(wallet, since, till, '2026-06-15'));
  const companies = z
    .array(z.object({ label: z.string() }))
    .parse(parse(await readFile(addressBook, 'utf8'), { columns: true }));
  const paid = new Set(rows.map(({ counterparty }) => counterparty?.name));
  expect(companies).toHaveLength(5);
  for (const { label } of companies) expect(paid).toContain(label);
  const paidReferences = new Set(rows.map(({ reference }) => reference));
  expect(references.filter((reference) => paidReferences.has(reference)).length).toBeGreaterThan(7);
});
