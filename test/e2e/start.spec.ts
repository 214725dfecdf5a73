/** @file The start of Paydesk on machines that hold it up. */
import { join } from 'node:path';
import { expect, inElectron, test } from './fixture.ts';

test.skip(inElectron, 'the store of the system is put there by the host');

test('the window is there and Paydesk can be quit while the system still reads its certificates', async ({
  launch,
  dataFolder,
}) => {
  // The store blocks whoever reads it until this file is there: it never is.
  const paydesk = await launch({ env: { PAYDESK_HOST_CERTIFICATES: join(dataFolder, 'never') } });
  await expect(paydesk.page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await paydesk.call('settings.about', {})).toMatchObject({ ok: true });
  expect(await paydesk.quit()).toBe(0);
});

test('a store of certificates that cannot be read keeps nobody from working', async ({ launch }) => {
  const paydesk = await launch({ env: { PAYDESK_HOST_CERTIFICATES: 'throw' } });
  await expect(paydesk.page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await paydesk.call('settings.about', {})).toMatchObject({ ok: true });
  expect(await paydesk.quit()).toBe(0);
});
