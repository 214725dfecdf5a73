/** @file The screen of a batch: its folder dialog follows new folders, and its pause button keeps the focus. */
import { join } from 'node:path';
import { assignByFolder, chooseFolders, signIn, startBatch, test } from '../../e2e/company.ts';
import { expect } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';

test('the open folder dialog shows folders that are added meanwhile, and the focus stays on the button that pauses and resumes', async ({
  paydesk,
  company,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, company);
  const label = 'Ahlström Konepaja Oy';
  await callCommand(paydesk, 'beneficiaries.add', { label, recipientId: 'rcp_c1180f3a' });
  await writeFiles(join(company.files, 'KW46'), { 'rcp_c1180f3a/a.pdf': pdf('a') });
  const batchId = await chooseFolders(paydesk, join(company.files, 'KW46'));
  // The two buttons of the header change places when the check is over.
  await expect(page.getByRole('list', { name: 'Steps' }).getByText('Checked')).toBeVisible();
  await page.getByRole('button', { name: 'Assign by folder…' }).click();
  const folders = page.getByRole('list', { name: 'Folders of this batch' });
  await expect(folders.getByText('KW46/rcp_c1180f3a', { exact: true })).toBeVisible();
  await writeFiles(join(company.files, 'KW47'), { 'rcp_c1180f3a/b.pdf': pdf('b') });
  await chooseFolders(paydesk, join(company.files, 'KW47'));
  await expect(folders.getByText('KW47/rcp_c1180f3a', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

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
