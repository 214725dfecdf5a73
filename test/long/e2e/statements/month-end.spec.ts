/** @file Statements at month end: many wallets and months in one request, with a refusal. */
import { expect, type Paydesk } from '../../../e2e/fixture.ts';
import { test } from '../../../e2e/managed-company.ts';
import {
  countDownloads,
  createReceiver,
  openSignedIn,
  openView,
  openWatching,
  requestedPeriods,
  untilAllStored,
} from '../../../e2e/statements/statements-screen.ts';

const findDuplicates = (texts: readonly string[]) =>
  texts.filter((text, index) => texts.indexOf(text) !== index);

/** Visible cells of the coverage table that are in a state. */
function cells({ page }: Paydesk, state: string) {
  return page.getByRole('table', { name: 'Statements by wallet and month' }).getByRole('button', {
    name: new RegExp(`: ${state}`),
  });
}

test('12 wallets by 12 months are requested at once, each once although a wallet is refused in one month, and all are stored', async ({
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
  await page.getByRole('button', { name: 'Request 1 statement in sandbox' }).click();
  await expect(cells(paydesk, 'Requested')).toHaveCount(144);

  await createReceiver(simulator, folder)();
  const stored = await untilAllStored(paydesk, 144);
  expect(stored).toHaveLength(144);
  expect(new Set(stored.map(({ source }) => source))).toEqual(new Set(['folder']));
  expect(stored.every(({ transactions, sha256 }) => transactions !== null && sha256 !== null)).toBe(true);
  await expect(cells(paydesk, 'Stored')).toHaveCount(144);
  await expect(page.getByText('No statements are missing in these months.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Select \d+ missing/ })).toBeHidden();
  // Nothing was requested or downloaded twice.
  expect(simulator.state.statementRequests).toHaveLength(13);
  expect(requestedPeriods(simulator)).toHaveLength(144);
  expect(findDuplicates(requestedPeriods(simulator))).toEqual([]);
  expect(countDownloads(simulator)).toBe(144);
  expect(simulator.violations()).toEqual([]);
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
