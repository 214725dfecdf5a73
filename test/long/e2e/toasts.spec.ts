/**
 * @file Toasts of finished actions (saves, copies, imports, assignments) with their follow-up actions, and the same messages
 * in the tray.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Company, chooseFolders, rowsOf, signIn, test as withCompany } from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { keepToastsOpen } from '../../e2e/launch/keep-toasts-open.ts';
import { sizes } from '../../e2e/layout/check-layout.ts';
import { photograph } from '../../e2e/photograph.ts';
import { monthsBefore, test as withStatements } from '../../e2e/statement-company.ts';
import { pdf } from '../../fakes/files.ts';
import { csvOf, inventedRows } from '../../fakes/statement-csv.ts';

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

/** Fails when a toast covers a control that the clerk needs next (a primary button, the selection bar) or leaves the window. */
async function expectNothingCovered(page: Page, when: string): Promise<void> {
  await expect(toastRegionOf(page)).toBeVisible();
  await page.clock.runFor(600);
  const covered = await toastRegionOf(page).evaluate((region) => {
    const box = region.getBoundingClientRect();
    const nextControls =
      '[data-variant="primary"], [data-variant="outward"], [data-selection-bar], [role="dialog"] > [data-part="actions"], [data-part="peek"] li > button';
    const coveredTexts = [...document.querySelectorAll(nextControls)]
      .map((element) => ({ text: element.textContent, rect: element.getBoundingClientRect() }))
      .filter(({ rect }) => rect.left < box.right && box.left < rect.right)
      .filter(({ rect }) => rect.top < box.bottom && box.top < rect.bottom)
      .map(({ text }) => text);
    const isInside = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
    return isInside ? coveredTexts : [...coveredTexts, 'outside of the window'];
  });
  expect.soft(covered, when).toEqual([]);
}

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

    await withCompany.step('an exclusion is undone, then the assignment before the exclusion', async () => {
      await assign(page, 'a.pdf');
      await selectOnly(page, 'b.pdf');
      await toggleExclusion(page);
      await expect(rowIn(page, 'b.pdf')).toContainText('Excluded');
      await rowIn(page, 'a.pdf').focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page
        .getByRole('region', { name: 'Selected documents' })
        .getByRole('button', { name: 'Exclude 2 of 3' })
        .click();
      const excludedToast = toastOf(page, '2 documents excluded');
      await excludedToast.getByRole('button', { name: 'Undo' }).click();
      await expect(toastOf(page, '2 documents included again')).toBeVisible();
      await expect(excludedToast).toBeHidden();
      const states = async () =>
        (await rowsOf(paydesk, batchId)).map(({ name, group }) => `${name} ${group}`);
      await expect.poll(states).toEqual(['a.pdf assigned', 'b.pdf excluded', 'c.pdf unassigned']);
      await rowIn(page, 'c.pdf').focus();
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(states).toEqual(['a.pdf assigned', 'b.pdf unassigned', 'c.pdf unassigned']);
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(states).toEqual(['a.pdf unassigned', 'b.pdf unassigned', 'c.pdf unassigned']);
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
  'toasts can be dismissed by keyboard, stay open while hovered or focused, and cover no control that is needed next',
  async ({ paydesk, company }) => {
    const { page } = paydesk;
    await page.clock.install();
    await addDocuments(paydesk, company);
    await assign(page, 'a.pdf');
    const toast = toastOf(page, '1 document assigned');
    await expect(toast).toBeVisible();

    await withCompany.step(
      'F6 focuses a toast; Escape dismisses the toast and restores the focus',
      async () => {
        await rowIn(page, 'b.pdf').focus();
        for (let steps = 0; steps < 6; steps += 1) {
          if (await toast.evaluate((element) => element.contains(document.activeElement))) break;
          await page.keyboard.press('F6');
        }
        await expect(toast).toBeFocused();
        await page.clock.runFor(20_000);
        await expect(toast).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(toast).toBeHidden();
        await expect(page.locator(':focus')).toHaveCount(1);
      },
    );

    await withCompany.step(
      'a hovered toast stays, and closes eight seconds after the pointer left',
      async () => {
        await assign(page, 'b.pdf');
        await toast.hover();
        await page.clock.runFor(20_000);
        await expect(toast).toBeVisible();
        await page.mouse.move(400, 20);
        await page.clock.runFor(8_100);
        await expect(toast).toBeHidden();
      },
    );

    await withCompany.step(
      'at any size the toasts fit and cover neither the selection bar nor a primary button',
      async () => {
        for (const { width, height } of sizes) {
          await paydesk.resize(width, height);
          await selectOnly(page, 'c.pdf');
          await toggleExclusion(page);
          await expect(toastOf(page, /document excluded/)).toBeVisible();
          await expect(rowIn(page, 'c.pdf')).toContainText('Excluded');
          await selectOnly(page, 'a.pdf');
          await expectNothingCovered(page, `one toast at ${width}`);
          await paydesk.screenshot(join('test-results', 'screens', `toast-position-${width}.png`));
          await selectOnly(page, 'c.pdf');
          await toggleExclusion(page);
          await expect(toastOf(page, /document included/)).toBeVisible();
          await expect(rowIn(page, 'c.pdf')).toContainText(/Not assigned|Ahlström/);
          await expect(page.getByText(/being checked/)).toBeHidden();
          await selectOnly(page, 'c.pdf');
          await assign(page, 'c.pdf');
          await selectOnly(page, 'c.pdf');
          await expectNothingCovered(page, `several toasts at ${width}`);
          await paydesk.screenshot(join('test-results', 'screens', `toast-positions-${width}.png`));
          await page.getByRole('button', { name: 'Other actions for the batch' }).click();
          await page.getByRole('menuitem', { name: 'Discard batch…' }).click();
          const question = page.getByRole('dialog', { name: /^Discard batch/ });
          await expect(question).toBeVisible();
          await expect(page.getByRole('menu')).toHaveCount(0);
          await expectNothingCovered(page, `a dialog at ${width}`);
          await page.keyboard.press('Escape');
          await expect(question).toBeHidden();
          await page.clock.runFor(9_000);
        }
      },
    );

    await withCompany.step('a toast under a still pointer closes when the keyboard is used', async () => {
      await selectOnly(page, 'c.pdf');
      await toggleExclusion(page);
      const excludedToast = toastOf(page, /document excluded/);
      await excludedToast.hover();
      await rowIn(page, 'b.pdf').focus();
      await page.keyboard.press('Space');
      await expectNothingCovered(page, 'under a pointer');
    });
  },
);

withCompany(
  'an import and a renaming of beneficiaries each show a toast, and the renaming can be undone from its toast',
  async ({ paydesk, company }) => {
    const { page } = paydesk;
    await signIn(paydesk, company);
    await openScreen(page, 'Beneficiaries');
    const file = join(company.files, 'book.csv');
    await writeFile(file, 'recipientId,label\nrcp_c1180f3a,Ahlström\nrcp_20c7714e,Kärcher\n');
    await paydesk.answerDialogs({ open: [file] });
    await page.getByRole('button', { name: 'Import CSV…' }).first().click();
    await expect(toastOf(page, '2 beneficiaries added')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();

    const { rows } = await callCommand(paydesk, 'beneficiaries.list', {
      search: 'Kär',
      offset: 0,
      limit: 10,
    });
    const id = rows[0]?.id ?? 0;
    await page.getByRole('row', { name: /Kärcher/ }).click();
    await page.getByRole('button', { name: 'Change label…' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('Kärcher Hydraulik');
    await page.keyboard.press('Enter');
    await toastOf(page, 'Label changed from Kärcher to Kärcher Hydraulik')
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(toastOf(page, 'Label changed back to Kärcher')).toBeVisible();
    expect(await callCommand(paydesk, 'beneficiaries.get', { id })).toMatchObject({ label: 'Kärcher' });
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

withStatements(
  'exports of a statement and copied cells each show a toast',
  async ({ statementApp, dataFolder }) => {
    const { paydesk } = statementApp;
    const { page } = paydesk;
    const [month = ''] = monthsBefore(1);
    const walletId = 410_023;
    const lines = inventedRows({ walletId, currency: 'EUR', month, rows: 40 });
    const file = new TextEncoder().encode(csvOf(lines));
    await statementApp.store({ walletId, month, transactions: 40, file });
    await statementApp.open();
    await keepToastsOpen(page);
    await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
    const inbox = page.getByRole('grid', { name: 'Statements' });
    await inbox.getByRole('button', { name: 'Review' }).first().click();
    const cells = page.getByRole('grid', { name: 'Rows of the statement' });
    await expect(cells.getByRole('button', { name: /^Select row/ }).first()).toBeVisible();
    await cells.locator('[aria-rowindex="3"] > [aria-colindex="4"]').click();
    await page.keyboard.press('ControlOrMeta+c');
    await expect(toastOf(page, 'Cell copied')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+c');
    await expect(toastOf(page, 'Cell copied')).toContainText('2 times');

    const view = join(dirname(dataFolder), 'nordvik.csv');
    await paydesk.answerDialogs({ save: view });
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('menuitem', { name: 'View as CSV…' }).click();
    await expect(toastOf(page, 'Saved nordvik.csv')).toHaveCount(1);
    const original = join(dirname(dataFolder), 'original.csv');
    await paydesk.answerDialogs({ save: original });
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('menuitem', { name: 'Original file…' }).click();
    await toastOf(page, 'Saved original.csv').hover();
    await photograph(paydesk, 'toast-exported', { at150: true });
    await toastOf(page, 'Saved nordvik.csv').getByRole('button', { name: 'Show in folder' }).click();
    await expect.poll(() => openedPathsOf(paydesk)).toEqual([view]);
  },
);
