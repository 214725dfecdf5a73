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
