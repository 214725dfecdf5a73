/** @file What the short and the long tests of statement groups use. */
import { csvOf, inventedRows } from '../fakes/statement-csv.ts';
import { expect, type Paydesk } from './fixture.ts';
import { monthsBefore, type StatementApp } from './statement-company.ts';

export const [month = ''] = monthsBefore(1);
const walletId = 410_023;
export const longParty = 'Suppliers of machines, tools and spare parts in South-East Asia and Oceania 2026';

export const statementLines = () => [
  ...inventedRows({ walletId, currency: 'EUR', month, rows: 240 }),
  [
    `${month}-28`,
    'Payment',
    'PX-LONG',
    longParty,
    '-12345678.90',
    'EUR',
    '1.00',
    String(walletId),
    'Machines',
  ],
  [`${month}-28`, 'Payment', 'PX-NONE', '', '-5.00', 'USD', '1.00', String(walletId), 'No name'],
  [
    `${month}-28`,
    'Payment',
    'PX-BAD',
    'Ahlström Konepaja Oy',
    'unknown',
    'EUR',
    '',
    String(walletId),
    'Damaged',
  ],
  ['', 'Total', '', '', '1.00', '', '', '', ''],
];

export const groupsOf = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Groups' });
export const groupRow = (paydesk: Paydesk, index: number) =>
  groupsOf(paydesk).locator(`[role="row"][aria-rowindex="${index + 1}"]`);
export const rowsGrid = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Rows of the statement' });

export async function openGroups({ paydesk, open, store }: StatementApp): Promise<void> {
  const file = new TextEncoder().encode(csvOf(statementLines()));
  await store({ walletId, month, transactions: 242, file });
  await open();
  const { page } = paydesk;
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await page.getByRole('grid', { name: 'Statements' }).getByRole('button', { name: 'Review' }).click();
  await expect(rowsGrid(paydesk)).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Groups').click();
  await expect(groupRow(paydesk, 1)).toBeVisible();
}
