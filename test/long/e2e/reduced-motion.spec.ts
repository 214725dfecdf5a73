/** @file The window with the system's setting for reduced motion. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../e2e/fixture.ts';

/** Returns the elements and pseudo-elements with an animation, transition or smooth scrolling. */
function findAnimated(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seconds = (list: string) =>
      Math.max(...list.split(',').map((duration) => Number.parseFloat(duration)));
    const animated = new Set<string>();
    for (const element of document.querySelectorAll('*')) {
      for (const pseudo of [null, '::before', '::after', '::backdrop']) {
        const style = getComputedStyle(element, pseudo);
        const animates = style.animationName !== 'none' && seconds(style.animationDuration) > 0;
        const transitions = style.transitionProperty !== 'none' && seconds(style.transitionDuration) > 0;
        const scrolls = style.scrollBehavior === 'smooth';
        if (animates || transitions || scrolls) {
          animated.add(`${element.tagName} ${element.className} ${pseudo ?? ''}`);
        }
      }
    }
    for (const animation of document.getAnimations()) animated.add(`running ${animation.playState}`);
    return [...animated];
  });
}

test('with reduced motion, no screen, menu, dialog or toast is animated', async ({ launch }) => {
  const paydesk = await launch();
  const { page } = paydesk;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const expectStill = (where: string) =>
    test.step(where, async () => expect(await findAnimated(page)).toEqual([]));
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const goTo = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByText(name, { exact: true }).click();

  await expectStill('first run');
  await press('Explore');
  await press('Use sample documents');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectStill('a batch');
  await press('Assign by folder…');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectStill('a dialog');
  await press('Assign 7 documents to 4 beneficiaries');
  await expect(
    page.getByRole('region', { name: 'Notifications' }).or(page.locator('[data-toast]')).first(),
  ).toBeVisible();
  await expectStill('a toast');
  await goTo('Needs you');
  await expect(page.getByRole('row', { name: /not started/ })).toBeVisible();
  await expectStill('needs you');
  await page.getByRole('row', { name: /not started/ }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  await expectStill('needs you, its panel');
  await page.locator('[data-part="profile-menu"]').click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectStill('a menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectStill('the commands');
  await page.keyboard.press('Escape');
  for (const screen of ['Beneficiaries', 'Proofs', 'Statements', 'Activity', 'Settings']) {
    await goTo(screen);
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
    await expectStill(screen);
  }
  // Without the setting, the same check finds animations.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect((await findAnimated(page)).length).toBeGreaterThan(0);
});
