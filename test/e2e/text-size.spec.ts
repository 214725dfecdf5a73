import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { photograph } from './photograph.ts';
import { expectWidth } from './text-size-fixture.ts';

const expectAnnounced = (page: Page, sentence: string) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeAttached();

test('keys change the text size on the sign-in screen, and a restart restores the text size', async ({
  launch,
}) => {
  const first = await launch();
  await expect(first.page.getByRole('button', { name: 'Add profile…' })).toBeVisible();
  await expectWidth(first.page, 1280);
  await first.page.keyboard.press('ControlOrMeta+=');
  await expectWidth(first.page, 1113);
  await expectAnnounced(first.page, 'Text size 115\u202f%');
  await first.page.keyboard.press('ControlOrMeta+NumpadAdd');
  await first.page.keyboard.press('ControlOrMeta++');
  // There is no larger size.
  await first.page.keyboard.press('ControlOrMeta++');
  await expectWidth(first.page, 853);
  await expectAnnounced(first.page, 'Text size 150\u202f%');
  expect(await first.page.evaluate(() => devicePixelRatio)).toBe(1.5);
  await photograph(first, 'sign-in-text-150', { textSize: 150 });
  await first.quit();

  const second = await launch();
  expect(await second.page.evaluate(() => innerWidth)).toBe(853);
  await expect(second.page.getByRole('button', { name: 'Add profile…' })).toBeVisible();
  await second.page.keyboard.press('ControlOrMeta+NumpadSubtract');
  await expectWidth(second.page, 985);
  await second.page.keyboard.press('ControlOrMeta+0');
  await expectWidth(second.page, 1280);
  await expectAnnounced(second.page, 'Text size 100\u202f%');
});
