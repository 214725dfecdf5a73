/** @file What the short and the long tests of conclude month use. */
import { csvOf, inventedRows } from '../fakes/statement-csv.ts';
import { expect, type Paydesk } from './fixture.ts';
import { monthsBefore, type StatementApp } from './statement-company.ts';

export const [month = ''] = monthsBefore(1);
const walletId = 410_023;
export const rowCount = 12;
const lines = inventedRows({ walletId, currency: 'EUR', month, rows: rowCount });
export const [header = [], ...rows] = lines;
export const cellOf = (row: readonly string[], name: string) => row[header.indexOf(name)] ?? '';
export const references = rows.map((row) => cellOf(row, 'Reference'));

export const storeMonth = (
  { store }: StatementApp,
  corrected: (row: readonly string[]) => readonly string[],
) =>
  store({
    walletId,
    month,
    transactions: rowCount,
    file: new TextEncoder().encode(csvOf([header, ...rows.map(corrected)])),
  });

export const unchanged = (row: readonly string[]) => row;

export async function openCoverage({ page }: Paydesk): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Statements').click();
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Coverage').click();
}

export async function openMonth(paydesk: Paydesk): Promise<void> {
  await openCoverage(paydesk);
  await paydesk.page.getByRole('button', { name: /Operating.*Stored/ }).press('Enter');
  await expect(paydesk.page.getByRole('grid', { name: 'Rows of the statement' })).toBeVisible();
}

export async function tickAllRows({ page }: Paydesk): Promise<void> {
  await page
    .getByRole('grid', { name: 'Rows of the statement' })
    .getByText(references[0] ?? '')
    .click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('button', { name: `Tick ${rowCount} rows` }).click();
  await expect(page.getByRole('group', { name: 'Ticks, notes and labels' })).toContainText(
    `${rowCount} ticked`,
  );
}

export async function signOff({ page }: Paydesk): Promise<void> {
  await page.getByRole('button', { name: 'Sign off…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign off the statement' });
  await expect(dialog.getByText('9 of 9 passed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sign off' }).press('Enter');
  await expect(dialog).toBeHidden();
}
