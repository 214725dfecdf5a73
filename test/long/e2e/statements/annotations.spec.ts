/** @file A clerk ticks rows of a statement and writes notes, by keyboard only. */

import { expect, type Paydesk } from '../../../e2e/fixture.ts';
import { checkLayout } from '../../../e2e/layout/check-layout.ts';
import { layoutJourney } from '../../../e2e/layout/journey.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { cell, monthsBefore, rowsOf, test, walletId } from '../../../e2e/statements/statement-company.ts';
import { inventedRows } from '../../../fakes/files/statement-csv.ts';
import { expectEscapeAsks } from '../expect-escape-asks.ts';

const [month = ''] = monthsBefore(1);
const rowCount = 24;

/** The header of a row, by its position in the view from 1. */
const rowHeader = (paydesk: Paydesk, place: number) =>
  rowsOf(paydesk).locator(`[aria-rowindex="${place + 2}"] > [role="rowheader"]`);

test('rows are ticked, noted and filtered by keyboard, and a change of several is undone', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await statementApp.storeLines(month, inventedRows({ walletId, currency: 'EUR', month, rows: rowCount }));
  await statementApp.review();
  const counts = page.getByRole('group', { name: 'Ticks and notes' });
  // Only a row that is loaded has a tick to change.
  await expect(rowHeader(paydesk, 1)).toHaveText('1');
  await cell(paydesk, 1, 1).click();
  await page.keyboard.press('Space');
  await expect(rowHeader(paydesk, 1)).toContainText('Ticked');
  await expect(counts).toContainText('1 ticked');
  await page.keyboard.press('Space');
  await expect(counts).toBeHidden();

  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('Ticked 3 rows')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(counts).toContainText('3 ticked');
  await counts.getByRole('button', { name: `${rowCount - 3} unticked` }).click();
  await expect(page.getByText(`${rowCount - 3} of ${rowCount} rows shown`)).toBeVisible();
  await expect(rowHeader(paydesk, 1)).toContainText('4');
  await page.getByRole('button', { name: 'Clear 1 filter' }).click();

  await cell(paydesk, 5, 1).click();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Note on 1 row' });
  await expect(dialog).toContainText('Nothing was changed on this row yet.');
  await page.keyboard.type('Invoice is missing');
  await photograph(paydesk, 'annotation-note', { at150: true });
  await checkLayout(paydesk, 'annotation-note');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowHeader(paydesk, 5)).toContainText('With a note');
  await photograph(paydesk, 'annotations', { layout: layoutJourney(paydesk, 'statements-review') });

  await page.keyboard.press('n');
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Invoice is missing');
  await expect(dialog.getByRole('region', { name: 'History of the row' })).toContainText(
    'Note: Invoice is missing',
  );
  await page.keyboard.press('Escape');
  await expect(cell(paydesk, 5, 1)).toBeFocused();
  await page.keyboard.press('n');
  await expect(dialog).toBeVisible();
  await expectEscapeAsks(page, 'Note');
  await expect(cell(paydesk, 5, 1)).toBeFocused();

  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowHeader(paydesk, 5)).not.toContainText('With a note');
  await expect(counts).toContainText('3 ticked');
});
