/** @file An attach operation without a response shows the names and keys of all its documents, and can be settled. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pdf, writeFiles } from '../fakes/files/files.ts';
import { assignByFolder, chooseFolders, signIn, startBatch, test, untilState } from './company.ts';
import { expect } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import { checkLayout } from './layout/check-layout.ts';
import { photograph } from './photograph.ts';

const label = 'Kwiatkowski Logistyka';
const recipientId = 'R-60';
const names = Array.from({ length: 60 }, (_, index) => `Invoice ${String(index + 1).padStart(2, '0')}.pdf`);

/** Pastes the clipboard into a field, then overwrites the clipboard. Returns the pasted lines, sorted. */
async function readAndClearClipboard(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Add beneficiary…' }).click();
  await page.getByRole('dialog').getByText('New', { exact: true }).click();
  const text = page.getByLabel('JSON object');
  await text.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(text).not.toHaveValue('');
  const lines = (await text.inputValue()).split('\n').toSorted();
  await text.fill('another text');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+x');
  await expect(text).toHaveValue('');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  return lines;
}

test('an unknown outcome of 60 documents shows every name and key by keyboard, and copies them all', async ({
  paydesk,
  company,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, company);
  await callCommand(paydesk, 'beneficiaries.add', { label, recipientId });
  const folder = join(company.files, label);
  await writeFiles(folder, Object.fromEntries(names.map((name) => [name, pdf(name)])));
  const batchId = await chooseFolders(paydesk, folder);
  await assignByFolder(paydesk, batchId);
  company.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
  await startBatch(paydesk, batchId);
  await untilState(paydesk, batchId, 'done-with-problems');
  const attached = company.simulator.state.recipients.get(recipientId)?.documents ?? [];
  const lines = attached.map(({ name, key }) => `${name}\t${key}`).toSorted();
  expect(lines).toHaveLength(60);

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Beneficiaries/ })
    .click();
  await page.getByRole('button', { name: 'Show documents and keys' }).click();
  const notice = page.getByRole('group', { name: /Kwiatkowski/ });
  const dialog = page.getByRole('dialog', { name: 'Did these 60 documents arrive?' });

  for (const container of [notice, dialog]) {
    if (container === dialog) await notice.getByRole('button', { name: 'Mark as attached' }).click();
    await expect(container.getByText('60 documents', { exact: true })).toBeVisible();
    const list = container.getByRole('region', { name: 'Documents and keys' });
    const rows = list.getByRole('listitem');
    await expect(rows).toHaveCount(60);
    const shownText = (await rows.allTextContents()).join('\n');
    for (const { name, key } of attached) {
      expect(shownText).toContain(name);
      expect(shownText).toContain(key);
    }
    await checkLayout(paydesk, container === dialog ? 'unknown-outcome-settle-60' : 'unknown-outcome-60');

    const copyButton = container.getByRole('button', { name: 'Copy names and keys' });
    await copyButton.focus();
    await page.keyboard.press('Tab');
    await expect(list).toBeFocused();
    await expect(rows.last()).not.toBeInViewport();
    await page.keyboard.press('End');
    await expect(rows.last()).toBeInViewport();
    await photograph(paydesk, container === dialog ? 'unknown-outcome-settle-60' : 'unknown-outcome-60');
    await page.keyboard.press('Shift+Tab');
    await expect(copyButton).toBeFocused();
    const copiedMessage = page.getByText('Copied to the clipboard');
    await expect(copiedMessage).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(copiedMessage).toBeVisible();
    if (container === dialog) await dialog.getByRole('button', { name: 'Decide later' }).click();
    expect(await readAndClearClipboard(page)).toEqual(lines);
  }
});
