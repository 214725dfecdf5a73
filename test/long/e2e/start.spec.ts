import { join } from 'node:path';
import { expect, inElectron, test } from '../../e2e/fixture.ts';

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
