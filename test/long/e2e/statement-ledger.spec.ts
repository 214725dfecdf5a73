import { writeFile } from 'node:fs/promises';
import { expect } from '../../e2e/fixture.ts';
import { photograph } from '../../e2e/photograph.ts';
import { test } from '../../e2e/statement-company.ts';
import { ledgerLines, lines, month, rowCount, walletId } from '../../e2e/statement-ledger-fixture.ts';
import { besideData } from '../../e2e/statements-screen.ts';
import { packParts, workbookParts } from '../../fakes/make-workbook.ts';
import { csvOf } from '../../fakes/statement-csv.ts';

test.setTimeout(240_000);

test('a workbook whose dates are ambiguous is read as the clerk chooses', async ({
  statementApp,
  dataFolder,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await statementApp.store({
    walletId,
    month,
    transactions: rowCount,
    file: new TextEncoder().encode(csvOf(lines)),
  });
  await statementApp.open();
  await page
    .getByRole('button', { name: /stored/i })
    .first()
    .click();
  await page.getByRole('radio', { name: 'Ledger' }).press('Space');

  // Day and month of every row could be exchanged, and the dates are texts.
  const [head = [], ...booked] = ledgerLines();
  const toText = (date: string) => date.split('-').toReversed().join('/');
  const ambiguous = booked
    .filter(([date = '']) => Number(date.slice(-2)) <= 12)
    .map(([date = '', ...cells]) => [toText(date), ...cells]);
  const toRow = (cells: readonly string[]) =>
    `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;')}</t></is></c>`).join('')}</row>`;
  const ledgerPath = besideData(dataFolder, 'books.xlsx');
  const sheets = { Books: [head, ...ambiguous].map(toRow).join('') };
  await writeFile(ledgerPath, packParts(workbookParts({ sheets })));
  await paydesk.answerDialogs({ open: [ledgerPath] });
  await page.getByRole('button', { name: 'Choose ledger…' }).press('Enter');

  const dialog = page.getByRole('dialog', { name: 'How the file is read' });
  await expect(dialog.getByText('Applies to this ledger whenever it is matched.')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(ambiguous[0]?.[0] ?? '');
  await photograph(paydesk, 'statement-ledger-reading', { at150: true });
  await dialog.getByRole('button', { name: /Date order/ }).press('Enter');
  await page.getByRole('option', { name: /Day first/ }).press('Enter');
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(dialog).toBeHidden();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText(`Reference and amount: ${ambiguous.length - 1} matches`)).toBeVisible();
});
