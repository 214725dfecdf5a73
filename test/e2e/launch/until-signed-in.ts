/** @file Waits until the window shows the screens of a signed-in profile. */
import { expect, type Page } from '@playwright/test';
import type { Paydesk } from './paydesk.ts';

/** The page of the window, or `null` when Paydesk runs without one. */
function pageOf(paydesk: Paydesk): Page | null {
  try {
    return paydesk.page;
  } catch {
    return null;
  }
}

/** Waits until the window, if there is one, shows the main navigation after a sign-in. */
export async function untilSignedIn(paydesk: Paydesk): Promise<void> {
  const page = pageOf(paydesk);
  if (page !== null) await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}
