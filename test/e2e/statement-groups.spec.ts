/** @file Groups of a statement's rows: grouping, sorting, opening a group, filters, copying and exporting. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { csvOf, inventedRows } from '../fakes/statement-csv.ts';
import { expect, type Paydesk } from './fixture.ts';
import { layoutJourney } from './layout/journey.ts';
import { photograph } from './photograph.ts';
import { monthsBefore, type StatementApp, test } from './statement-company.ts';
import { besideData } from './statements-screen.ts';

const [month = ''] = monthsBefore(1);
const walletId = 410_023;
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

const groupsOf = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Groups' });
const groupRow = (paydesk: Paydesk, index: number) =>
  groupsOf(paydesk).locator(`[role="row"][aria-rowindex="${index + 1}"]`);
const rowsGrid = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Rows of the statement' });

async function openGroups({ paydesk, open, store }: StatementApp): Promise<void> {
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

async function choose({ page }: Paydesk, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a clerk groups by counterparty, sorts by out, opens a group, goes back and exports the groups', async ({
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
  await expect(rowsGrid(paydesk)).toHaveAttribute('aria-rowcount', String(Number(rowCount) + 2));
  await page.keyboard.press('Enter');
  await expect(groupRow(paydesk, 1)).toContainText(longParty);
  await expect(groupRow(paydesk, 1)).toBeFocused();

  // A group without a name opens its one row.
  await groupsOf(paydesk).getByText('Empty', { exact: true }).click();
  await expect(page.getByText('1 of 244 rows shown')).toBeVisible();
  await expect(rowsGrid(paydesk).getByText('PX-NONE')).toBeVisible();
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
});

test('a clerk groups by month and sign, filters by a group and copies the groups', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await openGroups(statementApp);
  await choose(paydesk, 'Group by', 'Date');
  await choose(paydesk, 'Then by', 'Incoming or outgoing');
  await expect(page.getByText('3 groups of 242 of 244 rows by Date (Month) and In or out.')).toBeVisible();
  await choose(paydesk, 'Period of the first group', 'Day');
  await expect(groupsOf(paydesk).getByRole('columnheader', { name: 'Date (Day)' })).toBeVisible();

  await groupRow(paydesk, 1).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(groupRow(paydesk, 2)).toHaveCount(0);
  const filters = page.getByRole('list', { name: 'Group filters' });
  await expect(filters.getByRole('listitem')).toHaveCount(1);
  await choose(paydesk, 'Group by', 'Type');
  await expect(
    page.getByText(/^\d groups? of (?:all|\d+ of) \d+ rows? by Type and In or out\.$/),
  ).toBeVisible();
  await filters.getByRole('button').press('Enter');
  await expect(filters).toHaveCount(0);
  await expect(page.getByText(/of 242 of 244 rows by Type and In or out\./)).toBeVisible();

  await page.getByRole('button', { name: 'Copy groups' }).click();
  await expect(page.getByText(/^\d+ groups copied$/).first()).toBeVisible();
  const copied = (await paydesk.clipboard()).split('\n');
  expect(copied[0]).toBe(
    'Type\tIn or out\tCurrency\tRows\tIn\tOut\tNet\tSmallest\tLargest\tShare of out in %',
  );
  expect(copied.length).toBeGreaterThan(3);
});

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
