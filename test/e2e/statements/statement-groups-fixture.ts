/** @file What the short and the long tests of statement groups use. */
import { inventedRows } from '../../fakes/files/statement-csv.ts';
import { expect, type Paydesk } from '../fixture.ts';
import { monthsBefore, type StatementApp, walletId } from './statement-company.ts';

export const [month = ''] = monthsBefore(1);
const longParty = 'Suppliers of machines, tools and spare parts in South-East Asia and Oceania 2026';

const statementLines = () => [
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

export async function openGroups({ paydesk, storeLines, review }: StatementApp): Promise<void> {
  await storeLines(month, statementLines());
  await review();
  await paydesk.page.getByRole('radiogroup', { name: 'Show' }).getByText('Groups').click();
  await expect(groupRow(paydesk, 1)).toBeVisible();
}
