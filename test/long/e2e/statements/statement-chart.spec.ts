/** @file Charts of statements: photographed, and saved as PNG and PDF. */
import { readFile } from 'node:fs/promises';
import { expect, type Paydesk } from '../../../e2e/fixture.ts';
import { layoutJourney } from '../../../e2e/layout/journey.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { monthsBefore, test, walletId } from '../../../e2e/statements/statement-company.ts';
import { besideData } from '../../../e2e/statements/statements-screen.ts';
import { readPages } from '../../../fakes/files/read-pages.ts';
import { inventedRows } from '../../../fakes/files/statement-csv.ts';

async function choose({ page }: Paydesk, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('charts are photographed, and saved as PNG and PDF', async ({ statementApp, dataFolder }) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const [month = ''] = monthsBefore(1);
  // One balance is wrong.
  const lines = inventedRows({ walletId, currency: 'EUR', month, rows: 240, breaks: [120] });
  await statementApp.storeLines(month, lines);
  await statementApp.review();
  const chart = page.getByRole('slider');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Chart').click();
  await expect(chart.locator('canvas')).toBeVisible();
  const layout = layoutJourney(paydesk, 'statement-chart');
  await photograph(paydesk, 'statement-chart-balance', { at150: true, layout });
  layout.end();

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
  const { pages } = await readPages(await save('balance.pdf', 'Page (PDF)'));
  expect(pages.map(({ pictures }) => pictures)).toContainEqual(['top left']);
  expect(pages.flatMap((sheet) => sheet.lines).join('\n')).toContain(String(walletId));

  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+PageDown');
  await photograph(paydesk, 'statement-chart-chosen');
  await choose(paydesk, 'Chart', 'In and out');
  await expect(chart.locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: 'Figures as a table' }).click();
  await photograph(paydesk, 'statement-chart-flows', { at150: true });
  await choose(paydesk, 'Chart', 'Largest counterparties');
  await expect(page.getByRole('table', { name: 'Outgoing' })).toBeVisible();
  expect((await save('parties.png', 'Image (PNG)')).readUInt32BE(16)).toBe(2_400);
  await photograph(paydesk, 'statement-chart-parties', { at150: true });
});
