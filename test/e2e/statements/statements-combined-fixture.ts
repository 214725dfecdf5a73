/** @file What the short and the long tests of statements table use. */
import { csvOf, inventedRows } from '../../fakes/files/statement-csv.ts';
import { monthsBefore, type StatementApp } from './statement-company.ts';

export const months = monthsBefore(3);
export const wallets = [
  { id: 410_023, name: 'Operating', currency: 'EUR' },
  { id: 410_031, name: 'Operating', currency: 'USD' },
];
export const rowsPerStatement = 30;

/** Stores the months of both wallets. Those of the first wallet start with the closing balance of the month before. */
export async function storeAll({ store }: StatementApp): Promise<void> {
  for (const [index, { id: walletId, currency }] of wallets.entries()) {
    let opening = 5_000_000;
    for (const month of months) {
      const lines = inventedRows({ walletId, currency, month, rows: rowsPerStatement, opening });
      if (index === 0) opening = Number(lines.at(-1)?.[6]?.replace('.', ''));
      const file = new TextEncoder().encode(csvOf(lines));
      await store({ walletId, month, transactions: rowsPerStatement, file });
    }
  }
}
