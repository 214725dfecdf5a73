/**
 * @file A clerk compares a statement with its proofs: fetches the missing ones in one step, filters the rows that differ,
 * and sees both values of a row with one key. The views are photographed light and dark, and axe finds no violation.
 */
import { createTextPdf } from '../../../../src/main/practice/data/pdf.ts';
import { expect } from '../../../e2e/fixture.ts';
import { checkLayout } from '../../../e2e/layout/check-layout.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { faultsServing } from '../../../e2e/proofs/proofs-screen.ts';
import { monthsBefore, test } from '../../../e2e/statements/statement-company.ts';

const [month = ''] = monthsBefore(1);
const day = `${month.slice(2).replace('-', '')}14`;
const payee = 'Moravská Strojírna a.s.';

const swiftMessage = (reference: string, amount: string, more: readonly string[] = []) =>
  [
    '{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{4:',
    `:20:${reference}`,
    ':23B:CRED',
    `:32A:${day}EUR${amount}`,
    ':50K:/DE00100000000000000001',
    'NORDLICHT HANDEL GMBH',
    ':59:/CZ0000000000000000000001',
    'MORAVSKA STROJIRNA A.S.',
    ':71A:SHA',
    ...more,
    '-}',
  ].join('\r\n');

const answers = {
  'PX-1': { pop: swiftMessage('PX-1', '1250,50'), type: 'SWIFT' },
  'PX-2': { pop: swiftMessage('PX-2', '1250,05'), type: 'SWIFT' },
  'PX-3': { pop: swiftMessage('PX-3', '80,', [':72:/REJT/59', '/AC04/']), type: 'SWIFT' },
  'PX-4': { pop: createTextPdf(['PROOF OF PAYMENT', 'PX-4', 'EUR 12.00']).toString('base64'), type: 'SEPA' },
};

const rows = [
  `${month}-14,PX-1,"${payee}",-1250.50,EUR`,
  `${month}-14,PX-2,"${payee}",-1250.50,EUR`,
  `${month}-14,PX-3,"${payee}",-80.00,EUR`,
  `${month}-14,PX-4,"${payee}",-12.00,EUR`,
  `${month}-15,PX-5,"${payee}",-13.00,EUR`,
  `${month}-15,,Interest,1.10,EUR`,
];

test.setTimeout(300_000);

test('a row that differs from its proof is found, with both values beside it', async ({
  statementApp,
  simulator,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  simulator.faults.set('proof', ...faultsServing(answers));
  const file = new TextEncoder().encode(['Date,Reference,Counterparty,Amount,Currency', ...rows].join('\n'));
  await statementApp.store({ walletId: 410_023, month, transactions: rows.length, file });
  await statementApp.open();
  await page
    .getByRole('button', { name: /stored/i })
    .first()
    .click();

  await page.getByRole('button', { name: 'Compare with proofs' }).click();
  const states = page.getByRole('radiogroup', { name: 'Rows by comparison' });
  await expect(states.getByRole('radio', { name: 'Proof not fetched 5' })).toBeVisible();
  await expect(page.getByText('1 row has no reference')).toBeVisible();
  await photograph(paydesk, 'statement-agreement-missing');
  await page.getByRole('button', { name: 'Fetch 5 missing proofs' }).click();

  await expect(states.getByRole('radio', { name: 'Agree 1' })).toBeVisible();
  await expect(states.getByRole('radio', { name: 'Refused or returned 1' })).toBeVisible();
  await expect(states.getByRole('radio', { name: 'Not comparable 1' })).toBeVisible();
  await expect(states.getByRole('radio', { name: 'Service has no proof 1' })).toBeVisible();
  await states.getByRole('radio', { name: 'Differ 1' }).click();
  const grid = page.getByRole('grid');
  await expect(page.getByText('1 of 6 rows')).toBeVisible();
  await grid.getByRole('gridcell', { name: 'PX-2' }).click();
  await page.keyboard.press('p');
  const panel = page.getByRole('complementary', { name: 'Row and proof' });
  await expect(panel.getByText('Differs from its proof')).toBeVisible();
  const amount = panel.getByRole('row', { name: /Amount/ });
  await expect(amount.getByRole('cell')).toHaveText(['1,250.50', '1,250.05']);
  await photograph(paydesk, 'statement-agreement', { at150: true });
  // The menu button of a column is shown under the pointer only.
  await page.mouse.move(0, 0);
  await checkLayout(paydesk, 'statement-agreement');

  await states.getByRole('radio', { name: 'All' }).click();
  await grid.getByRole('gridcell', { name: 'PX-3' }).click();
  await expect(panel.getByText('Payment refused or returned')).toBeVisible();
  await expect(panel.getByText(/Refused \(REJT\)/)).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Proof of PX-3' })).toContainText(':72:/REJT/59');
  await grid.getByRole('gridcell', { name: 'PX-4' }).click();
  await expect(panel.getByText('Can’t be compared with its proof')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Page 1' })).toContainText('EUR 12.00');
  await photograph(paydesk, 'statement-agreement-pages');
  await grid.getByRole('gridcell', { name: 'PX-4' }).press('p');
  await expect(panel).toBeHidden();
});
