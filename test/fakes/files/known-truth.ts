/**
 * @file Invented statements and ledgers of many parties with known truth: which rows belong together, and traps, which are
 * rows that look as if they did.
 */

import { type OpenGroup, type Row, TruthInventor } from './truth-inventor.ts';
import { trapKinds, trueKinds } from './truth-kinds.ts';

export interface KnownGroup {
  readonly kind: string;
  /** Row numbers from 0. */
  readonly statement: readonly number[];
  readonly ledger: readonly number[];
}

export interface KnownFiles {
  readonly statement: string;
  readonly ledger: string;
  readonly groups: readonly KnownGroup[];
  readonly traps: readonly KnownGroup[];
}

const day = (number: number) =>
  new Date(Date.UTC(2026, 0, 1) + number * 86_400_000).toISOString().slice(0, 10);
const cell = (text: string) => (text.includes(',') ? `"${text}"` : text);

/** Sorts rows by day, and returns the number of each. */
function sortRows(rows: Row[]): Map<Row, number> {
  rows.sort((one, two) => one.day - two.day);
  return new Map(rows.map((row, number) => [row, number]));
}

/** Invents about 18,000 rows of a statement and 14,000 of a ledger, or a share of them, of 600 parties. */
export function inventKnownFiles(seed: number, scale = 1): KnownFiles {
  const inventor = new TruthInventor(seed, 600);
  for (const { count, add } of [...trueKinds, ...trapKinds])
    for (let at = 0; at < count * scale; at += 1) add(inventor);
  const { statement, ledger } = inventor;
  const [statementRows, ledgerRows] = [sortRows(statement), sortRows(ledger)];
  const numbered = (group: OpenGroup): KnownGroup => ({
    kind: group.kind,
    statement: group.statement.map((row) => statementRows.get(row) ?? -1).toSorted((one, two) => one - two),
    ledger: group.ledger.map((row) => ledgerRows.get(row) ?? -1).toSorted((one, two) => one - two),
  });
  const lineOf = ({ day: number, reference, name, text, currency }: Row, amount: number) =>
    [day(number), reference, name, text, (amount / 100).toFixed(2), currency].map(cell).join(',');
  return {
    statement: [
      'Date,Reference,Counterparty,Text,Amount,Currency,Fee',
      ...statement.map(
        (row) => `${lineOf(row, row.cents)},${row.fee === 0 ? '' : (row.fee / 100).toFixed(2)}`,
      ),
    ].join('\n'),
    ledger: [
      'Posting date,Document no,Supplier,Text,Amount,Currency',
      ...ledger.map((row) => lineOf(row, -row.cents)),
    ].join('\n'),
    groups: inventor.groups.map(numbered),
    traps: inventor.traps.map(numbered),
  };
}
