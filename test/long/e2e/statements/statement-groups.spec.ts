/** @file Groups of a statement's rows (grouping, sorting, opening a group, exporting), and its chart. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, type Paydesk } from '../../../e2e/fixture.ts';
import { layoutJourney } from '../../../e2e/layout/journey.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { rowsOf, test } from '../../../e2e/statements/statement-company.ts';
import {
  groupRow,
  groupsOf,
  longParty,
  month,
  openGroups,
  statementLines,
} from '../../../e2e/statements/statement-groups-fixture.ts';
import { besideData } from '../../../e2e/statements/statements-screen.ts';

test('a clerk groups by counterparty, sorts by out, opens a group, exports the groups and chooses days of the chart', async ({
  statementApp,
  dataFolder,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await openGroups(statementApp);
  await expect(page.getByText('13 groups of 242 of 244 rows by Counterparty.')).toBeVisible();
  await expect(page.getByText('Not grouped: 1 total or balance and 1 unreadable amount.')).toBeVisible();

  const out = groupsOf(paydesk).getByRole('columnheader', { name: 'Out' });
  await expect(out).toHaveAttribute('aria-sort', 'ascending');
  const count = groupsOf(paydesk).getByRole('columnheader', { name: 'Rows' });
  await count.getByRole('button').click();
  await expect(count).toHaveAttribute('aria-sort', 'descending');
  await out.getByRole('button').click();
  await expect(out).toHaveAttribute('aria-sort', 'ascending');
  await expect(groupRow(paydesk, 1)).toContainText(longParty);
  await expect(groupRow(paydesk, 1)).toContainText('−12,345,678.90');

  // The rows of a group are those that its figures count.
  await groupRow(paydesk, 2).focus();
  const texts = await groupRow(paydesk, 2).getByRole('gridcell').allInnerTexts();
  const [name = '', , rowCount = ''] = texts;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Back to groups' })).toBeFocused();
  await expect(page.getByText(`${rowCount} of 244 rows shown`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove filter ${name}, EUR` })).toBeVisible();
  await expect(rowsOf(paydesk)).toHaveAttribute('aria-rowcount', String(Number(rowCount) + 2));
  await page.keyboard.press('Enter');
  await expect(groupRow(paydesk, 1)).toContainText(longParty);
  await expect(groupRow(paydesk, 1)).toBeFocused();

  // A group without a name opens its one row.
  await groupsOf(paydesk).getByText('Empty', { exact: true }).click();
  await expect(page.getByText('1 of 244 rows shown')).toBeVisible();
  await expect(rowsOf(paydesk).getByText('PX-NONE')).toBeVisible();
  await page.getByRole('button', { name: 'Back to groups' }).click();

  const path = besideData(dataFolder, 'groups.csv');
  await paydesk.answerDialogs({ save: path });
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('menuitem', { name: 'Groups as CSV…' }).click();
  await expect(page.getByText('groups.csv').first()).toBeVisible();
  const [names, ...lines]: string[][] = parse(await readFile(path), { bom: true });
  expect(names).toEqual([
    'Counterparty',
    'Currency',
    'Rows',
    'In',
    'Out',
    'Net',
    'Smallest',
    'Largest',
    'Share of out in %',
  ]);
  expect(lines).toHaveLength(13);
  expect(lines[0]?.slice(0, 6)).toEqual([longParty, 'EUR', '1', '0.00', '-12345678.90', '-12345678.90']);
  const cents = (text: string | undefined) => Number(text?.replace('.', ''));
  const amounts = statementLines().slice(1, -2);
  const eur = amounts.filter((cells) => cells[5] === 'EUR').reduce((sum, cells) => sum + cents(cells[4]), 0);
  const exported = lines
    .filter((cells) => cells[1] === 'EUR')
    .reduce((sum, cells) => sum + cents(cells[5]), 0);
  expect(exported).toBe(eur);
  // A name that looks like a formula is harmless in a spreadsheet.
  expect(lines.map(([party]) => party)).toContain("'=SUM(A1:A9) Trading Ltd");

  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Chart').click();
  const chart = page.getByRole('slider');
  await expect(chart.locator('canvas')).toBeVisible();
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Rows').click();
  await expect(rowsOf(paydesk).getByRole('textbox', { name: 'Filter Date', exact: true })).toHaveValue(
    `${month}-01..${month}-02`,
  );
});

async function choose({ page }: Paydesk, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('the groups are photographed, and axe finds no violation', async ({ statementApp }) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await openGroups(statementApp);
  await photograph(paydesk, 'statement-groups', { layout: layoutJourney(paydesk, 'statements-review') });
  await choose(paydesk, 'Then by', 'Date');
  await expect(groupsOf(paydesk).getByRole('columnheader', { name: 'Date (Month)' })).toBeVisible();
  await groupRow(paydesk, 1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Filter by this group' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Group filters' })).toBeVisible();
  await photograph(paydesk, 'statement-groups-two-keys');
  await groupRow(paydesk, 1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Back to groups' })).toBeVisible();
  await photograph(paydesk, 'statement-groups-opened');
  await paydesk.resize(960, 720);
  await page.getByRole('button', { name: 'Back to groups' }).click();
  await photograph(paydesk, 'statement-groups-narrow');
});
