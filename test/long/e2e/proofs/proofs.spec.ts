/** @file Fetching a proof again: a failure keeps the stored proof, and a fetch can be cancelled. */
import { signIn, test } from '../../../e2e/company.ts';
import { expect } from '../../../e2e/fixture.ts';
import { fetchReferences, openProof, openProofs } from '../../../e2e/proofs/proofs-screen.ts';
import type { ElectronFunction } from '../../../host/client.ts';

test.setTimeout(300_000);

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

test('a stored proof that cannot be fetched again stays, and a fetch can be cancelled while proofs are saved', async ({
  paydesk,
  company,
}) => {
  await signIn(paydesk, company);
  const { page } = paydesk;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
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

  // While proofs are saved, disabled actions name the reason.
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
});
