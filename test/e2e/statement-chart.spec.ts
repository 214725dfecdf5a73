/** @file Charts of statements: a drag filters the rows, the keyboard does too, and charts are saved as PNG, SVG and PDF. */
import { formatPeriod } from '../../src/shared/messages/format-period.ts';
import { expect, type Paydesk } from './fixture.ts';
import { chartOf, month, openChart, rowCount, rowsGrid } from './statement-chart-fixture.ts';
import { test } from './statement-company.ts';

/** Drags over a part of the chart, from and to shares of its width. */
async function drag(paydesk: Paydesk, from: number, to: number): Promise<void> {
  const { page } = paydesk;
  const box = await chartOf(paydesk).locator('.u-over').boundingBox();
  if (box === null) throw new Error('The chart is not drawn');
  await page.mouse.move(box.x + box.width * from, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
}

test('a clerk drags over the balance, sees the rows of these days, and chooses days by the keyboard', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await openChart(statementApp);
  await expect(page.getByText('Does not add up', { exact: true })).toBeVisible();
  await drag(paydesk, 0.25, 0.5);
  await expect(page.getByText(/^Only \d+ to \d+ /)).toBeVisible();
  await page.getByRole('button', { name: 'Show rows' }).click();
  const filter = rowsGrid(paydesk).getByRole('textbox', { name: 'Filter Date', exact: true });
  await expect(filter).toHaveValue(new RegExp(`^${month}-\\d\\d\\.\\.${month}-\\d\\d$`));
  await expect(page.getByText(/^\d+ of 240 rows shown$/)).toBeVisible();
  const shown = Number(await rowsGrid(paydesk).getAttribute('aria-rowcount')) - 2;
  expect(shown).toBeGreaterThan(20);
  expect(shown).toBeLessThan(rowCount / 2);

  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Chart').click();
  await page.getByRole('button', { name: 'Show all dates' }).click();
  // Rows of 27 days, from the first of the month on.
  await expect(chartOf(paydesk)).toHaveAttribute('aria-valuemax', '27');
  await chartOf(paydesk).focus();
  await page.keyboard.press('Home');
  await expect(chartOf(paydesk)).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(chartOf(paydesk)).toHaveAttribute('aria-valuenow', '2');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(`Only ${formatPeriod(`${month}-01`, `${month}-02`)}`, { exact: true }),
  ).toBeVisible();
  await expect(chartOf(paydesk)).toHaveAttribute('aria-valuemax', '2');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Rows').click();
  await expect(filter).toHaveValue(`${month}-01..${month}-02`);
});
