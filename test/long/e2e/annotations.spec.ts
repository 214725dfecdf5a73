import { readFile } from 'node:fs/promises';
import { cell, openReview, rowCount, rowHeader } from '../../e2e/annotations-fixture.ts';
import { expect } from '../../e2e/fixture.ts';
import { test } from '../../e2e/statement-company.ts';
import { besideData } from '../../e2e/statements-screen.ts';

test('all rows of a view are labelled at once, and an export has their ticks and labels', async ({
  statementApp,
  dataFolder,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await openReview(statementApp);
  await cell(paydesk, 1).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('button', { name: `Tick ${rowCount} rows` }).click();
  await expect(page.getByRole('button', { name: `Tick ${rowCount} rows` })).toBeHidden();
  await cell(paydesk, 1).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('button', { name: 'Tick, note or label' }).click();
  await page.getByRole('menuitem', { name: 'Label green' }).click();
  await expect(rowHeader(paydesk, 1)).toContainText('Green label');
  const path = besideData(dataFolder, 'rows.csv');
  await paydesk.answerDialogs({ save: path });
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('menuitem', { name: 'View as CSV…' }).click();
  await expect(page.getByText('Saved rows.csv')).toBeVisible();
  const lines = (await readFile(path, 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain('"Ticked","Label","Note","Noted"');
  expect(lines.slice(1).filter((line) => line.includes('"Green label"'))).toHaveLength(rowCount);
});
