/** @file Statements at month end: many wallets and months in one request, with refusals and expiring links. */
import type { Paydesk } from '../../e2e/fixture.ts';
import { expect } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { profileId, test } from '../../e2e/managed-company.ts';
import {
  besideData,
  countDownloads,
  createReceiver,
  inboxRow,
  launchOptionsFor,
  openSignedIn,
  openStatements,
  openView,
  openWatching,
  requestedPeriods,
  statementsOf,
  untilAllStored,
  watchFolder,
} from '../../e2e/statements-screen.ts';

const findDuplicates = (texts: readonly string[]) =>
  texts.filter((text, index) => texts.indexOf(text) !== index);

/** Visible cells of the coverage table that are in a state. */
function cells({ page }: Paydesk, state: string) {
  return page.getByRole('table', { name: 'Statements by wallet and month' }).getByRole('button', {
    name: new RegExp(`: ${state}`),
  });
}

test('12 wallets by 12 months are requested at once, all are stored, and no gap is left', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { paydesk, folder } = await openWatching(launch, dataFolder, simulator);
  const { page } = paydesk;
  await openView(paydesk, 'Coverage');
  // Shows last year, in which every month has ended.
  await page.getByRole('button', { name: 'Previous year' }).click();
  await expect(cells(paydesk, 'Missing')).toHaveCount(144);
  await page.getByRole('button', { name: 'Select 144 missing', exact: true }).click();
  await page.getByRole('button', { name: 'Request 144 statements in sandbox' }).click();
  await expect(cells(paydesk, 'Requested')).toHaveCount(144);
  await expect(page.getByText('0 of 144 requested statements stored')).toBeVisible();
  // There is one request for each month, and no month is requested twice.
  expect(simulator.state.statementRequests).toHaveLength(12);
  expect(requestedPeriods(simulator)).toHaveLength(144);
  expect(findDuplicates(requestedPeriods(simulator))).toEqual([]);

  await createReceiver(simulator, folder)();
  const stored = await untilAllStored(paydesk, 144);
  expect(stored).toHaveLength(144);
  expect(new Set(stored.map(({ source }) => source))).toEqual(new Set(['folder']));
  expect(stored.every(({ transactions, sha256 }) => transactions !== null && sha256 !== null)).toBe(true);
  await expect(cells(paydesk, 'Stored')).toHaveCount(144);
  await expect(page.getByText('144 of 144 requested statements stored')).toBeVisible();
  await expect(page.getByText('No statements are missing in these months.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Select \d+ missing/ })).toBeHidden();
  // Nothing was requested or downloaded twice.
  expect(simulator.state.statementRequests).toHaveLength(12);
  expect(countDownloads(simulator)).toBe(144);
  expect(simulator.violations()).toEqual([]);
});

test('wallets that the service does not know are named and leave the inbox, and the known wallets are requested alone', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const paydesk = await openSignedIn(launch, dataFolder, simulator);
  const { page } = paydesk;
  await page.getByLabel('Wallets').fill('1001, 41007, 1002, 7');
  await page.getByRole('button', { name: 'Request 4 statements in sandbox' }).click();
  await expect(page.getByText(/The service doesn’t know wallets 41007 and 7/).first()).toBeVisible();
  await expect(page.getByLabel('Wallets')).toHaveAttribute('aria-invalid', 'true');
  expect(simulator.state.statementRequests).toEqual([]);

  await page.getByRole('button', { name: 'Request without 41007 and 7' }).click();
  await expect(page.getByLabel('Wallets')).toHaveValue('');
  expect(simulator.state.statementRequests.map(({ walletIds }) => walletIds)).toEqual([[1001, 1002]]);
  expect(simulator.violations()).toEqual([]);

  // The inbox has each known wallet once, from the second request.
  await openView(paydesk, 'Inbox');
  await expect(inboxRow(paydesk, 1001)).toContainText('Waiting');
  const rows = page.getByRole('grid', { name: 'Statements' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: /41007|Refused/ })).toHaveCount(0);
  const needsYou = await callCommand(paydesk, 'needsYou.list', { offset: 0, limit: 50 });
  expect(needsYou.rows.map(({ kind }) => kind)).not.toContain('request-refused');
});

