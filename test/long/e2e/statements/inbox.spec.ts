/** @file A filter that answers with web pages instead of a statement. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '../../../e2e/fixture.ts';
import { callCommand } from '../../../e2e/launch/calls.ts';
import { test } from '../../../e2e/managed-company.ts';
import {
  countDownloads,
  inboxRow,
  newestEvent,
  openWatching,
  requestJanuary,
} from '../../../e2e/statements/statements-screen.ts';

test('a link survives the web pages of a filter until the clerk tries again', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { paydesk, folder } = await openWatching(launch, dataFolder, simulator);
  await requestJanuary(paydesk, [1001, 1002]);
  simulator.faults.set('statementDownload', { kind: 'html' });
  await writeFile(join(folder, 'event.json'), JSON.stringify(newestEvent(simulator, 1001)));
  const text = JSON.stringify(newestEvent(simulator, 1002));
  await callCommand(paydesk, 'statements.addEvents', { action: 'paste', text });
  const lostOnRestart = (walletId: number) =>
    inboxRow(paydesk, walletId).getByTitle(/lost when Paydesk closes/);
  for (const walletId of [1001, 1002]) {
    const tryAgain = inboxRow(paydesk, walletId).getByRole('button', { name: 'Try again now' });
    await expect(tryAgain).toBeVisible({ timeout: 60_000 });
    // After more bad answers than one, the link is still there.
    const count = countDownloads(simulator);
    await tryAgain.click();
    await expect.poll(() => countDownloads(simulator)).toBeGreaterThan(count);
    await expect(tryAgain).toBeVisible();
    await expect(lostOnRestart(walletId)).toHaveCount(walletId === 1001 ? 0 : 1);
  }
  expect(await readdir(folder)).toEqual(['event.json']);
  simulator.faults.clear();
  for (const walletId of [1001, 1002]) {
    await inboxRow(paydesk, walletId).getByRole('button', { name: 'Try again now' }).click();
    await expect(inboxRow(paydesk, walletId)).toContainText('Stored');
  }
  await expect.poll(async () => readdir(folder)).toEqual(['processed']);
});
