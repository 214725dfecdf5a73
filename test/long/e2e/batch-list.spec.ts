/** @file The document list of a batch: selection, focus, and documents that are added or leave while the clerk works. */
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { unpackIds } from '../../../src/shared/model/id-set.ts';
import {
  assignByFolder,
  type Company,
  chooseFolders,
  rowsOf,
  signIn,
  startBatch,
  test,
} from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';

/** Signs in, adds files in one folder, and waits until the list shows all of them. Returns the ID of their batch. */
async function addFiles(
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

function selectedCount(page: Page, count: number): Locator {
  return page
    .getByRole('region', { name: 'Selected documents' })
    .getByText(`${count} selected`, { exact: true });
}

test('Shift and click select a range that starts at the last clicked row, unless a filter hides that row or the selection was cleared', async ({
  paydesk,
  company,
}) => {
  const { page } = paydesk;
  const emptyFile = Buffer.alloc(0);
  await addFiles(paydesk, company, {
    'a.pdf': pdf('a'),
    'b.pdf': pdf('b'),
    'c.pdf': pdf('c'),
    'leer 1.pdf': emptyFile,
    'leer 2.pdf': emptyFile,
  });
  const selectionBar = page.getByRole('region', { name: 'Selected documents' });
  const chooseFilter = (name: RegExp) => page.getByRole('radio', { name }).click();
  await chooseFilter(/^Not assigned/);
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(4);

  const gridTop = async () => (await page.getByRole('grid').boundingBox())?.y;
  await expect(page.getByText('3 of 5 files listed')).toBeVisible();
  const topWithoutSelection = await gridTop();

  await test.step('a range includes the rows between its ends', async () => {
    await rowIn(page, 'a.pdf').click({ modifiers: ['ControlOrMeta'] });
    await rowIn(page, 'c.pdf').click({ modifiers: ['Shift'] });
    await expect(selectedCount(page, 3)).toBeVisible();
    expect(await gridTop()).toBe(topWithoutSelection);
    await rowIn(page, 'b.pdf').click({ modifiers: ['Shift'] });
    await expect(selectedCount(page, 2)).toBeVisible();
  });

  await test.step('rows that another filter hides stay unselected', async () => {
    await chooseFilter(/^Not accepted/);
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3);
    await expect(selectionBar).toBeHidden();
    await rowIn(page, 'leer 1').click({ modifiers: ['Shift'] });
    await expect(selectedCount(page, 1)).toBeVisible();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(selectedCount(page, 2)).toBeVisible();
  });

  await test.step('cleared rows stay unselected', async () => {
    await rowIn(page, 'leer 1').click({ modifiers: ['ControlOrMeta'] });
    await rowIn(page, 'leer 2').click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect(selectionBar).toBeHidden();
    await rowIn(page, 'leer 2').click({ modifiers: ['Shift'] });
    await expect(selectedCount(page, 1)).toBeVisible();
    await expect(rowIn(page, 'leer 2')).toHaveAttribute('aria-selected', 'true');
  });
});

test('the focus returns to the list after documents are assigned by keyboard', async ({
  paydesk,
  company,
}) => {
  const { page } = paydesk;
  const { keyboard } = page;
  await addFiles(paydesk, company, { 'a.pdf': pdf('a'), 'b.pdf': pdf('b'), 'c.pdf': pdf('c') });
  await callCommand(paydesk, 'beneficiaries.add', {
    label: 'Ahlström Konepaja Oy',
    recipientId: 'rcp_c1180f3a',
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const assign = async (documents: string) => {
    await button(`Assign ${documents}…`).press('Enter');
    await expect(page.getByRole('combobox', { name: /Beneficiary/ })).toBeFocused();
    await keyboard.type('Ahl');
    await expect(page.getByRole('option', { name: /Ahlström/ })).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(button(`Assign ${documents}`)).toBeEnabled();
    await button(`Assign ${documents}`).press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  };

  await test.step('the focus returns to the row that had the focus', async () => {
    await rowIn(page, 'b.pdf').focus();
    await keyboard.press('Space');
    await assign('1 document');
    await expect(rowIn(page, 'b.pdf')).toBeFocused();
  });

  await test.step('the focus goes to the list itself when no row is left', async () => {
    await page.getByRole('radio', { name: /^Not assigned/ }).click();
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3);
    await rowIn(page, 'a.pdf').focus();
    await keyboard.press('Control+a');
    await assign('2 documents');
    await expect(page.getByText('No documents are in Not assigned')).toBeVisible();
    await expect(page.getByRole('grid')).toBeFocused();
  });
});

test('a key acts on the focused document when the list is sorted again', async ({ paydesk, company }) => {
  const { page } = paydesk;
  const batchId = await addFiles(paydesk, company, {
    'a.pdf': pdf('a'),
    'b.pdf': pdf('b'),
    'c.pdf': pdf('c'),
  });
  const { id: beneficiaryId } = await callCommand(paydesk, 'beneficiaries.add', {
    label: 'Ahlström Konepaja Oy',
    recipientId: 'rcp_c1180f3a',
  });
  /** Assigns a document without the window. The document then leaves the top of the list, which is sorted by state. */
  const assignInBackground = async (name: string) => {
    const id = (await rowsOf(paydesk, batchId)).find((row) => row.name === name)?.id ?? 0;
    const selection = { kind: 'some' as const, ids: [id] };
    await callCommand(paydesk, 'documents.change', { action: 'assign', batchId, selection, beneficiaryId });
    await expect(rowIn(page, name)).toContainText('Ahlström');
  };

  await test.step('with the focus on the first row', async () => {
    await rowIn(page, 'a.pdf').focus();
    await assignInBackground('a.pdf');
    await expect(rowIn(page, 'a.pdf')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('row', { selected: true })).toContainText('a.pdf');
  });

  await test.step('with the focus on a button of a row', async () => {
    const exclude = rowIn(page, 'b.pdf').getByRole('button', { name: 'Exclude' });
    await rowIn(page, 'b.pdf').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(exclude).toBeFocused();
    await assignInBackground('b.pdf');
    await expect(exclude).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rowIn(page, 'b.pdf')).toContainText('Excluded');
    await expect(rowIn(page, 'c.pdf')).toContainText('Not assigned');
  });
});