test('when a wallet is refused in one month, no other month is requested twice', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const paydesk = await openSignedIn(launch, dataFolder, simulator);
  const { page } = paydesk;
  await expect(cells(paydesk, 'Missing').first()).toBeVisible();
  await page.getByRole('button', { name: 'Previous year' }).click();
  await page.getByRole('button', { name: 'Select 144 missing', exact: true }).click();
  const refusedMonth = { skip: 4, times: 1 };
  simulator.faults.set(
    'statementExport',
    { kind: 'delay', milliseconds: 600_000, ...refusedMonth },
    {
      kind: 'status',
      status: 400,
      ...refusedMonth,
      body: JSON.stringify({ statusCode: 400, message: 'Invalid wallet Ids: 1005' }),
    },
  );
  await page.getByRole('button', { name: 'Request 144 statements in sandbox' }).click();
  // The refusal comes last, after every other request.
  await expect(cells(paydesk, 'Requested')).toHaveCount(144);
  simulator.faults.clear();
  await expect(
    page.getByText('The service doesn’t know wallet 1005', { exact: false }).first(),
  ).toBeVisible();
  expect(simulator.state.statementRequests).toHaveLength(11);

  await page.getByRole('button', { name: 'Request without 1005' }).click();
  await expect(cells(paydesk, 'Requested')).toHaveCount(143);
  expect(simulator.state.statementRequests).toHaveLength(12);
  expect(findDuplicates(requestedPeriods(simulator))).toEqual([]);
  const walletsOfLastRequest = simulator.state.statementRequests.at(-1)?.walletIds ?? [];
  expect(walletsOfLastRequest).toHaveLength(11);
  expect(walletsOfLastRequest).not.toContain(1005);
  // Only the refused month is still missing.
  await page.getByRole('button', { name: 'Select 1 missing', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Request 1 statement in sandbox' })).toBeEnabled();
});

test('a selection made while a request runs stays, and the next request contains only that selection', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const paydesk = await openSignedIn(launch, dataFolder, simulator);
  const { page } = paydesk;
  await page.getByRole('button', { name: 'Previous year' }).click();
  await expect(cells(paydesk, 'Missing')).toHaveCount(144);
  await cells(paydesk, 'Missing').first().click();
  simulator.faults.set('statementExport', { kind: 'delay', milliseconds: 600_000 });
  await page.getByRole('button', { name: 'Request 1 statement in sandbox' }).click();
  const requestingButton = page.getByRole('button', { name: 'Requesting…' });
  await expect(requestingButton).toBeVisible();
  await cells(paydesk, 'Missing').last().click();
  // Requested statements are no longer missing, so the button counts only the new selection.
  await expect(page.getByText('1 statement selected')).toBeVisible();
  simulator.faults.clear();
  await expect(requestingButton).toBeHidden();
  await expect(page.getByText('1 statement selected')).toBeVisible();

  await page.getByRole('button', { name: 'Request 1 statement in sandbox' }).click();
  await expect(cells(paydesk, 'Requested')).toHaveCount(2);
  await expect(page.getByText('1 statement selected')).toBeHidden();
  expect(requestedPeriods(simulator)).toHaveLength(2);
  expect(findDuplicates(requestedPeriods(simulator))).toEqual([]);
});

