/** @file An action is undone by the button of its toast, and by Ctrl+Z outside of text fields. */
import { chooseFolders, signIn, test } from '../../e2e/company.ts';
import { expect } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { photograph } from '../../e2e/photograph.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';

test('the button of a toast undoes its assignment, and Ctrl+Z outside of a text field the last one, then the one before', async ({
  paydesk,
  company,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, company);
  await callCommand(paydesk, 'beneficiaries.add', { label: 'Ahlström', recipientId: 'rcp_c1180f3a' });
  await writeFiles(company.files, { 'a.pdf': pdf('a'), 'b.pdf': pdf('b') });
  await chooseFolders(paydesk, company.files);
  const row = (name: string) => page.getByRole('grid').getByRole('row', { name });
  const assign = async (name: string) => {
    const clear = page.getByRole('button', { name: 'Clear selection' });
    if (await clear.isVisible()) await clear.click();
    await row(name).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Assign 1 document…', exact: true }).click();
    await page.getByRole('combobox', { name: /Beneficiary/ }).fill('Ahl');
    await page.getByRole('option', { name: /Ahlström/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Assign 1 document', exact: true }).click();
    await expect(row(name)).toContainText('Ahlström');
  };

  await assign('a.pdf');
  const toast = page.getByRole('alertdialog').filter({ hasText: '1 document assigned to Ahlström' });
  for (const width of [640, 1280]) {
    await paydesk.resize(width, 800);
    const [box, tray] = [await toast.boundingBox(), await page.locator('[data-region="tray"]').boundingBox()];
    if (box === null || tray === null) throw new Error('The toast or the tray is not visible');
    expect(box.y).toBeGreaterThanOrEqual(tray.y);
    expect(box.y + box.height).toBeLessThanOrEqual(tray.y + tray.height);
  }
  await toast.hover();
  await photograph(paydesk, 'toast-assigned');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alertdialog').filter({ hasText: 'of 1 document undone' })).toBeVisible();
  await expect(toast).toBeHidden();
  await expect(row('a.pdf')).toContainText('Not assigned');

  await assign('a.pdf');
  await assign('b.pdf');
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ControlOrMeta+z');
  await row('b.pdf').focus();
  await expect(row('b.pdf')).toContainText('Ahlström');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row('b.pdf')).toContainText('Not assigned');
  await expect(row('a.pdf')).toContainText('Ahlström');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row('a.pdf')).toContainText('Not assigned');
});
