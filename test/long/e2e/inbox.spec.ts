import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '../../e2e/fixture.ts';
import { requestJanuary } from '../../e2e/inbox-fixture.ts';
import { signIn, test } from '../../e2e/managed-company.ts';
import { photograph } from '../../e2e/photograph.ts';
import {
  besideData,
  inboxRow,
  launchOptionsFor,
  newestEvent,
  openStatements,
  openView,
  openWatching,
} from '../../e2e/statements-screen.ts';

test('an event with unknown fields is accepted and the field names are shown; the processed file has no link, or is deleted when the clerk chose so', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { paydesk, folder } = await openWatching(launch, dataFolder, simulator);
  const { page } = paydesk;
  await requestJanuary(paydesk, [1001, 1002]);
  const createEventWithUnknownFields = (walletId: number) => {
    const { event, ...envelope } = newestEvent(simulator, walletId);
    return {
      ...envelope,
      version: 'value-of-version',
      event: { ...event, branch: 'value-of-branch' },
    };
  };
  await writeFile(join(folder, 'first.json'), JSON.stringify(createEventWithUnknownFields(1001)));
  const row = inboxRow(paydesk, 1001);
  await expect(row).toContainText('Stored', { timeout: 60_000 });
  const unknownFieldsNote = row.getByText('Unknown fields: version and event.branch');
  await expect(unknownFieldsNote).toBeVisible();
  expect(await unknownFieldsNote.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(
    true,
  );
  await photograph(paydesk, 'inbox-unknown-fields');
  await expect(page.getByText(/needs? review/i)).toBeHidden();

  const processedFolder = join(folder, 'processed');
  await expect.poll(async () => readdir(processedFolder).catch(() => [])).toEqual(['first.json']);
  const { event, ...envelope } = newestEvent(simulator, 1001);
  const processed = await readFile(join(processedFolder, 'first.json'), 'utf8');
  expect(JSON.parse(processed)).toEqual({
    ...envelope,
    event: { ...event, url: new URL(event.url).hostname },
  });
  await expect.poll(() => readdir(folder)).toEqual(['processed']);

  await page.getByRole('navigation', { name: 'Main' }).getByText('Settings').click();
  await page.getByRole('tab', { name: 'Files', exact: true }).click();
  await page.getByRole('switch', { name: 'Delete statement event files after use' }).focus();
  await page.keyboard.press('Space');
  await openStatements(paydesk);
  await openView(paydesk, 'Inbox');
  await writeFile(join(folder, 'second.json'), JSON.stringify(createEventWithUnknownFields(1002)));
  await expect(inboxRow(paydesk, 1002)).toContainText('Stored', { timeout: 60_000 });
  await expect.poll(async () => readdir(folder)).toEqual(['processed']);
  expect(await readdir(processedFolder)).toEqual(['first.json']);

  await page.getByRole('navigation', { name: 'Main' }).getByText('Activity').click();
  await expect(page.getByText(/unknown fields: version and event\.branch/).first()).toBeVisible();
  expect(await page.content()).not.toMatch(/value-of-/);
});

test('an event that matches no request waits until the clerk accepts it; a damaged event is quarantined with its reason', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { paydesk, folder } = await openWatching(launch, dataFolder, simulator);
  const { page } = paydesk;
  await requestJanuary(paydesk, [1001]);
  const { event, ...envelope } = newestEvent(simulator, 1001);
  const unrequestedEvent = { ...envelope, event: { ...event, dateTill: '2025-01-30T23:59:59.999Z' } };
  await writeFile(join(folder, 'other.json'), JSON.stringify(unrequestedEvent));
  await writeFile(join(folder, 'damaged.json'), '{"eventId": ');
  await expect(page.getByText('2 events need review')).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(async () => new Set(await readdir(join(folder, 'rejected')).catch(() => [])))
    .toEqual(new Set(['damaged.json', 'damaged.json.reason.txt']));
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(inboxRow(paydesk, 1001).filter({ hasText: /30 Jan|Jan 30/ })).toContainText('Stored');
  await openView(paydesk, 'Coverage');
  expect(simulator.state.statementRequests).toHaveLength(1);
});

test('a folder that IT configured is watched automatically and cannot be changed by the clerk', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const folder = besideData(dataFolder, 'events');
  await mkdir(folder, { recursive: true });
  const paydesk = await launch(
    await launchOptionsFor(dataFolder, simulator, { inbox: { folder, usedFiles: null } }),
  );
  await signIn(paydesk, simulator);
  const { page } = paydesk;
  await openStatements(paydesk);
  await openView(paydesk, 'Inbox');
  await expect(page.getByText(`Watching ${folder}`)).toBeVisible();
  await expect(page.getByText('Set by your IT')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Watch a folder…' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Stop watching' })).toBeHidden();
  await requestJanuary(paydesk, [1001]);
  await writeFile(join(folder, 'event.json'), JSON.stringify(newestEvent(simulator, 1001)));
  await expect(inboxRow(paydesk, 1001)).toContainText('Stored', { timeout: 60_000 });
});
