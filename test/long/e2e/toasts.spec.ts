/**
 * @file Toasts of finished actions (saves, copies, imports, assignments) with their follow-up actions, and the same messages
 * in the tray.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Company, chooseFolders, signIn, test as withCompany } from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { photograph } from '../../e2e/photograph.ts';
import { pdf } from '../../fakes/files/files.ts';

const toastRegionOf = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const toastOf = (page: Page, sentence: string | RegExp) =>
  toastRegionOf(page).getByRole('alertdialog').filter({ hasText: sentence });
const openScreen = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByText(name).click();
const openedPathsOf = (paydesk: Paydesk) => paydesk.opened();

/** Adds three documents and one beneficiary. Returns the ID of the batch. */
async function addDocuments(paydesk: Paydesk, company: Company): Promise<number> {
  paydesk.page.setDefaultTimeout(15_000);
  await signIn(paydesk, company);
  await callCommand(paydesk, 'beneficiaries.add', {
    label: 'Ahlström Konepaja Oy',
    recipientId: 'rcp_c1180f3a',
  });
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await writeFile(join(company.files, name), pdf(name));
  const batchId = await chooseFolders(paydesk, company.files);
  await expect(rowIn(paydesk.page, 'a.pdf')).toBeVisible();
  return batchId;
}

const rowIn = (page: Page, name: string): Locator => page.getByRole('grid').getByRole('row', { name });

/** Selects one document only. */
async function selectOnly(page: Page, name: string): Promise<void> {
  const clear = page.getByRole('button', { name: 'Clear selection' });
  if (await clear.isVisible()) await clear.click();
  await rowIn(page, name).focus();
  await page.keyboard.press('Space');
}

/** Excludes the selected documents, or includes them when they are excluded. */
const toggleExclusion = (page: Page) =>
  page
    .getByRole('region', { name: 'Selected documents' })
    .getByRole('button', { name: /^(Exclude|Include)$/ })
    .click();

async function assign(page: Page, name: string): Promise<void> {
  await selectOnly(page, name);
  await page.getByRole('button', { name: 'Assign 1 document…', exact: true }).click();
  await page.getByRole('combobox', { name: /Beneficiary/ }).fill('Ahl');
  await page.getByRole('option', { name: /Ahlström/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign 1 document', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowIn(page, name)).toContainText('Ahlström');
}

/** Waits until the rows are unassigned; the list, which is sorted by state, then has its final order. */
async function expectUnassigned(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await expect(rowIn(page, name)).toContainText('Not assigned');
}

withCompany(
  'an assignment and an exclusion show a toast, and its button or Ctrl+Z outside of a text field undoes the action',
  async ({ paydesk, company }) => {
    const { page } = paydesk;
    const batchId = await addDocuments(paydesk, company);
    const unassigned = async () => {
      const { unassigned: count } = await callCommand(paydesk, 'documents.review', {
        action: 'numbers',
        batchId,
      });
      return count;
    };
    await assign(page, 'a.pdf');
    const assignedToast = toastOf(page, '1 document assigned to Ahlström Konepaja Oy');
    await assignedToast.hover();
    await photograph(paydesk, 'toast-assigned');
    await assignedToast.getByRole('button', { name: 'Undo' }).click();
    await expect(toastOf(page, 'Assignment of 1 document undone')).toBeVisible();
    await expect(assignedToast).toBeHidden();
    expect(await unassigned()).toBe(3);
    await expectUnassigned(page, ['a.pdf']);

    await withCompany.step('Ctrl+Z undoes the last action, then the action before', async () => {
      await assign(page, 'a.pdf');
      await assign(page, 'b.pdf');
      await expect.poll(unassigned).toBe(1);
      await page.getByRole('searchbox').focus();
      await page.keyboard.press('ControlOrMeta+z');
      expect(await unassigned()).toBe(1);
      await rowIn(page, 'c.pdf').focus();
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(unassigned).toBe(2);
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(unassigned).toBe(3);
      await page.keyboard.press('ControlOrMeta+z');
      await expect(toastOf(page, 'Assignment of 1 document undone')).toContainText(/\d times/);
      expect(await unassigned()).toBe(3);
      await expectUnassigned(page, ['a.pdf', 'b.pdf']);
    });

    await expectUnassigned(page, ['a.pdf', 'b.pdf']);
    await assign(page, 'c.pdf');

    await withCompany.step('nothing can be undone after the batch was started', async () => {
      const { toAttach, beneficiaries } = await callCommand(paydesk, 'documents.review', {
        action: 'numbers',
        batchId,
      });
      for (const name of ['a.pdf', 'b.pdf']) {
        await selectOnly(page, name);
        await toggleExclusion(page);
        await expect(rowIn(page, name)).toContainText('Excluded');
      }
      await callCommand(paydesk, 'documents.batch', {
        action: 'start',
        batchId,
        documents: toAttach,
        beneficiaries,
      });
      await expect(page.getByRole('button', { name: 'Export result' })).toBeVisible();
      await expect(toastRegionOf(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
    });

    await withCompany.step('the exported result can be opened from its toast and from the tray', async () => {
      const file = join(dirname(company.files), 'result.csv');
      await paydesk.answerDialogs({ save: file });
      await expect(page.getByRole('button', { name: 'New batch' })).toBeVisible();
      await page.getByRole('button', { name: 'Export result' }).click();
      await toastOf(page, 'Saved result.csv').getByRole('button', { name: 'Open' }).click();
      await expect.poll(() => openedPathsOf(paydesk)).toEqual([file]);
      await page.getByRole('button', { name: 'Transfers', exact: true }).click();
      const recent = page.getByRole('list', { name: 'Recent' });
      await expect(recent.getByRole('listitem').first()).toContainText('Saved result.csv');
      await photograph(paydesk, 'toast-tray');
      await recent.getByRole('button', { name: 'Show in folder' }).click();
      await expect.poll(() => openedPathsOf(paydesk)).toEqual([file, file]);
      await rm(file);
      await recent.getByRole('button', { name: 'Open' }).click();
      await expect(page.getByText('The saved file is missing')).toBeVisible();
    });
  },
);

withCompany(
  'saving proofs as one file or to a folder shows a toast, whose button opens the folder',
  async ({ paydesk, company }) => {
    const { page } = paydesk;
    await signIn(paydesk, company);
    const references = company.simulator.exampleReferences(3);
    await callCommand(paydesk, 'proofs.fetch', { references: [...references], refresh: false });
    await openScreen(page, 'Proofs');
    await expect
      .poll(
        async () =>
          (await callCommand(paydesk, 'proofs.list', { state: null, search: '', offset: 0, limit: 9 })).kept,
      )
      .toBe(3);
    const saveAs = async (entry: RegExp) => {
      await page.getByRole('button', { name: /^Save \d proofs/ }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const file = join(company.files, 'proofs.zip');
    await paydesk.answerDialogs({ save: file });
    await saveAs(/ZIP/);
    await expect(toastOf(page, 'Saved proofs.zip')).toContainText('3 files');
    const folder = join(company.files, 'proofs of May');
    await mkdir(folder);
    await paydesk.answerDialogs({ open: [folder] });
    await saveAs(/folder/);
    const toast = toastOf(page, 'Saved 3 files in proofs of May');
    await expect(toast.getByRole('button', { name: 'Open', exact: true })).toHaveCount(0);
    await toast.getByRole('button', { name: 'Show folder' }).click();
    await expect.poll(() => openedPathsOf(paydesk)).toEqual([folder]);
  },
);