test('an expired link is reported, and the clerk gets the statement with a second request', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { paydesk, folder } = await openWatching(launch, dataFolder, simulator);
  const { page } = paydesk;
  const receive = createReceiver(simulator, folder);
  await openView(paydesk, 'Coverage');
  await page.getByLabel('Wallets').fill('1001, 1002, 1003');
  await page.getByRole('button', { name: 'Request 3 statements in sandbox' }).click();
  await expect(cells(paydesk, 'Requested')).toHaveCount(3);
  // The link of this statement expires before its download starts.
  const isForWallet1002 = ({ path }: { path: string }) => path.includes('/1002/');
  simulator.faults.set('statementDownload', { kind: 'hang', when: isForWallet1002 });
  await receive();
  await untilAllStored(paydesk, 2);
  await openView(paydesk, 'Inbox');
  await expect(inboxRow(paydesk, 1002)).toContainText('Downloading');
  simulator.clock.advance(2 * 86_400_000);
  simulator.faults.clear();
  await expect(inboxRow(paydesk, 1002)).toContainText('Link expired', { timeout: 60_000 });
  expect(simulator.state.statementRequests).toHaveLength(1);

  await openView(paydesk, 'Coverage');
  await cells(paydesk, 'Expired').click();
  await page.getByRole('button', { name: 'Request 1 statement in sandbox' }).click();
  await expect(cells(paydesk, 'Requested')).toHaveCount(1);
  await receive();
  await expect(cells(paydesk, 'Stored')).toHaveCount(3, { timeout: 60_000 });
  expect(simulator.state.statementRequests.map(({ walletIds }) => walletIds)).toEqual([
    [1001, 1002, 1003],
    [1002],
  ]);
  expect(simulator.violations()).toEqual([]);
  // Needs you is empty.
  expect((await statementsOf(paydesk)).map(({ state }) => state)).toEqual(['stored', 'stored', 'stored']);
  await openView(paydesk, 'Inbox');
  await expect(page.getByRole('button', { name: 'Request again' })).toBeHidden();
});

test('stored statements can be reviewed after a restart without the service', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const options = await launchOptionsFor(dataFolder, simulator);
  const firstPaydesk = await launch(options);
  const { apiKey } = simulator.credentials;
  await callCommand(firstPaydesk, 'session.signIn', { profileId: 'test-profile', apiKey, keep: 'keychain' });
  await openStatements(firstPaydesk);
  const folder = besideData(dataFolder, 'events');
  await watchFolder(firstPaydesk, folder);
  const periods = [{ since: '2026-01-01', till: '2026-01-31' }];
  const walletIds = [1001, 1005];
  await callCommand(firstPaydesk, 'statements.wallets', {});
  await callCommand(firstPaydesk, 'statements.request', {
    profileId,
    walletIds,
    periods,
    format: 'csv',
    email: '',
  });
  await callCommand(firstPaydesk, 'statements.request', {
    profileId,
    walletIds: [1002],
    periods,
    format: 'pdf',
    email: '',
  });
  await createReceiver(simulator, folder)();
  await untilAllStored(firstPaydesk, 3);
  await firstPaydesk.quit();
  await simulator.close();

  const paydesk = await launch(options);
  const { page } = paydesk;
  await openStatements(paydesk);
  await expect(cells(paydesk, 'Stored')).toHaveCount(3);
  await cells(paydesk, 'Stored').first().click();
  const grid = page.getByRole('grid', { name: 'Rows of the statement' });
  await expect(grid.getByRole('columnheader', { name: 'Amount' })).toBeVisible();
  await page.getByRole('button', { name: 'Show checks' }).click();
  await expect(page.getByText('The balance adds up')).toBeVisible();
  await page.getByLabel('Filter Type').fill('payment');
  await expect(page.getByText(/of \d+ rows shown/)).toBeVisible();
  await grid.getByRole('button', { name: 'Amount', exact: true }).click();
  await expect(grid.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('searchbox', { name: 'Find in all columns' }).fill('invoice');
  await expect(page.getByText(/^1 of \d+/)).toBeVisible();

  await openView(paydesk, 'Search all');
  await page.getByRole('searchbox', { name: 'Search all stored statements' }).fill('rent');
  await expect(page.getByText(/\d+ match(?:es)? in [1-3] statements?/)).toBeVisible();
  await openView(paydesk, 'Inbox');
  await inboxRow(paydesk, 1002).getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('region', { name: 'Page 1', exact: true })).toBeVisible();
});