test('the focus stays on the button that pauses and resumes a batch', async ({ paydesk, company }) => {
  const { page } = paydesk;
  const batchId = await addFiles(paydesk, company, { 'rcp_c1180f3a/a.pdf': pdf('a') });
  await callCommand(paydesk, 'beneficiaries.add', {
    label: 'Ahlström Konepaja Oy',
    recipientId: 'rcp_c1180f3a',
  });
  await assignByFolder(paydesk, batchId);
  company.simulator.faults.set('upload', { kind: 'hang' });
  await startBatch(paydesk, batchId);
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first();
  await button('Pause').focus();
  await page.keyboard.press('Space');
  await expect(button('Resume')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(button('Pause')).toBeFocused();
  company.simulator.faults.clear();
});

test('the open folder dialog shows folders that are added meanwhile', async ({ paydesk, company }) => {
  const { page } = paydesk;
  await addFiles(paydesk, company, { 'Ahlström/a.pdf': pdf('a') });
  // The two buttons of the header change places when the check is over.
  await expect(page.getByRole('list', { name: 'Steps' }).getByText('Checked')).toBeVisible();
  await page.getByRole('button', { name: 'Assign by folder…' }).click();
  const folders = page.getByRole('list', { name: 'Folders of this batch' });
  await expect(folders.getByText('KW46/Ahlström', { exact: true })).toBeVisible();
  await writeFiles(join(company.files, 'KW47'), { 'b.pdf': pdf('b') });
  await chooseFolders(paydesk, join(company.files, 'KW47'));
  await expect(folders.getByText('KW47', { exact: true })).toBeVisible();
});

test('after Select all, rows that leave the list are neither counted nor changed', async ({
  paydesk,
  company,
}) => {
  const { page } = paydesk;
  const batchId = await addFiles(paydesk, company, {
    'a.pdf': pdf('a'),
    'b.pdf': pdf('b'),
    'c.pdf': pdf('c'),
  });
  await page.getByRole('radio', { name: /^Not assigned/ }).click();
  const selectAll = page.getByRole('checkbox', { name: 'Select all' });
  const selectionBar = page.getByRole('region', { name: 'Selected documents' });
  const exclude = async (name: string) => {
    await rowIn(page, name).hover();
    await rowIn(page, name).getByRole('button', { name: 'Exclude' }).click();
    await expect(rowIn(page, name)).toBeHidden();
  };

  await test.step('excluding an unselected row leaves the count of the others', async () => {
    await selectAll.click();
    await expect(selectedCount(page, 3)).toBeVisible();
    await rowIn(page, 'a.pdf').click({ modifiers: ['ControlOrMeta'] });
    await expect(selectedCount(page, 2)).toBeVisible();
    await expect(selectAll).toHaveAttribute('aria-checked', 'mixed');
    await exclude('a.pdf');
    await expect(selectAll).toHaveAttribute('aria-checked', 'true');
    await expect(selectedCount(page, 2)).toBeVisible();
    await expect(selectionBar.getByRole('button', { name: 'Assign 2 documents…' })).toBeVisible();
    await expect(page.getByRole('row', { selected: true })).toHaveCount(2);
  });

  await test.step('excluding a selected row lowers the count', async () => {
    await exclude('b.pdf');
    await expect(selectedCount(page, 1)).toBeVisible();
    await expect(selectionBar.getByRole('button', { name: 'Assign 1 document…' })).toBeVisible();
  });

  await test.step('a document that is added later is not selected', async () => {
    await writeFiles(join(company.files, 'KW47'), { 'd.pdf': pdf('d') });
    await chooseFolders(paydesk, join(company.files, 'KW47'));
    await expect(rowIn(page, 'd.pdf')).toHaveAttribute('aria-selected', 'false');
    await expect(selectAll).toHaveAttribute('aria-checked', 'mixed');
    await selectionBar.getByRole('button', { name: 'Exclude', exact: true }).click();
    await expect(rowIn(page, 'c.pdf')).toBeHidden();
    await expect(rowIn(page, 'd.pdf')).toBeVisible();
    const filter = { group: 'excluded' as const, text: '' };
    const excluded = await callCommand(paydesk, 'documents.query', {
      action: 'ids',
      batchId,
      filter,
      rows: { kind: 'all' },
    });
    expect(excluded.flatMap(({ ids }) => unpackIds(ids))).toHaveLength(3);
  });
});
