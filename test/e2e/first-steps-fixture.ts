/** @file What the short and the long tests of first steps use. */
import type { Paydesk } from './fixture.ts';

export async function openScreen({ page }: Paydesk, screen: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText(screen, { exact: true }).click();
}
