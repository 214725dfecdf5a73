/** @file CSV statements of any length for benchmarks, the same in every run. */

/** Names of the columns. */
export const header =
  'Date,Reference,Type,Counterparty,Account,Description,Currency,Amount,Balance,Value date,Batch,Note';
const names = [
  'Lampwright Instruments',
  'Kärcher Hydraulik GmbH',
  '"Ashgrove ""Fine"" Bindings"',
  'Škoda Lisovna Plzeň a.s.',
];
const currencies = ['EUR', 'USD', 'GBP', 'CHF'];

const twoDigits = (number: number) => String(number).padStart(2, '0');

export const referenceOf = (row: number) => `PX2610${String(row).padStart(8, '0')}`;

/** Indexes of the columns that the benchmarks use. */
export const columnsOfRows = {
  date: 0,
  type: 2,
  counterparty: 3,
  currency: 6,
  amount: 7,
  note: 11,
} as const;

/** The cells of a row, as they are in the file. Some have quotes, embedded line breaks and non-ASCII letters. */
export function cellsOf(row: number, amount: number, balance: number): string[] {
  return [
    `2026-${twoDigits(1 + (Math.floor(row / 28) % 12))}-${twoDigits(1 + (row % 28))}`,
    referenceOf(row),
    row % 3 === 0 ? 'RECEIPT' : 'PAYMENT',
    names[(row * 13) % names.length] ?? '',
    `DE00000000000000${String(row % 1_000_000).padStart(6, '0')}`,
    row % 50 === 0 ? `"Credit note ${row}\nas agreed"` : `Invoice ${(row * 31) % 100_000}`,
    currencies[row % currencies.length] ?? '',
    (amount / 100).toFixed(2),
    (balance / 100).toFixed(2),
    '2026-01-15',
    `00${row % 977}`,
    `some note ${row % 13}`,
  ];
}

/** The amount of a row in cents. */
export const amountOf = (row: number) => ((row * 7_919) % 2_000_000) - 1_000_000;

/** Yields rows of twelve columns and twelve months in chunks of about a megabyte, from row `first` on. */
export async function* statementRows(count: number, first = 0): AsyncGenerator<Uint8Array> {
  let text = `${header}\r\n`;
  let balance = 100_000_000;
  for (let row = first; row < first + count; row += 1) {
    const amount = amountOf(row);
    balance += amount;
    text += `${cellsOf(row, amount, balance).join(',')}\r\n`;
    if (text.length > 1_000_000) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}
