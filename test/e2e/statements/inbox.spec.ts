/** @file Every source of statement events: watched folder, dropped file, pasted text and listener. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '../fixture.ts';
import { test } from '../managed-company.ts';
import { besideData, inboxRow, newestEvent, openWatching, requestJanuary } from './statements-screen.ts';

test('events arrive from a watched folder, a dropped file, pasted text and the listener', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { paydesk, folder } = await openWatching(launch, dataFolder, simulator);
  const { page } = paydesk;
  const walletIds = [1001, 1002, 1003, 1004];
  await requestJanuary(paydesk, walletIds);
  await expect(inboxRow(paydesk, 1004)).toContainText('No event yet');

  await writeFile(join(folder, 'event.json'), JSON.stringify(newestEvent(simulator, 1001)));
  await expect(inboxRow(paydesk, 1001)).toContainText('Stored', { timeout: 60_000 });
  await expect(inboxRow(paydesk, 1001)).toContainText('Watched folder');
  await expect.poll(async () => readdir(join(folder, 'processed')).catch(() => [])).toEqual(['event.json']);

  const droppedFile = besideData(dataFolder, 'dropped.json');
  await writeFile(droppedFile, JSON.stringify(newestEvent(simulator, 1002)));
  await paydesk.drop('main', [droppedFile]);
  await expect(inboxRow(paydesk, 1002)).toContainText('Stored');
  await expect(inboxRow(paydesk, 1002)).toContainText('Dropped file');

  await page.getByRole('button', { name: 'For IT' }).click();
  await page.getByRole('button', { name: 'Paste event…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste statement event' });
  await dialog.getByLabel('Event').fill(JSON.stringify(newestEvent(simulator, 1003), null, 2));
  await dialog.getByRole('button', { name: 'Add event' }).click();
  await expect(dialog).toBeHidden();
  await expect(inboxRow(paydesk, 1003)).toContainText('Stored');
  await expect(inboxRow(paydesk, 1003)).toContainText('Pasted');

  await page.getByText('Listen on this computer').click();
  const address = await page.getByText(/^http:\/\/127\.0\.0\.1:\d+\/\w+$/).innerText();
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newestEvent(simulator, 1004)),
  });
  expect(answer.status).toBe(202);
  await expect(inboxRow(paydesk, 1004)).toContainText('Stored');
  await expect(inboxRow(paydesk, 1004)).toContainText('Listener');
  expect(await readdir(folder)).toEqual(['processed']);
  expect(simulator.violations()).toEqual([]);

  // Switching the listener off closes its port.
  await page.getByText('Listen on this computer').last().click();
  await expect(page.getByText(address)).toBeHidden();
  await expect(fetch(address, { method: 'POST' })).rejects.toThrow();
});
