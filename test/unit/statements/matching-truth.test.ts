/**
 * @file Matches invented files whose truth is known. No rule may match rows of different payments; the share of the payments
 * that are found is printed.
 */
import { describe, expect, test } from 'vitest';
import { matchRuleSchema } from '../../../src/shared/model/ledger.ts';
import { type InventedFiles, inventFiles } from '../../fakes/ledger-pairs.ts';
import { matchFiles } from '../../fakes/matched-files.ts';

interface Payment {
  readonly statement: number[];
  readonly ledger: number[];
}

/** Returns the rows of each payment. */
function paymentsOf({ statementPayments, ledgerPayments }: InventedFiles): Map<number, Payment> {
  const payments = new Map<number, Payment>();
  const paymentOf = (id: number) => {
    const payment = payments.get(id) ?? { statement: [], ledger: [] };
    payments.set(id, payment);
    return payment;
  };
  for (const [row, id] of statementPayments.entries()) paymentOf(id).statement.push(row);
  for (const [row, id] of ledgerPayments.entries()) paymentOf(id).ledger.push(row);
  return payments;
}

/** Matches files, and compares every match of a rule with the truth. */
function compareWithTruth(files: InventedFiles) {
  const payments = paymentsOf(files);
  const session = matchFiles(files.statement, files.ledger);
  const page = { offset: 0, limit: Number.MAX_SAFE_INTEGER, isWhole: false };
  const { matches } = session.matches(matchRuleSchema.options, page);
  const rowsOf = (rows: readonly { readonly row: number }[]) => rows.map(({ row }) => row);
  const wrong = matches.filter((match) => {
    const payment = payments.get(files.statementPayments[match.statement[0]?.row ?? -1] ?? -1);
    const found = { statement: rowsOf(match.statement), ledger: rowsOf(match.ledger) };
    return JSON.stringify(found) !== JSON.stringify(payment);
  });
  const both = [...payments.values()].filter(({ statement, ledger }) => statement.length * ledger.length > 0);
  const summary = session.summary();
  return { wrong, right: matches.length - wrong.length, both: both.length, summary };
}

describe('100,000 invented payments with twins, sums, fees and typing errors', () => {
  test.for([1, 2])('have no wrong match (seed %i)', async (seed, { annotate }) => {
    const { wrong, right, both, summary } = compareWithTruth(inventFiles(seed, 100_000));
    expect(wrong).toEqual([]);
    expect(summary.signs).toMatchObject({ use: 'reversed', by: 'references' });
    const share = right / both;
    await annotate(`${right} of ${both} payments matched (${(share * 100).toFixed(2)} %)`);
    expect(share).toBeGreaterThan(0.9);
    for (const rule of matchRuleSchema.options) expect(summary.matches[rule]).toBeGreaterThan(0);
  });
});

test('many small files have no wrong match', () => {
  for (let seed = 100; seed < 200; seed += 1)
    expect(compareWithTruth(inventFiles(seed, 200)).wrong).toEqual([]);
});
