/** @file Compares the matches of invented files with the truth. */
import { matchRuleSchema } from '../../../../src/shared/model/statements/ledger.ts';
import type { InventedFiles } from '../../../fakes/files/ledger-pairs.ts';
import { matchFiles } from '../../../fakes/files/matched-files.ts';

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
export function compareWithTruth(files: InventedFiles) {
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
