import { readFile } from 'node:fs/promises';
import { formatAmountText } from '../../../src/shared/messages/format-amounts.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { layoutJourney } from '../../e2e/layout/journey.ts';
import { photograph } from '../../e2e/photograph.ts';
import {
  chartOf,
  month,
  openChart,
  rowCount,
  rowsGrid,
  walletId,
} from '../../e2e/statement-chart-fixture.ts';
import { monthsBefore, test } from '../../e2e/statement-company.ts';
import { besideData } from '../../e2e/statements-screen.ts';
import { readPages } from '../../fakes/read-pages.ts';
import { csvOf, inventedRows } from '../../fakes/statement-csv.ts';

const lastRow = rowCount - 1;

async function choose({ page }: Paydesk, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('the figures of the chart are those of the statement, and a counterparty opens its rows', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await openChart(statementApp);
  await page.getByRole('button', { name: 'Figures as a table' }).click();
  const table = page.getByRole('table', { name: 'Figures as a table' });
  const lines = inventedRows({ walletId, currency: 'EUR', month, rows: rowCount, breaks: [120] }).slice(1);
  const closing = formatAmountText(lines[lastRow]?.[6]?.replace('.', '') ?? '', 2);
  await expect(table.getByRole('row').last()).toContainText(closing);
  await expect(table).toContainText('1 balance does not add up');

  await choose(paydesk, 'Chart', 'Largest counterparties');
  const outgoing = page.getByRole('table', { name: 'Outgoing' });
  const first = outgoing.getByRole('row').nth(1).getByRole('button');
  const name = await first.innerText();
  await first.click();
  await expect(page.getByRole('button', { name: `Remove filter ${name}, EUR` })).toBeVisible();
  await expect(rowsGrid(paydesk).getByRole('gridcell', { name, exact: true }).first()).toBeVisible();
});

test('charts are saved as PNG, SVG and PDF', async ({ statementApp, dataFolder }) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await openChart(statementApp);
  const save = async (name: string, entry: string) => {
    const path = besideData(dataFolder, name);
    await paydesk.answerDialogs({ save: path });
    await page.getByRole('button', { name: 'Save chart…' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByText(name).first()).toBeVisible();
    return readFile(path);
  };
  const png = await save('balance.png', 'Image (PNG)');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Width and height are the first numbers of the header.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2_400, 1_280]);
  const svg = (await save('balance.svg', 'Drawing (SVG)')).toString();
  expect(svg).toContain('<title>Balance over time</title>');
  expect(svg).toContain('Does not add up');

  const { pages } = await readPages(await save('balance.pdf', 'Page (PDF)'));
  expect(pages.map(({ pictures }) => pictures)).toContain(1);
  expect(pages.flatMap(({ lines }) => lines).join('\n')).toContain(String(walletId));

  await choose(paydesk, 'Chart', 'Largest counterparties');
  const parties = (await save('parties.svg', 'Drawing (SVG)')).toString();
  expect(parties).toContain('Outgoing');
  expect(parties).toContain('Zollagentur Hansa Bremen und Brem…');
  expect(parties).not.toMatch(/<script|href=|&(?!(amp|lt|gt|quot);)/);
});

test('the charts are photographed, and axe finds no violation', async ({ statementApp }) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await openChart(statementApp);
  const layout = layoutJourney(paydesk, 'statement-chart');
  await photograph(paydesk, 'statement-chart-balance', { at150: true, layout });
  layout.end();
  await chartOf(paydesk).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+PageDown');
  await photograph(paydesk, 'statement-chart-chosen');
  await choose(paydesk, 'Chart', 'In and out');
  await expect(chartOf(paydesk).locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: 'Figures as a table' }).click();
  await photograph(paydesk, 'statement-chart-flows', { at150: true });
  await choose(paydesk, 'Chart', 'Largest counterparties');
  await expect(page.getByRole('table', { name: 'Outgoing' })).toBeVisible();
  await photograph(paydesk, 'statement-chart-parties', { at150: true });
  await paydesk.resize(960, 720);
  await photograph(paydesk, 'statement-chart-narrow');
});

test.describe('several statements', () => {
  const months = monthsBefore(4);
  const wallets = [
    { id: walletId, name: 'Operating', currency: 'EUR' },
    { id: 410_031, name: 'Payroll', currency: 'EUR' },
  ];
  test.use({ serviceWallets: { wallets } });
  test.setTimeout(240_000);

  test('have a balance for each wallet, with a gap where a month is missing', async ({ statementApp }) => {
    const { paydesk, store, open } = statementApp;
    const { page } = paydesk;
    for (const { id, currency } of wallets) {
      let opening = id * 12;
      for (const stored of months) {
        const lines = inventedRows({ walletId: id, currency, month: stored, rows: 30, opening });
        opening = Number(lines.at(-1)?.[6]?.replace('.', ''));
        if (stored === months[1]) continue;
        const file = new TextEncoder().encode(csvOf(lines));
        await store({ walletId: id, month: stored, transactions: 30, file });
      }
    }
    await open();
    await page.getByRole('button', { name: 'Open as one table…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Open \d statements$/ })
      .click();
    await expect(rowsGrid(paydesk)).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('Chart').click();
    await expect(page.getByText('Other balances')).toBeVisible();
    await choose(paydesk, 'Balance of', 'Payroll 410031');
    await expect(page.getByRole('list').getByText('Payroll 410031')).toBeVisible();
    await page.getByRole('button', { name: 'Figures as a table' }).click();
    await expect(page.getByRole('table', { name: 'Figures as a table' })).toContainText('no statement');
    await page.getByRole('button', { name: 'Figures as a table' }).click();
    await photograph(paydesk, 'statement-chart-table', { at150: true });
  });
});
