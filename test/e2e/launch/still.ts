import type { Page } from '@playwright/test';

/** Waits for fonts, for placeholders to give way, and for everything that moves and comes to an end by itself. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    await frame();
    await frame();
    const moving = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // One that is called off in the middle rejects; it does not move any more either.
    await Promise.allSettled(moving.map((animation) => animation.finished));
  });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}
