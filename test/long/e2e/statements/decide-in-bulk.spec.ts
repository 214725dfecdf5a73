/**
 * @file A clerk decides 2,000 proposals of a month in bulk, takes it back, decides them again and signs off. A match that is
 * separated ends the sign-off. The evidence pack is verified by its checksums and by Paydesk.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from '../../../e2e/fixture.ts';
import { checkLayout } from '../../../e2e/layout/check-layout.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { monthsBefore, test, walletId } from '../../../e2e/statements/statement-company.ts';
import { besideData } from '../../../e2e/statements/statements-screen.ts';
import { csvOf, inventedRows } from '../../../fakes/files/statement-csv.ts';

const [month = ''] = monthsBefore(1);
const proposed = 2_000;
const same = 600;
const [header = [], ...rows] = inventedRows({ walletId, currency: 'EUR', month, rows: proposed + same });
const columnOf = (name: string) => header.indexOf(name);

/** The company's books: its own numbers for the first rows, the references of the bank for the others. */
const ledger = csvOf([
  ['Date', 'Reference', 'Payee', 'Amount', 'Currency'],
  ...rows.map((row, index) => [
    row[columnOf('Date')] ?? '',
    index < proposed ? `BK${700_000 + index * 7}` : (row[columnOf('Reference')] ?? ''),
    row[columnOf('Counterparty')] ?? '',
    row[columnOf('Amount')] ?? '',
    'EUR',
  ]),
]);

test.setTimeout(300_000);

test('2,000 proposals are matched at once, taken back, matched again and signed off, and the pack proves it', async ({
  statementApp,
  dataFolder,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await statementApp.storeLines(month, [header, ...rows]);
  await statementApp.review();
  const ledgerPath = besideData(dataFolder, 'books.csv');
  await writeFile(ledgerPath, ledger);
  await page.getByRole('radio', { name: 'Ledger' }).press('Space');
  await paydesk.answerDialogs({ open: [ledgerPath] });
  await page.getByRole('button', { name: 'Choose ledger…' }).press('Enter');
  const result = page.getByRole('region', { name: 'Result' });
  const groups = page.getByRole('list', { name: 'Proposals by reason' });
  const largest = groups.getByRole('listitem').first();
  await expect(largest).toContainText(/Against: Other reference/);
  await photograph(paydesk, 'decide-in-bulk', { at150: true });
  await checkLayout(paydesk, 'decide-in-bulk');
  await largest.getByRole('button', { name: 'List each' }).press('Enter');
  const each = page.getByRole('grid', { name: 'Proposals one by one' });
  await expect(each.locator('[data-row]').first()).toContainText(/same day.*Other reference/i);
  await photograph(paydesk, 'decide-one-by-one', { at150: true });
  await checkLayout(paydesk, 'decide-one-by-one');

  // One proposal is refused, which one undo takes back.
  const toDecide = page.getByRole('radio', { name: /^To decide/ });
  const whole = await largest.getByText(/^[\d,]+ rows$/).innerText();
  const undo = async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(largest.getByText(whole, { exact: true })).toBeVisible();
    await expect(toDecide).toHaveAccessibleName('To decide 4,000');
  };
  await each.locator('[data-row]').first().focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Refused 2 rows')).toBeVisible();
  await expect(largest.getByText(whole, { exact: true })).toBeHidden();
  await undo();
  await page.getByRole('button', { name: 'Rows side by side' }).press('Enter');

  await largest.getByRole('button', { name: 'Match all' }).press('Enter');
  await expect(toDecide).not.toHaveAccessibleName('To decide 4,000');
  await undo();
  await expect(result.getByText(/^By hand/)).toBeHidden();
  for (let left = await groups.getByRole('listitem').count(); left > 0; left -= 1) {
    await expect(groups.getByRole('listitem')).toHaveCount(left);
    await largest.getByRole('button', { name: 'Match all' }).press('Enter');
  }
  await expect(result.getByText('By hand: 2,000 matches')).toBeVisible();

  await page.getByRole('button', { name: 'Sign off…' }).press('Enter');
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Sign off' });
  await expect(submit).toBeEnabled();
  await submit.press('Enter');
  const signOff = page.getByRole('complementary', { name: 'Sign-off' });
  await expect(signOff).toContainText(/^Signed off .* by /);

  await page.getByRole('radio', { name: /^Matched/ }).press('Space');
  await page.getByRole('grid', { name: 'Matches' }).locator('[data-row]').first().focus();
  await page.keyboard.press('Delete');
  await expect(signOff).toContainText(/reopened .* because the matching with a ledger was changed by /);
  await expect(result.getByText('By hand: 1,999 matches')).toBeVisible();
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Coverage').click();
  const statement = page.getByRole('button', { name: /Operating.*Stored/ });
  await expect(statement).not.toHaveAccessibleName(/signed off/);

  const folder = besideData(dataFolder, 'Evidence');
  await page.getByRole('button', { name: 'Save evidence pack…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save evidence pack' });
  const showContents = dialog.getByRole('button', { name: 'Show contents' });
  // Not before the statements are counted.
  await expect(showContents).toBeEnabled();
  await showContents.press('Enter');
  await paydesk.answerDialogs({ save: folder });
  await dialog.getByRole('button', { name: 'Choose folder…' }).press('Enter');
  await expect(dialog.getByText(folder)).toBeVisible();
  await dialog.getByRole('button', { name: /^Save \d+ files$/ }).press('Enter');
  await expect(page.getByRole('alertdialog').filter({ hasText: 'Saved Evidence' })).toBeVisible();
  const linesOf = async (name: string): Promise<string[][]> =>
    parse(await readFile(join(folder, name), 'utf8'), { bom: true });
  const matched = (await linesOf('matches.csv')).filter((line) => line.includes('By hand'));
  expect(matched).toHaveLength(2 * (proposed - 1));
  expect((await linesOf('open-items.csv')).slice(1)).toHaveLength(2);
  expect(await readFile(join(folder, 'sign-offs.csv'), 'utf8')).toContain(
    'matching with a ledger was changed',
  );
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
  await paydesk.answerDialogs({ open: [folder] });
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('check an evidence pack');
  await page.keyboard.press('Enter');
  const check = page.getByRole('dialog', { name: 'Check of an evidence pack' });
  await expect(check.getByText('Nothing was altered')).toBeVisible();
});
