import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Paydesk, test } from '../../e2e/fixture.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { photograph } from '../../e2e/photograph.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';

test.setTimeout(180_000);

const buttonNamed = ({ page }: Paydesk, name: string | RegExp) => page.getByRole('button', { name });

async function startExploring(paydesk: Paydesk): Promise<void> {
  await buttonNamed(paydesk, 'Explore').click();
  await expect(buttonNamed(paydesk, 'Use sample documents')).toBeVisible();
}

test('a list of beneficiaries in a dropped folder is offered for import and is not marked as an error', async ({
  launch,
  dataFolder,
}) => {
  const paydesk = await launch({ deviceScaleFactor: 1.5 });
  const folder = join(dataFolder, '..', 'drop');
  await writeFiles(folder, { 'Nordlicht/a.pdf': pdf('a') });
  const lines = Array.from({ length: 12 }, (_, index) => `rcp_${index},Company ${index}`);
  await writeFile(join(folder, 'beneficiaries.csv'), ['recipientId,label', ...lines].join('\n'));
  await startExploring(paydesk);
  await paydesk.drop('main', [folder]);
  await expect(paydesk.page.getByText('beneficiaries.csv lists 12 beneficiaries.')).toBeVisible();
  await photograph(paydesk, 'list-proposal');
  await buttonNamed(paydesk, 'Import…').click();
  await expect(paydesk.page.getByRole('dialog')).toBeVisible();
  await checkLayout(paydesk, 'list-import');
  await buttonNamed(paydesk, 'Import 12 beneficiaries').click();
  await expect(paydesk.page.getByText('beneficiaries.csv lists 12 beneficiaries.')).toBeHidden();
  expect(await paydesk.call('beneficiaries.list', { offset: 0, limit: 1, search: '' })).toMatchObject({
    value: { total: 12 },
  });
});

test('the practice company is reset after the clerk confirms a dialog that lists the removed data', async ({
  paydesk,
}) => {
  const { page } = paydesk;
  await startExploring(paydesk);
  await buttonNamed(paydesk, 'Use sample documents').click();
  await expect(page.getByRole('heading', { level: 2, name: /not assigned$/ })).toBeVisible();
  await page.locator('[data-part="profile-menu"]').click();
  await expect(page.getByRole('menuitem', { name: 'Switch profile…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /leave/i })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Reset the practice company…' }).click();
  const question = page.getByRole('dialog', { name: 'Reset the practice company?' });
  await expect(question.getByText(/its batches, 5 beneficiaries, events and column layouts/)).toBeVisible();
  await photograph(paydesk, 'start-over');
  await checkLayout(paydesk, 'start-over');
  await question.getByRole('button', { name: 'Reset the practice company' }).click();
  await expect(buttonNamed(paydesk, 'Use sample documents')).toBeVisible();
  expect(await paydesk.call('beneficiaries.list', { offset: 0, limit: 1, search: '' })).toMatchObject({
    value: { total: 0 },
  });
});
