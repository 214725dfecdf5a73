/** @file Two profiles in one window: work of the inactive profile continues after a switch. */
import { expect } from './fixture.ts';
import { signIn } from './managed-company.ts';
import { profileButton, test } from './profiles-fixture.ts';

test('the keyboard alone switches profiles and signs out of one profile while the other stays signed in', async ({
  paydeskWithProfiles: paydesk,
  simulator: north,
  south,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, north, 'north');
  await signIn(paydesk, south, 'south');
  await expect(profileButton(page)).toContainText('South Ltd');
  await profileButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /South Ltd/ }).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(profileButton(page)).toContainText('North Ltd');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-region]') !== null))
    .toBe(true);
  await profileButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /North Ltd/ }).first()).toBeFocused();
  await page.keyboard.type('Sign out of');
  await expect(page.getByRole('menuitem', { name: 'Sign out of North Ltd' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(profileButton(page)).toContainText('South Ltd');
});
