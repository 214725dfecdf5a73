/** @file What the short and the long tests of statement ledger use. */
import { inventedRows } from '../fakes/statement-csv.ts';
import { monthsBefore } from './statement-company.ts';

export const [month = ''] = monthsBefore(1);
export const walletId = 410_023;
export const rowCount = 40;
export const lines = inventedRows({ walletId, currency: 'EUR', month, rows: rowCount });

/** The statement as the company books it: payments without a sign, one other amount, and two rows missing. */
export function ledgerLines(): string[][] {
  const [header = [], ...rows] = lines;
  const cellOf = (row: readonly string[], name: string) => row[header.indexOf(name)] ?? '';
  const booked = rows.slice(0, -2).map((row, index) => {
    const amount = cellOf(row, 'Amount');
    const reversed = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
    return [
      cellOf(row, 'Date'),
      cellOf(row, 'Reference'),
      cellOf(row, 'Counterparty'),
      index === 3 ? `${reversed}1` : reversed,
      'EUR',
    ];
  });
  return [['Date', 'Reference', 'Payee', 'Amount', 'Currency'], ...booked];
}
