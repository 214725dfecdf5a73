/** @file Waits for the window to show the work of a profile. */
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

/** Waits until the window, where there is one, has chosen its first screen after a sign-in. */
export async function untilFramed(paydesk: Paydesk): Promise<void> {
  const page = pageOf(paydesk);
  if (page !== null) await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}
