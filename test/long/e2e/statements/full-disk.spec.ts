/** @file A disk without space for a statement, from its event to the stored file. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '../../../e2e/fixture.ts';
import { callCommand } from '../../../e2e/launch/calls.ts';
import { profileId, test } from '../../../e2e/managed-company.ts';
import { photograph } from '../../../e2e/photograph.ts';
import {
  inboxRow,
  january,
  newestEvent,
  openView,
  openWatching,
} from '../../../e2e/statements/statements-screen.ts';
import { canMount, mountDisk } from '../../../fakes/platform/mounted-disk.ts';

test('a full disk is shown on every screen until the statement is stored', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  test.skip(!canMount, 'a small disk can only be mounted by root on Linux');
  const disk = await mountDisk(dataFolder, 64);
  try {
    const { paydesk, folder } = await openWatching(launch, dataFolder, simulator);
    const { page } = paydesk;
    const wanted = { walletIds: [1001], periods: [january], format: 'csv' as const, email: '' };
    await callCommand(paydesk, 'statements.request', { profileId, ...wanted });
    const body = 'Date,Amount\n'.repeat(2_000_000);
    simulator.faults.set('statementDownload', { kind: 'status', status: 200, body });
    disk.fill(12_000_000);
    await writeFile(join(folder, 'event.json'), JSON.stringify(newestEvent(simulator, 1001)));

    const sentence = page.getByText(/^Disk full: 1\d\.\d\sMB free, 25\.0\sMB needed$/);
    const tray = page.getByRole('region', { name: 'Transfers' });
    await expect(page.getByRole('main').locator(sentence)).toBeVisible({ timeout: 60_000 });
    await expect(tray.getByRole('button', { name: /^Disk full.*25\.0\sMB needed$/ })).toBeVisible();
    await expect(tray).not.toContainText('Nothing is running');
    await expect(inboxRow(paydesk, 1001)).toContainText('disk is full');
    await photograph(paydesk, 'full-disk-inbox');
    for (const screen of ['Documents', 'Proofs']) {
      await page.getByRole('navigation', { name: 'Main' }).getByText(screen).click();
      await expect(page.getByRole('main').locator(sentence)).toBeVisible();
    }
    await page.getByRole('navigation', { name: 'Main' }).getByText('Needs you', { exact: true }).click();
    await expect(page.getByRole('grid').locator(sentence)).toBeVisible();
    await expect(page.locator('[data-part="notice"]')).toHaveCount(0);
    await photograph(paydesk, 'full-disk-needs-you');

    disk.free();
    await expect(page.getByText(/^Disk full/)).toHaveCount(0, { timeout: 60_000 });
    await page.getByRole('navigation', { name: 'Main' }).getByText('Statements').click();
    await openView(paydesk, 'Inbox');
    // Stored, and found to be another file than the event announced.
    await expect(inboxRow(paydesk, 1001)).toContainText('A check failed');
    await paydesk.close();
  } finally {
    disk.unmount();
  }
});
