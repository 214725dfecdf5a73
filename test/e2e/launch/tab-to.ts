/** @file The way of the Tab key through a window. */
import { expect, type Locator, type Page } from '@playwright/test';

const maxSteps = 60;

/** Presses Tab until the focus is there, as somebody does who knows where to go. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // A list that opens with its field hides everything else, so the target may not be there for a moment.
  const focused = target.and(page.locator(':focus'));
  for (let step = 0; step < maxSteps; step += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${maxSteps} presses of Tab do not lead to ${target.toString()}`);
}
