/** @file Waits until nothing on the page loads or moves. */
import type { Page } from '@playwright/test';

/** Waits for fonts, loading placeholders and finite animations. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    await frame();
    await frame();
    const moving = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // A cancelled animation rejects.
    await Promise.allSettled(moving.map((animation) => animation.finished));
  });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}
