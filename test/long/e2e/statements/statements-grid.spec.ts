/** @file What the screen of a statement says about rows that were left out, could not be read or were not checked. */
import { expect } from '../../../e2e/fixture.ts';
import { blockAction, unblockAction } from '../../../e2e/launch/block-action.ts';
import { callCommand } from '../../../e2e/launch/calls.ts';
import { cell, monthsBefore, test, walletId } from '../../../e2e/statements/statement-company.ts';
import { inventedRows } from '../../../fakes/files/statement-csv.ts';

const [month = ''] = monthsBefore(1);

test('the screen reports when only some of the selected rows were copied, and when proofs of only some or none were requested', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const rows = 50_003;
  const lines = [
    ['Reference', 'Amount'],
    ['', '1.00'],
  ];
  for (let row = 2; row <= rows; row += 1) lines.push([`R${row % 3}`, `${row}.00`]);
  await statementApp.storeLines(month, lines);
  await statementApp.review();
  const alert = page.getByRole('alert');
  await cell(paydesk, 1, 1).click();
  await page.keyboard.press('Shift+Space');
  await page.getByRole('button', { name: 'Get 1 proof of payment' }).click();
  await expect(alert).toContainText('The selected rows contain no reference');

  await page.getByRole('button', { name: 'Clear selection' }).click();
  await cell(paydesk, 1, 2).click();
  await page.keyboard.press('ControlOrMeta+Shift+End');
  await page.getByRole('button', { name: 'Copy 50,003 cells' }).click();
  await expect(alert).toContainText('Only the first 50,000 of 50,003 rows were copied');
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Row: select all rows in view' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(alert).toContainText('Only the first 50,000 of 50,003 rows were copied');
  await page.getByRole('button', { name: 'Get 50,003 proofs of payment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proofs' })).toBeVisible();
  await expect(alert).toContainText('Only proofs of the first 10,000 of 50,003 selected rows were requested');
});

test('no result of the integrity check is shown before the check has finished or when the check failed', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const lines = inventedRows({ walletId, currency: 'EUR', month, rows: 25 });
  const statementId = await statementApp.storeLines(month, lines);
  const integrity = page.getByRole('complementary', { name: 'Integrity' });
  const noIssuesText = integrity.getByText('No issues found');
  await paydesk.evaluate(blockAction, 'check');
  await statementApp.review();
  await expect(integrity.getByRole('status')).toHaveText('Loading');
  await expect(noIssuesText).toBeHidden();
  await paydesk.evaluate(unblockAction, null);
  await expect(noIssuesText).toBeVisible();

  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await paydesk.evaluate(blockAction, 'check');
  await statementApp.review();
  await expect(integrity.getByRole('status')).toHaveText('Loading');
  // The statement was opened elsewhere and no longer answers here.
  await callCommand(paydesk, 'viewer.open', { statementId, options: {} });
  await paydesk.evaluate(unblockAction, null);
  await expect(integrity.getByRole('alert')).toBeVisible();
  await expect(noIssuesText).toBeHidden();
});
