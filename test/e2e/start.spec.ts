/** @file The start of Paydesk on machines with a slow or broken certificate store. */
import { join } from 'node:path';
import { defaultSettings } from '../../src/shared/model/settings.ts';
import { expect, inElectron, test } from './fixture.ts';
import { isWindowShown } from './launch/program-functions.ts';

test.skip(inElectron, 'Only the host replaces the certificate store of the system');

test('the window opens and Paydesk can be quit while the system still reads its certificates', async ({
  launch,
  dataFolder,
}) => {
  // Reading the store blocks until this file exists, which never happens.
  const paydesk = await launch({ env: { PAYDESK_HOST_CERTIFICATES: join(dataFolder, 'never') } });
  await expect(paydesk.page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await paydesk.call('settings.about', {})).toMatchObject({ ok: true });
  expect(await paydesk.quit()).toBe(0);
});

test('Paydesk works when the certificate store cannot be read', async ({ launch }) => {
  const paydesk = await launch({ env: { PAYDESK_HOST_CERTIFICATES: 'throw' } });
  await expect(paydesk.page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await paydesk.call('settings.about', {})).toMatchObject({ ok: true });
  expect(await paydesk.quit()).toBe(0);
});

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

test('the window starts with the Western letters of its font, and loads the others when one is shown', async ({
  launch,
}) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const loadedFonts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => /[^/]+(?=-[^-]+\.woff2$)/.exec(name)?.[0])
        .filter((name) => name !== undefined),
    );
  await page.evaluate(() => document.fonts.ready);
  expect(await loadedFonts()).toEqual(['InterVariable-subset']);
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.append('Łódź'));
  await expect.poll(loadedFonts).toEqual(['InterVariable-subset', 'InterVariable']);
});
