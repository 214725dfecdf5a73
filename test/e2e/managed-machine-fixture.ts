/** @file What the short and the long tests of managed machine use. */
import type { Paydesk } from './fixture.ts';

export async function openSettingsTab({ page }: Paydesk, section: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Settings').click();
  await page.getByRole('tab', { name: section, exact: true }).click();
}
