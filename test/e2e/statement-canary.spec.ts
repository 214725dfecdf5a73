/**
 * @file A statement during download, review, filter, search and close, and after a crash: no line of it is unencrypted in the
 * data folder, the browser's folder or the folder for temporary files.
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Simulator } from '../../src/main/simulator/simulator.ts';
import { expect, type Paydesk } from './fixture.ts';
import { callCommand, profileId, signIn, test } from './managed-company.ts';
import {
  besideData,
  inboxRow,
  january,
  launchOptionsFor,
  newestEvent,
  openStatements,
  openView,
  untilAllStored,
} from './statements-screen.ts';
import { type Secrets, secretsBelow, secretsIn } from './traces.ts';

// Some hundred kilobytes, more than one encrypted frame per statement.
test.use({ company: { transactionsPerDay: 150 } });

/** The lines of a statement, as written and as the search index normalizes them. */
async function linesOf(simulator: Simulator): Promise<Secrets> {
  const address = newestEvent(simulator, 1001).event.url;
  const rows = (await (await fetch(address)).text()).split('\r\n').slice(1, -1);
  const found: Record<string, string> = {};
  for (const place of [0, rows.length >> 1, rows.length - 1]) {
    const row = rows[place] ?? '';
    const [, reference = ''] = row.split(',');
    const account = /[A-Z]{2}\d{2}(?:PRAC)?0{3,}\d{7,}/.exec(row)?.[0];
    found[`line ${place}`] = row;
    found[`reference ${place}`] = reference;
    found[`folded reference ${place}`] = reference.toLowerCase();
    if (account !== undefined) found[`account ${place}`] = account;
  }
  return found;
}

async function paste(paydesk: Paydesk, simulator: Simulator, walletId: number): Promise<void> {
  const text = JSON.stringify(newestEvent(simulator, walletId));
  expect(await callCommand(paydesk, 'statements.pasteEvent', { text })).toMatchObject({ taken: 1 });
}

test('no line of a statement is on the disk unencrypted', async ({ launch, dataFolder, simulator }) => {
  const temporary = besideData(dataFolder, 'tmp');
  await mkdir(temporary, { recursive: true });
  const options = { ...(await launchOptionsFor(dataFolder, simulator)), env: { TMPDIR: temporary } };
  const paydesk = await launch(options);
  const { page } = paydesk;
  await signIn(paydesk, simulator);
  await openStatements(paydesk);
  const periods = [january];
  await callCommand(paydesk, 'statements.request', {
    profileId,
    walletIds: [1001],
    periods,
    format: 'csv',
    email: '',
  });
  const lines = await linesOf(simulator);
  expect(Object.keys(lines).length).toBeGreaterThan(9);
  const onDisk = () => secretsBelow(dirname(dataFolder), lines);

  // The last bytes of the download never arrive.
  simulator.faults.set('statementDownload', { kind: 'short-body', ending: 'hang' });
  await paste(paydesk, simulator, 1001);
  await openView(paydesk, 'Inbox');
  await expect
    .poll(async () => {
      const { rows } = await callCommand(paydesk, 'statements.list', {
        state: 'downloading',
        offset: 0,
        limit: 1,
      });
      return rows[0]?.progress?.part ?? 0;
    })
    .toBeGreaterThan(300_000);
  expect(await onDisk()).toEqual([]);
  simulator.faults.clear();
  await untilAllStored(paydesk, 1);
  expect(await onDisk()).toEqual([]);

  await inboxRow(paydesk, 1001).getByRole('button', { name: 'Review' }).click();
  const reference = lines['reference 0'] ?? '';
  const grid = page.getByRole('grid', { name: 'Rows of the statement' });
  await expect(grid).toContainText(reference);
  await page.getByLabel('Filter Reference').fill(reference.toLowerCase());
  await expect(page.getByText(/^1 of [\d,]+ rows shown$/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find in all columns' }).fill(reference);
  await expect(page.getByText(/^1 of 1$/)).toBeVisible();
  await page.getByRole('button', { name: 'UTF-8…' }).click();
  await expect(page.getByRole('region', { name: 'Preview' }).getByText(reference)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await onDisk()).toEqual([]);

  await openView(paydesk, 'Search all');
  await page.getByRole('searchbox', { name: 'Search all stored statements' }).fill(reference);
  await expect(page.getByText('1 match in 1 statement')).toBeVisible();
  expect(await onDisk()).toEqual([]);

  await callCommand(paydesk, 'statements.request', {
    profileId,
    walletIds: [1001],
    periods,
    format: 'pdf',
    email: '',
  });
  await paste(paydesk, simulator, 1001);
  const stored = await untilAllStored(paydesk, 2);
  const { id = 0 } = stored.find(({ format }) => format === 'pdf') ?? {};
  await openView(paydesk, 'Inbox');
  await inboxRow(paydesk, 1001).filter({ hasText: 'PDF' }).getByRole('button', { name: 'Review' }).click();
  await expect(
    page.getByRole('region', { name: 'Page 1', exact: true }).getByText(reference).first(),
  ).toBeVisible();
  expect(id).toBeGreaterThan(0);
  expect(await onDisk()).toEqual([]);

  await paydesk.quit();
  expect(await onDisk()).toEqual([]);
  expect(secretsIn(paydesk.output(), lines)).toEqual([]);

  // The same after a crash during reading.
  const again = await launch(options);
  await signIn(again, simulator);
  await openStatements(again);
  await openView(again, 'Inbox');
  await inboxRow(again, 1001).filter({ hasText: 'CSV' }).getByRole('button', { name: 'Review' }).click();
  await expect(again.page.getByRole('grid', { name: 'Rows of the statement' })).toContainText(reference);
  await again.kill();
  expect(await onDisk()).toEqual([]);
});
