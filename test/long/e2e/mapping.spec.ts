/** @file Assigns documents by file name and by a list, and photographs the dialogs. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn, test } from '../../e2e/company.ts';
import { expect } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { layoutJourney } from '../../e2e/layout/journey.ts';
import { photograph } from '../../e2e/photograph.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';

const names = [
  'rcp_c1180f3a_passport_scan_Ahlström_Päivi.pdf',
  'rcp_c1180f3a_Kaupparekisteriote 2025.pdf',
  'rcp_20c7714e_Rechnung_2026-10-0417_Kühlwasserpumpe_mit_allen_Anlagen_und_Prüfprotokollen.pdf',
  'rcp_9e017b44_Vertragsanhang B – Lieferbedingungen.pdf',
  'rcp_77e31c09_فاتورة رقم ٢٠٢٦-١١٨٢.pdf',
  'rcp_77e31c09_Zollanmeldung.pdf',
  'rcp_b45d9f10_Certificato.pdf',
  'Scan 00231.pdf',
];

// Each photograph is checked at every size.
test.setTimeout(400_000);

test('documents are assigned by file name and by a list', async ({ paydesk, company }) => {
  const folder = join(company.files, 'scans');
  const { page } = paydesk;
  page.setDefaultTimeout(10_000);
  const layout = layoutJourney(paydesk, 'mapping');
  const photographOptions = { layout, at150: true };
  const dialog = page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const chooseAssignment = async (name: string | RegExp) => {
    await button('Other actions for the batch').click();
    await page.getByRole('menuitem', { name }).click();
  };
  const expectTitle = (name: string | RegExp) =>
    expect(page.getByRole('heading', { level: 2, name })).toBeVisible({ timeout: 60_000 });

  await signIn(paydesk, company);
  for (const [label, recipientId] of [
    ['Ahlström Konepaja Oy', 'rcp_c1180f3a'],
    ['Kärcher Hydraulik GmbH', 'rcp_20c7714e'],
    ['Škoda Lisovna Plzeň a.s.', 'rcp_9e017b44'],
  ] as const) {
    await callCommand(paydesk, 'beneficiaries.add', { label, recipientId });
  }
  await expect(button('Choose files…')).toBeVisible();
  await writeFiles(folder, Object.fromEntries(names.map((name) => [name, pdf(name, 40_000)])));
  await paydesk.drop('main', [folder]);
  await expectTitle('8 of 8 files are not assigned');

  await test.step('a pattern shows its matches while it is typed', async () => {
    await chooseAssignment(/^Assign by file name/);
    const pattern = page.getByRole('textbox', { name: 'Pattern' });
    // The recipient IDs contain an underscore, as the separator of the pattern does; known IDs still match.
    await expect(pattern).toHaveValue('{recipientId}_{name}');
    await expect(dialog.getByRole('radio', { name: /^Found/ })).toContainText('4');
    await expect(dialog.getByRole('radio', { name: /^No match/ })).toContainText('1');
    await pattern.fill('{name}');
    await expect(dialog.getByText('The pattern must contain {recipientId}')).toBeVisible();
    await pattern.fill('rcp_{recipientId}_{name}');
    await expect(dialog.getByRole('radio', { name: /^Found/ })).toHaveCount(0);
    await pattern.fill('{recipientId}_{name}');
    await expect(button('Assign 4 documents to 3 beneficiaries')).toBeEnabled();
    await photograph(paydesk, 'mapping-pattern', photographOptions);
    await dialog.getByRole('radio', { name: /^New beneficiary/ }).click();
    await photograph(paydesk, 'mapping-new', photographOptions);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('a list assigns each file, and Paydesk asks once for the label of each new beneficiary', async () => {
    const list = join(folder, '..', 'beneficiaries.csv');
    const lines = names.slice(0, 6).map((name, index) => `"${name}",${recipientIdOf(name, index)}`);
    const invalidLines = ['nowhere.pdf,rcp_c1180f3a', 'Scan 00231.pdf,'];
    await writeFile(list, ['file,recipientId', ...lines, ...invalidLines].join('\n'));
    await chooseAssignment(/^Assign by a list/);
    await photograph(paydesk, 'mapping-list-empty', photographOptions);
    await paydesk.drop('[data-drop-zone="slim"] >> nth=-1', [list]);
    await expect(dialog.getByText('beneficiaries.csv, 8 lines')).toBeVisible();
    await expect(dialog.getByText('Line 8')).toBeVisible();
    await photograph(paydesk, 'mapping-list', photographOptions);
    await dialog.getByText('2 documents', { exact: true }).click();
    const label = page.getByRole('textbox', { name: 'Label of rcp_77e31c09' });
    await label.fill('شركة الخليج للتوريدات');
    await photograph(paydesk, 'mapping-list-new', photographOptions);
    await button('Assign 6 documents to 4 beneficiaries').click();
    await expect(dialog).toBeHidden();
    await expectTitle('2 of 8 files are not assigned');
  });
  layout.end();
});

/** Returns the recipient ID at the start of a file name. Throws when there is none. */
function recipientIdOf(name: string, index: number): string {
  const recipientId = /^rcp_[0-9a-f]{8}/.exec(name)?.[0];
  if (recipientId === undefined) throw new Error(`Name ${index} has no recipient ID`);
  return recipientId;
}
