/** @file Statement files: one row for each transaction, so the number of rows is the event's `transactionCount`. */
import { companyName, type Wallet } from './company.ts';
import { createTextPdf } from './pdf.ts';
import { formatAmount, type Transaction } from './transactions.ts';

interface Statement {
  readonly wallet: Wallet;
  readonly since: string;
  readonly till: string;
  /** Opening balance in minor units. */
  readonly openingBalance: number;
  readonly rows: readonly Transaction[];
  /** Deliberate error of the running balance from the middle row on, in minor units. */
  readonly balanceGap?: number;
}

const columns = [
  'Date',
  'Reference',
  'Type',
  'Counterparty',
  'Account',
  'Description',
  'Currency',
  'Amount',
  'Balance',
];

/** Generates RFC 4180 CSV in UTF-8, with commas, quotes and line breaks inside fields. */
export function statementCsv(statement: Statement): Buffer {
  const lines = [columns, ...statementRows(statement)].map((fields) => fields.map(quoteField).join(','));
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}

/** Generates a PDF with the rows of the CSV file. */
export function statementPdf(statement: Statement): Buffer {
  const { wallet, since, till, rows } = statement;
  return createTextPdf([
    `${companyName}: statement of wallet ${wallet.id} (${wallet.name}, ${wallet.currency})`,
    `From ${since} to ${till}, ${rows.length} transactions`,
    '',
    ...statementRows(statement, 'latinName').map(
      ([date = '', reference = '', type = '', name = '', , , , amount = '', balance = '']) =>
        [date, reference, type.padEnd(10), name.padEnd(32), amount.padStart(14), balance.padStart(16)].join(
          ' ',
        ),
    ),
  ]);
}

/** Returns the rows. Every balance from the middle row on is wrong by {@link Statement.balanceGap}. */
function statementRows(
  { wallet, openingBalance, rows, balanceGap = 0 }: Statement,
  nameField: 'name' | 'latinName' = 'name',
): string[][] {
  const gapIndex = Math.floor(rows.length / 2);
  let balance = openingBalance;
  return rows.map(({ date, reference, kind, counterparty, description, amount }, index) => {
    balance += amount + (index === gapIndex ? balanceGap : 0);
    const hasCounterparty = kind === 'payment' || kind === 'receipt';
    return [
      date,
      reference,
      kind.toUpperCase(),
      hasCounterparty ? counterparty[nameField] : '',
      hasCounterparty ? counterparty.iban : '',
      description,
      wallet.currency,
      formatAmount(amount, wallet.decimals),
      formatAmount(balance, wallet.decimals),
    ];
  });
}

function quoteField(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
