/** @file Selecting, and where the focus goes, in the list of a batch. */
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { pdf, writeFiles } from '../fakes/files.ts';
import { type Company, chooseFolders, signIn, test } from './company.ts';
import { expect, type Paydesk } from './fixture.ts';

async function takeIn(
  paydesk: Paydesk,
  company: Company,
  files: Readonly<Record<string, Buffer>>,
): Promise<number> {
  await signIn(paydesk, company);
  await writeFiles(join(company.files, 'KW46'), files);
  const batchId = await chooseFolders(paydesk, join(company.files, 'KW46'));
  await expect(paydesk.page.getByRole('grid').getByRole('row')).toHaveCount(Object.keys(files).length + 1);
  return batchId;
}

function rowIn(page: Page, name: string): Locator {
  return page.getByRole('grid').getByRole('row', { name: new RegExp(name) });
}

function selectedIn(page: Page, count: number): Locator {
  return page
    .getByRole('region', { name: 'Selected documents' })
    .getByText(`${count} selected`, { exact: true });
}

test('Shift and a click select from the row before, and nothing that was hidden or cleared', async ({
  paydesk,
  company,
}) => {
  const { page } = paydesk;
  const empty = Buffer.alloc(0);
  await takeIn(paydesk, company, {
    'a.pdf': pdf('a'),
    'b.pdf': pdf('b'),
    'c.pdf': pdf('c'),
    'leer 1.pdf': empty,
    'leer 2.pdf': empty,
  });
  const selected = page.getByRole('region', { name: 'Selected documents' });
  const chip = (name: RegExp) => page.getByRole('radio', { name }).click();
  await chip(/^Not assigned/);
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(4);

  await test.step('the rows between are taken along', async () => {
    await rowIn(page, 'a.pdf').click({ modifiers: ['ControlOrMeta'] });
    await rowIn(page, 'c.pdf').click({ modifiers: ['Shift'] });
    await expect(selectedIn(page, 3)).toBeVisible();
    await rowIn(page, 'b.pdf').click({ modifiers: ['Shift'] });
    await expect(selectedIn(page, 2)).toBeVisible();
  });

  await test.step('what another filter hides stays unselected', async () => {
    await chip(/^Not accepted/);
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3);
    await expect(selected).toBeHidden();
    await rowIn(page, 'leer 1').click({ modifiers: ['Shift'] });
    await expect(selectedIn(page, 1)).toBeVisible();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(selectedIn(page, 2)).toBeVisible();
  });

  await test.step('what was cleared stays unselected', async () => {
    await rowIn(page, 'leer 1').click({ modifiers: ['ControlOrMeta'] });
    await rowIn(page, 'leer 2').click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect(selected).toBeHidden();
    await rowIn(page, 'leer 2').click({ modifiers: ['Shift'] });
    await expect(selectedIn(page, 1)).toBeVisible();
    await expect(rowIn(page, 'leer 2')).toHaveAttribute('aria-selected', 'true');
  });
});
