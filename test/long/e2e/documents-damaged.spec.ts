/** @file Documents that are password-protected, damaged, or incomplete: the clerk is warned before they are sent. */
import { join } from 'node:path';
import { assignByFolder, chooseFolders, signIn, test } from '../../e2e/company.ts';
import { expect } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { photograph } from '../../e2e/photograph.ts';
import { encryptedPdf } from '../../fakes/encrypted-pdf.ts';
import { pdf, png, writeFiles } from '../../fakes/files.ts';

test('a clerk is warned of unreadable files and may send them anyway', async ({ paydesk, company }) => {
  const { page } = paydesk;
  await signIn(paydesk, company);
  for (const [label, recipientId] of [
    ['Kwiatkowski', 'rcp_5b02e9d1'],
    ['Ahlström', 'rcp_77aa01c3'],
  ] as const)
    await callCommand(paydesk, 'beneficiaries.add', { label, recipientId });
  const folder = join(company.files, 'KW47');
  await writeFiles(folder, {
    'rcp_5b02e9d1/Contract.pdf': pdf('Contract'),
    'rcp_5b02e9d1/Payslip.pdf': encryptedPdf('secret', 'password'),
    'rcp_5b02e9d1/Invoice 4711.pdf': pdf('Invoice').subarray(0, -40),
    'rcp_5b02e9d1/Receipt.png': png('').subarray(0, 40),
    'rcp_77aa01c3/Letter.pdf': pdf('Letter'),
  });
  const batchId = await chooseFolders(paydesk, folder);
  const row = (name: string) => page.getByRole('grid').getByRole('row', { name: new RegExp(name) });
  await expect(row('Payslip')).toContainText('PDF needs a password');
  await expect(row('Invoice')).toContainText('PDF is incomplete');
  await expect(row('Receipt')).toContainText('Image is incomplete');
  await expect(row('Contract')).not.toContainText('PDF is');
  await photograph(paydesk, 'documents-damaged');

  await row('Payslip').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText('PDF needs a password');
  await photograph(paydesk, 'documents-damaged-details');
  await page.keyboard.press('Escape');

  await assignByFolder(paydesk, batchId);
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('3 files are password-protected, damaged, or incomplete')).toBeVisible();
  await expect(page.getByText('3 may be unreadable')).toBeVisible();
  await photograph(paydesk, 'documents-damaged-review');
  await expect(page.getByRole('button', { name: /^Attach 5 documents/ })).toBeEnabled();
});
