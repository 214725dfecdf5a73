import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { waitForCheck } from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { managedProfile, signIn } from '../../e2e/managed-company.ts';
import { photograph } from '../../e2e/photograph.ts';
import { profileButton, test } from '../../e2e/profiles-fixture.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import type { Simulator } from '../../simulator/simulator.ts';

async function openProfileMenu(page: Page): Promise<void> {
  await profileButton(page).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Creates PDFs and a beneficiary in the active profile, and starts a batch that attaches the PDFs to the beneficiary. */
async function sendFiles(paydesk: Paydesk, dataFolder: string, prefix: string, count: number): Promise<void> {
  const folder = join(dirname(dataFolder), prefix);
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}.pdf`);
  await writeFiles(folder, Object.fromEntries(names.map((name) => [name, pdf(name)])));
  const { id: beneficiaryId } = await callCommand(paydesk, 'beneficiaries.add', {
    label: `Payee of ${prefix}`,
    recipientId: `rcp-${prefix}`,
  });
  await paydesk.answerDialogs({ open: [folder] });
  const { batchId } = await callCommand(paydesk, 'documents.choose', { what: 'folder' });
  if (batchId === null) throw new Error('The dialog was closed');
  await waitForCheck(paydesk, batchId);
  const selection = { kind: 'all' as const, filter: { group: null, text: '' } };
  await callCommand(paydesk, 'documents.change', { action: 'assign', batchId, selection, beneficiaryId });
  const { toAttach, beneficiaries } = await callCommand(paydesk, 'documents.review', {
    action: 'numbers',
    batchId,
  });
  await callCommand(paydesk, 'documents.batch', {
    action: 'start',
    batchId,
    documents: toAttach,
    beneficiaries,
  });
}

const countAttached = (simulator: Simulator) =>
  [...simulator.state.recipients.values()].flatMap(({ documents }) => documents).length;

test('a batch of 200 files is attached while another profile is active', async ({
  paydeskWithProfiles: paydesk,
  dataFolder,
  simulator: north,
  south,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, north, 'north');
  // Longer than the clerk's steps; clearing the faults ends the delay.
  north.faults.set('upload', { kind: 'delay', milliseconds: 10_000 });
  await sendFiles(paydesk, dataFolder, 'north', 200);
  await openProfileMenu(page);
  await page.getByRole('menuitem', { name: /South Ltd/ }).click();
  await expect(page.getByText('You stay signed in to North Ltd')).toBeVisible();
  await page.getByLabel('API key', { exact: true }).fill(south.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(profileButton(page)).toContainText('South Ltd');
  await expect(page.getByText('Payee of north')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Transfers' })).toContainText(/North Ltd.*in progress/);
  await openProfileMenu(page);
  await expect(page.getByRole('menuitem', { name: /North Ltd/ })).toContainText('Working');
  await photograph(paydesk, 'profile-menu-working');
  await page.keyboard.press('Escape');
  await sendFiles(paydesk, dataFolder, 'south', 10);
  await expect.poll(() => countAttached(south), { timeout: 60_000 }).toBe(10);
  expect(countAttached(north)).toBeLessThan(200);
  north.faults.clear();
  await openProfileMenu(page);
  await page.getByRole('menuitem', { name: /North Ltd/ }).click();
  await expect(profileButton(page)).toContainText('North Ltd');
  await expect.poll(() => countAttached(north), { timeout: 90_000 }).toBe(200);
  expect([...north.violations(), ...south.violations()]).toEqual([]);
});

test('when the session of an inactive profile ends, the menu and the transfers ask for a new sign-in and the active profile stays', async ({
  paydeskWithProfiles: paydesk,
  dataFolder,
  simulator: north,
  south,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, north, 'north');
  north.faults.set('upload', { kind: 'delay', milliseconds: 10_000 });
  await sendFiles(paydesk, dataFolder, 'north', 60);
  await signIn(paydesk, south, 'south');
  await expect(profileButton(page)).toContainText('South Ltd');
  north.revokeTokens();
  north.faults.set('login', { kind: 'status', status: 401 });
  // The paused work resumes and needs a new token.
  north.faults.clear('upload');
  await expect(page.getByRole('region', { name: 'Transfers' })).toContainText(/North Ltd.*Sign in again/);
  await expect(profileButton(page)).toContainText('South Ltd');
  await openProfileMenu(page);
  await expect(page.getByRole('menuitem', { name: /North Ltd/ })).toContainText('Sign in again');
  await photograph(paydesk, 'profile-menu-interrupted');
});

test('the clerk can sign in to a new profile right after adding it, and Cancel returns to the previous screen', async ({
  paydeskWithProfiles: paydesk,
  simulator: north,
  south,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, north, 'north');
  await expect(profileButton(page)).toContainText('North Ltd');
  const { id: _id, ...fields } = managedProfile(south, { name: 'Third Ltd' });
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByRole('heading', { name: 'Profiles and hosts' })).toBeVisible();
  await page.getByRole('button', { name: 'Add profile…' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(fields.name);
  await page.getByRole('textbox', { name: /Client ID/ }).fill(fields.clientId);
  for (const [host, address] of Object.entries(fields.hosts)) {
    const field = page.getByRole('textbox', { name: new RegExp(`^${host}`, 'i') });
    if (address !== null && (await field.count()) > 0) await field.first().fill(address);
  }
  await page.getByRole('button', { name: 'Add profile', exact: true }).click();
  await expect(page.getByText('You stay signed in to North Ltd')).toBeVisible();
  await expect(page.locator('[data-part="profile-name"]')).toHaveText('Third Ltd');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Profiles and hosts' })).toBeVisible();
  await photograph(paydesk, 'profile-cards');
  await page.getByRole('button', { name: 'Sign in…' }).first().click();
  await page.getByLabel('API key', { exact: true }).fill(south.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(profileButton(page)).toContainText('Third Ltd');

  await openProfileMenu(page);
  // Order: the active profile, signed-in profiles, the others.
  for (const [index, name] of ['Third Ltd', 'North Ltd', 'South Ltd'].entries()) {
    await expect(page.getByRole('menuitem').nth(index)).toContainText(name);
  }
  await page.getByRole('menuitem', { name: 'Switch company…' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(profileButton(page)).toContainText('Third Ltd');
});
