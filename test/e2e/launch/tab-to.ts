/** @file Moves the focus with the Tab key. */
import { expect, type Locator, type Page } from '@playwright/test';

const maxSteps = 60;

/** Presses Tab until the target has the focus; throws after {@link maxSteps} presses. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // A list of suggestions may hide the target for a moment.
  const focused = target.and(page.locator(':focus'));
  for (let step = 0; step < maxSteps; step += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${maxSteps} presses of Tab do not reach ${target.toString()}`);
}
