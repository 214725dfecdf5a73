/** @file What the short and the long tests of statements use. */
import { accessibilityViolations } from '../axe.ts';
import { expect, type Paydesk } from '../fixture.ts';

export async function openStatements(paydesk: Paydesk): Promise<void> {
  expect(await paydesk.call('session.activate', { action: 'practiceCompany' })).toMatchObject({ ok: true });
  await paydesk.page.getByRole('navigation', { name: 'Main' }).getByText('Statements').click();
  await expect(paydesk.page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
}

export async function expectAccessible({ page }: Paydesk): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
}
