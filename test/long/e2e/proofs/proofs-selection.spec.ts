/** @file Several references are selected by keyboard: their proofs are saved, and those without a proof leave the list. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closeCompany, openCompany, signIn } from '../../../e2e/company.ts';
import { expect, test } from '../../../e2e/fixture.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { fetchReferences, launchFor, openProofs } from '../../../e2e/proofs/proofs-screen.ts';

test.setTimeout(120_000);

test('a clerk saves the selected proofs and removes the references without one, by keyboard', async ({
  launch,
  dataFolder,
}) => {
  const company = await openCompany();
  const { mt103, text, json } = company.simulator.exampleOfEachKind();
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await openProofs(page);
  await fetchReferences(page, [mt103, text, 'PX2610150OO12', 'PX2610150OO13', json]);
  const rows = page.getByRole('grid', { name: 'References' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Stored' })).toHaveCount(3);
  await expect(rows.filter({ hasText: 'No proof' })).toHaveCount(2);

  await rows.filter({ hasText: mt103 }).focus();
  await page.keyboard.press('Space');
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('region', { name: 'Selected references' });
  await expect(bar.getByRole('status')).toHaveText('4 references selected');
  await expect(bar.getByRole('button', { name: 'Save 2 proofs…' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Retry 2 references' })).toBeVisible();
  await photograph(paydesk, 'proofs-selection', { at150: true });

  const folder = join(dataFolder, '..');
  const before = new Set(await readdir(folder));
  await paydesk.answerDialogs({ open: [folder] });
  await bar.getByRole('button', { name: 'Save 2 proofs…' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Saved 2 files in/)).toBeVisible();
  const saved = (await readdir(folder)).filter((name) => !before.has(name));
  expect(saved.filter((name) => name.includes(mt103) || name.includes(text))).toHaveLength(2);

  await bar.getByRole('button', { name: 'Remove 2 references…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remove 2 references from the list?' });
  await expect(dialog).toContainText('Stored proofs stay.');
  await photograph(paydesk, 'proofs-remove');
  await dialog.getByRole('button', { name: 'Remove 2 references' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rows.filter({ hasText: 'No proof' })).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Stored' })).toHaveCount(3);
  await expect(page.getByText('3 references, 3 stored')).toBeVisible();
  await expect(bar, 'the selection ends with the action').toBeHidden();

  await page.getByRole('grid', { name: 'References' }).getByText(json).click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(
    page.getByRole('menuitem', { name: 'Remove from the list…' }),
    'a stored proof is not removed with its reference',
  ).toHaveCount(0);
  await closeCompany(company);
});
