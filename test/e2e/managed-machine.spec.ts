/** @file Paydesk on a machine that an IT department manages: the recovery file and the automatic lock. */
import { dirname, join } from 'node:path';
import { keyringMissing } from '../fakes/platform/keyring.ts';
import { expect } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import { lockScreen } from './launch/program-functions.ts';
import { managedProfile, signIn, test, writeManagedProfiles } from './managed-company.ts';
import { openSettingsTab } from './managed-machine-fixture.ts';
import { photograph } from './photograph.ts';

test('a recovery file is saved with a passphrase and restores the library, and a locked screen hides the content', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  test.skip(keyringMissing() !== null, 'Without a keyring there is no library key to save');
  const paydesk = await launch({
    ...(await writeManagedProfiles(dataFolder, [managedProfile(simulator)], { lockAfterMinutes: 5 })),
    keyring: true,
  });
  const { page } = paydesk;
  await signIn(paydesk, simulator);
  const [reference = ''] = simulator.exampleReferences(1);
  await callCommand(paydesk, 'proofs.fetch', { references: [reference], refresh: false });
  await openSettingsTab(paydesk, 'Data');
  const saveRecoveryButton = page.getByRole('button', { name: 'Save a recovery file…' });
  await expect(saveRecoveryButton).toBeEnabled();
  await photograph(paydesk, 'settings-recovery');
  await saveRecoveryButton.click();
  const savingDialog = page.getByRole('dialog', { name: 'Save a recovery file' });
  const chooseFileButton = savingDialog.getByRole('button', { name: 'Choose where to save…' });
  await savingDialog.getByLabel('Passphrase', { exact: true }).fill('quiet');
  await expect(savingDialog.getByText(/^Too short/)).toBeVisible();
  await expect(chooseFileButton).toBeDisabled();
  await photograph(paydesk, 'recovery-save-short');
  const passphrase = 'quiet harbour eleven lanterns';
  await savingDialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await savingDialog.getByLabel('Passphrase again').fill(passphrase);
  await expect(chooseFileButton).toBeEnabled();
  await photograph(paydesk, 'recovery-save');
  const file = join(dirname(dataFolder), 'library.paydesk-recovery');
  await paydesk.answerDialogs({ save: file, open: [file] });
  await chooseFileButton.click();
  const savedToast = page.getByRole('alertdialog').filter({ hasText: 'Saved library.paydesk-recovery' });
  await expect(savedToast).toBeVisible({ timeout: 60_000 });
  await expect(savedToast.getByRole('button', { name: 'Open', exact: true })).toHaveCount(0);
  await expect(savedToast.getByRole('button', { name: 'Show in folder' })).toBeVisible();

  await page.getByRole('button', { name: 'Restore from a recovery file…' }).click();
  const restoringDialog = page.getByRole('dialog', { name: 'Restore the library key' });
  await restoringDialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await restoringDialog.getByRole('button', { name: 'Restore key' }).click();
  await expect(page.getByText('Library restored')).toBeVisible({ timeout: 60_000 });
  await photograph(paydesk, 'recovery-restored');

  // Locking the screen ends the session, because the administrator set a time.
  await callCommand(paydesk, 'beneficiaries.add', { label: 'Skovgaard Maskinfabrik', recipientId: 'R-1' });
  await page.getByRole('navigation', { name: 'Main' }).getByText('Beneficiaries').click();
  await expect(page.getByText('Skovgaard Maskinfabrik').first()).toBeVisible();
  await paydesk.evaluate(lockScreen, null);
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await expect(page.getByText('signed you out while you were away')).toBeVisible();
  await expect(page.getByText('Skovgaard Maskinfabrik')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await photograph(paydesk, 'locked');
});
