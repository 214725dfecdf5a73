/** @file Waits until nothing on the page loads or moves. */
import type { Page } from '@playwright/test';

/**
 * A dialog that React Aria hides for up to 600 ms, because it expects the keyboard of a touch screen: resizing the window
 * while a text field has the focus looks like one to it.
 */
const hiddenDialog = '[data-part="overlay"][style*="opacity: 0;"]';

/** Waits for dialogs, fonts, loading placeholders and finite animations. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction((selector) => document.querySelector(selector) === null, hiddenDialog);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    await frame();
    await frame();
    // Chromium never settles `finished` of a transition in hidden content, such as a closed disclosure, which axe starts by
    // reading the styles there.
    const isOnHiddenElement = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility() === false;
    const moving = document
      .getAnimations()
      .filter(
        (animation) =>
          animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY &&
          !isOnHiddenElement(animation),
      );
    // A cancelled animation rejects.
    await Promise.allSettled(moving.map((animation) => animation.finished));
  });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}
