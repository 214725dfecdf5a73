import { closeCompany, openCompany, signIn } from '../../e2e/company.ts';
import { expect, test } from '../../e2e/fixture.ts';
import { fetchReferences, launchFor, openProof, openProofs } from '../../e2e/proofs-screen.ts';
import type { ElectronFunction } from '../../host/client.ts';

test.setTimeout(300_000);

test('when a stored proof cannot be fetched again, the stored proof stays visible with a button to fetch again', async ({
  launch,
}) => {
  const company = await openCompany();
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await openProofs(page);
  await page.getByRole('button', { name: 'Choose payments from a statement…' }).click();
  await expect(page.getByText('No statement is stored on this computer yet')).toBeVisible();
  await openProofs(page);
  const { text } = company.simulator.exampleOfEachKind();
  await fetchReferences(page, [text, 'UNKNOWN']);
  await expect(page.getByRole('button', { name: 'Save 1 proof…' })).toBeVisible();
  // The first proof opens by itself.
  await expect(page.getByRole('article', { name: `Proof ${text}`, exact: true })).toBeVisible();
  company.simulator.faults.set('proof', { kind: 'status', status: 200, body: 'not json at all' });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Fetch again/ }).click();
  const viewer = page.getByRole('article', { name: `Proof ${text}`, exact: true });
  await expect(viewer.getByRole('button', { name: 'Fetch again' })).toBeVisible();
  await expect(viewer.getByRole('region', { name: 'Raw text' })).toContainText('PROOF OF PAYMENT');
  company.simulator.faults.clear();
  await viewer.getByRole('button', { name: 'Fetch again' }).click();
  await expect(viewer.getByRole('button', { name: 'Fetch again' })).toBeHidden();
  await closeCompany(company);
});

/** Makes save dialogs stay open until {@link closeOpenDialog} closes them. */
const leaveSaveDialogsOpen: ElectronFunction<null, void> = ({ dialog }) => {
  dialog.showSaveDialog = () =>
    new Promise((resolve) => {
      Reflect.set(globalThis, 'closeDialog', () => resolve({ canceled: true, filePath: '' }));
    });
};

const closeOpenDialog: ElectronFunction<null, void> = () => {
  const close: unknown = Reflect.get(globalThis, 'closeDialog');
  if (typeof close === 'function') Reflect.apply(close, undefined, []);
};

test('a fetch can be cancelled while proofs are saved, and disabled actions name the reason', async ({
  launch,
}) => {
  const company = await openCompany();
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await openProofs(page);
  const { text } = company.simulator.exampleOfEachKind();
  await fetchReferences(page, [text]);
  await openProof(page, text);
  company.simulator.faults.set('proof', { kind: 'hang' });
  await button('More').click();
  await page.getByRole('menuitem', { name: /^Fetch again/ }).click();
  await expect(button('Cancel')).toBeVisible();

  await paydesk.evaluate(leaveSaveDialogsOpen, null);
  await button('Save 1 proof…').click();
  await page.getByRole('menuitem', { name: 'As one ZIP file' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saving proofs…' })).toBeVisible();
  await expect(button('Save…')).toBeDisabled();
  await expect(button('Save…')).toHaveAccessibleDescription('Saving proofs…');
  await button('More').click();
  const fetchAgainItem = page.getByRole('menuitem', { name: /^Fetch again/ });
  await expect(fetchAgainItem).toBeDisabled();
  await expect(fetchAgainItem).toContainText('Saving proofs…');
  await page.keyboard.press('Escape');
  await button('Cancel').click();
  await expect(button('Cancel')).toBeHidden();

  await paydesk.evaluate(closeOpenDialog, null);
  await expect(button('Save…')).toBeEnabled();
  company.simulator.faults.clear();
  await closeCompany(company);
});
