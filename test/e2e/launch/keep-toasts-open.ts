/** @file Toasts that stay open during a test. */
import type { Page } from '@playwright/test';

/**
 * Stops the timers of toasts from now on, as a hidden window does, for tests that do not check how long toasts stay.
 */
export async function keepToastsOpen(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}
