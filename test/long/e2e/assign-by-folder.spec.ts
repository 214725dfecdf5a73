/** @file Assigns dropped folders by name: equal names are matched, similar names wait until the clerk accepts them. */
import { join } from 'node:path';
import { rowsOf, signIn, test } from '../../e2e/company.ts';
import { expect } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { photograph } from '../../e2e/photograph.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';

const beneficiaries = [
  ['Kwiatkowski Logistyka Sp. z o.o.', 'rcp_5b02e9d1'],
  ['Ahlström Konepaja Oy', 'rcp_c1180f3a'],
  ['Nordic Seafood AB', 'rcp_20c7714e'],
  ['Nordic Seafood AS', 'rcp_9e017b44'],
  ['Kärcher Hydraulik GmbH', 'rcp_77e31c09'],
] as const;

const paths = [
  'Ahlström Konepaja Oy/Kaupparekisteriote.pdf',
  'Ahlström Konepaja Oy/2026/Oktober/Lasku.pdf',
  'Kwiatkowski Logistyka/Umowa.pdf',
  'Kwiatkowski Logistyka/2026/Faktura 1.pdf',
  'Kwiatkowski Logistyka/2026/Faktura 2.pdf',
  'Kwiatkowski Logistyka/rcp_77e31c09/Rechnung.pdf',
  'Nordic Seafood/Invoice.pdf',
  'Neu/Scan 00231.pdf',
];

// Each photograph is checked at every size.
test.setTimeout(300_000);

test('folders with similar names are assigned only after the clerk accepts the proposals', async ({
  paydesk,
  company,
}) => {
  const { page } = paydesk;
  page.setDefaultTimeout(10_000);
  const dialog = page.getByRole('dialog', { name: 'Assign by folder' });
  const button = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true });
  const expectTitle = (name: string) =>
    expect(page.getByRole('heading', { level: 2, name })).toBeVisible({ timeout: 60_000 });
  await signIn(paydesk, company);
  for (const [label, recipientId] of beneficiaries)
    await callCommand(paydesk, 'beneficiaries.add', { label, recipientId });
  const files = Object.fromEntries(paths.map((path) => [join('KW46', path), pdf(path)]));
  await writeFiles(company.files, files);
  await paydesk.drop('main', [join(company.files, 'KW46')]);
  await expectTitle('8 of 8 files are not assigned');

  await test.step('equal names are matched, similar names are only proposed', async () => {
    await page.getByRole('button', { name: 'Assign by folder…' }).click();
    await expect(dialog.getByText('3 of 7 folders have a beneficiary')).toBeVisible();
    await expect(dialog.locator('[data-proposals="1"]')).toHaveCount(2);
    await expect(dialog.locator('[data-proposals="2"]')).toHaveCount(1);
    await expect(dialog.getByText('rcp_77e31c09, by recipient ID')).toBeVisible();
    await expect(dialog.getByText('rcp_c1180f3a, as the folder Ahlström Konepaja Oy')).toBeVisible();
    await expect(button('Assign 3 documents to 2 beneficiaries')).toBeEnabled();
    await photograph(paydesk, 'folders-proposed', { at150: true });
    await checkLayout(paydesk, 'folders-proposed');
  });

  await test.step('accepting the proposal of a folder applies to its subfolder', async () => {
    await button('Accept Kwiatkowski Logistyka Sp. z o.o. for KW46/Kwiatkowski Logistyka').click();
    await expect(dialog.getByText('rcp_5b02e9d1, accepted by you')).toBeVisible();
    await expect(dialog.getByText('rcp_5b02e9d1, as the folder Kwiatkowski Logistyka')).toBeVisible();
    await dialog.getByText('Only folders without a beneficiary').click();
    await expect(dialog.getByText('2 labels are equally similar')).toBeVisible();
    await photograph(paydesk, 'folders-twins', { axe: false });
    await button('Accept Nordic Seafood AS for KW46/Nordic Seafood').click();
    await button('Assign 7 documents to 4 beneficiaries').click();
    await expect(dialog).toBeHidden();
    await expectTitle('1 of 8 files is not assigned');
  });

  const [batch] = (await callCommand(paydesk, 'documents.earlier', { offset: 0, limit: 1 })).rows;
  const rows = await rowsOf(paydesk, batch?.id ?? 0);
  expect(Object.fromEntries(rows.map(({ name, beneficiary }) => [name, beneficiary?.label ?? null]))).toEqual(
    {
      'Kaupparekisteriote.pdf': 'Ahlström Konepaja Oy',
      'Lasku.pdf': 'Ahlström Konepaja Oy',
      'Umowa.pdf': 'Kwiatkowski Logistyka Sp. z o.o.',
      'Faktura 1.pdf': 'Kwiatkowski Logistyka Sp. z o.o.',
      'Faktura 2.pdf': 'Kwiatkowski Logistyka Sp. z o.o.',
      'Rechnung.pdf': 'Kärcher Hydraulik GmbH',
      'Invoice.pdf': 'Nordic Seafood AS',
      'Scan 00231.pdf': null,
    },
  );
});
