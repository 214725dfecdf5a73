/**
 * @file Needs you, Close batch and the profile menu by keyboard alone, in a window of 960 physical
 * pixels at 150 %. Other specs photograph the same screens, and check them with axe.
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  assignByFolder,
  chooseFolders,
  rowsOf,
  signIn,
  startBatch,
  test,
  untilState,
} from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { tabTo } from '../../e2e/launch/tab-to.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';

const buttonNamed = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, buttonNamed(page, name).first());
  await page.keyboard.press('Enter');
}

async function makeWindowNarrow(paydesk: Paydesk): Promise<void> {
  await paydesk.resize(640, 500);
  await paydesk.page.waitForFunction(() => innerWidth === 640);
}

test('Needs you, Close batch and the profile menu are used by keyboard alone in a narrow window', async ({
  launch,
  company,
}) => {
  const paydesk = await launch({ deviceScaleFactor: 1.5 });
  const { page } = paydesk;
  await signIn(paydesk, company);
  await callCommand(paydesk, 'beneficiaries.add', { label: 'Ahlström', recipientId: 'R-Ahlström' });
  const folder = join(company.files, 'Ahlström');
  await writeFiles(folder, { 'one.pdf': pdf('one'), 'two.pdf': pdf('two') });
  company.simulator.faults.set('updateRecipient', { kind: 'status', status: 422 });
  const batchId = await chooseFolders(paydesk, folder);
  await assignByFolder(paydesk, batchId);
  await startBatch(paydesk, batchId);
  await untilState(paydesk, batchId, 'done-with-problems');
  const period = { since: '2026-01-01', till: '2026-01-31' };
  company.simulator.faults.set('statementExport', { kind: 'status', status: 400 });
  const request = { walletIds: [1001], periods: [period], format: 'csv' as const, email: '' };
  await callCommand(paydesk, 'statements.request', { profileId: 'test-profile', ...request });
  await makeWindowNarrow(paydesk);

  await test.step('an item of Needs you is opened and dismissed', async () => {
    await press(page, /^Needs you/);
    await expect(page.getByRole('heading', { level: 1, name: 'Needs you' })).toBeVisible();
    const refusedRequestRow = page.getByRole('row').filter({ hasText: 'request refused' });
    await tabTo(page, page.getByRole('grid').locator('[data-row][tabindex="0"]'));
    await page.keyboard.press('Home');
    for (let step = 0; step < 6; step += 1) {
      if (await refusedRequestRow.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('ArrowDown');
    }
    await expect(refusedRequestRow).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary')).toBeVisible();
    await press(page, 'Close…');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }));
    await page.keyboard.press('Enter');
    await expect(refusedRequestRow).toHaveCount(0);
  });

  await test.step('the button of an item opens the batch, which the clerk then closes', async () => {
    await press(page, `Open batch ${batchId}`);
    await press(page, 'Close batch…');
    const dialog = page.getByRole('dialog', { name: `Close batch ${batchId}?` });
    await expect(dialog.getByRole('button', { name: 'Keep open' })).toBeFocused();
    await checkLayout(paydesk, 'close-batch');
    await tabTo(page, dialog.getByRole('button', { name: `Close batch ${batchId}` }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const states = async () => new Set((await rowsOf(paydesk, batchId)).map(({ state }) => state));
    await expect.poll(states).toEqual(new Set(['cancelled']));
  });

  await test.step('the profile menu signs out', async () => {
    await press(page, /Nordlicht Maschinenbau/);
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.type('Sign out of');
    await expect(page.getByRole('menuitem', { name: /^Sign out of/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  });
});
