/** @file The start of Paydesk on machines with a slow or broken certificate store. */
import { defaultSettings } from '../../src/shared/model/settings.ts';
import { expect, inElectron, test } from './fixture.ts';
import { isWindowShown } from './launch/program-functions.ts';

test.skip(inElectron, 'Only the host replaces the certificate store of the system');

test('the window is shown, with the appearance of the settings, when its page can be used', async ({
  launch,
}) => {
  const first = await launch();
  expect(await first.evaluate(isWindowShown, null)).toBe(true);
  const appearance = { theme: 'dark', contrast: true } as const;
  expect(await first.call('settings.change', { ...defaultSettings, appearance })).toMatchObject({ ok: true });
  await first.quit();

  const second = await launch();
  expect(await second.evaluate(isWindowShown, null)).toBe(true);
  // The buttons of the window have the colours of the page, also when the settings were read after it was created.
  await expect(second.page.locator('html')).toHaveClass(/dark/);
  expect(
    await second.page
      .locator('#host-caption')
      .evaluate((caption) => getComputedStyle(caption).getPropertyValue('--ground')),
  ).toBe('#000000');
});
