/** @file An evidence pack is saved from the coverage, and its check in the activity finds what was altered. */
import { appendFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatMonth } from '../../../src/shared/messages/index.ts';
import { csvOf, inventedRows } from '../../fakes/files/statement-csv.ts';
import { expect } from '../fixture.ts';
import { checkLayout } from '../layout/check-layout.ts';
import { photograph } from '../photograph.ts';
import { monthsBefore, type StatementApp, test } from './statement-company.ts';

const months = monthsBefore(2);
const walletId = 410_023;

async function storeMonths({ store }: StatementApp): Promise<void> {
  for (const month of months) {
    const rows = inventedRows({ walletId, currency: 'EUR', month, rows: 20, opening: 1_000_000 });
    await store({ walletId, month, transactions: 20, file: new TextEncoder().encode(csvOf(rows)) });
  }
}

test.setTimeout(240_000);

test('a clerk saves an evidence pack of a month, and its check names the files that were altered', async ({
  statementApp,
  dataFolder,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await storeMonths(statementApp);
  await statementApp.open();
  const folder = join(dataFolder, 'Evidence');

  await page.getByRole('button', { name: 'Save evidence pack…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save evidence pack' });
  await dialog.getByRole('button', { name: /From month/ }).click();
  await page.getByRole('option', { name: formatMonth(months[1] ?? ''), exact: true }).click();
  await expect(dialog.getByText('1 stored statement')).toBeVisible();
  await checkLayout(paydesk, 'evidence-choice');
  await dialog.getByRole('button', { name: 'Show contents' }).press('Enter');

  await expect(dialog.getByText('The pack is unencrypted')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Choose folder…' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: /^Save \d+ files$/ })).toBeDisabled();
  await paydesk.answerDialogs({ save: folder });
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(folder)).toBeVisible();
  await photograph(paydesk, 'evidence-contents', { at150: true });
  await checkLayout(paydesk, 'evidence-contents');
  expect(await readdir(dataFolder)).not.toContain('Evidence');
  await dialog.getByRole('button', { name: /^Save \d+ files$/ }).press('Enter');

  const toast = page.getByRole('alertdialog').filter({ hasText: 'Saved Evidence' });
  await expect(toast).toContainText(/Fingerprint: [0-9a-f]{64}/);
  await expect(toast.getByRole('button', { name: 'Show folder' })).toBeVisible();
  const names = await readdir(folder, { recursive: true });
  expect(names).toEqual(expect.arrayContaining(['cover-page.pdf', 'index.csv', 'checks.csv', 'SHA256SUMS']));
  const statement = names.find((name) => name.endsWith('.csv') && name.startsWith('statements')) ?? '';
  expect(await readFile(join(folder, statement), 'utf8')).toContain(String(walletId));

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Activity/ })
    .click();
  await expect(page.getByRole('row', { name: /Saved the evidence pack Evidence/ })).toBeVisible();
  await paydesk.answerDialogs({ open: [folder] });
  await page.getByRole('button', { name: 'Check an evidence pack…' }).press('Enter');
  const result = page.getByRole('dialog', { name: 'Check of an evidence pack' });
  await expect(result.getByText('Nothing was altered')).toBeVisible();
  await expect(result.getByText(/Saved by this computer/)).toBeVisible();
  await photograph(paydesk, 'evidence-check', { at150: true });
  await checkLayout(paydesk, 'evidence-check');
  await page.keyboard.press('Escape');
  await expect(result).toBeHidden();

  await appendFile(join(folder, statement), 'x');
  await rm(join(folder, 'checks.csv'));
  await paydesk.answerDialogs({ open: [folder] });
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('check an evidence pack');
  await page.keyboard.press('Enter');
  await expect(result.getByText('The pack was altered')).toBeVisible();
  await expect(result.getByRole('list', { name: 'Altered (1)' })).toHaveText(statement.replaceAll('\\', '/'));
  await expect(result.getByRole('list', { name: 'Missing (1)' })).toHaveText('checks.csv');
  await photograph(paydesk, 'evidence-altered', { at150: true });
  await checkLayout(paydesk, 'evidence-altered');
});
