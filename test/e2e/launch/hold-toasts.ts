/** @file Toasts that stay for as long as a slow machine needs. */
import type { Page } from '@playwright/test';

/**
 * Stops the time of toasts from now on, as it stops while the window is hidden: for what is about several of them, and not
 * about how long they stay.
 */
export async function keepToastsOpen(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}
