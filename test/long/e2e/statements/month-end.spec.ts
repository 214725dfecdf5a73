/** @file Months that are selected in the coverage while a request runs. */
import { expect, type Paydesk } from '../../../e2e/fixture.ts';
import { test } from '../../../e2e/managed-company.ts';
import { openSignedIn, requestedPeriods } from '../../../e2e/statements/statements-screen.ts';

const findDuplicates = (texts: readonly string[]) =>
  texts.filter((text, index) => texts.indexOf(text) !== index);

/** Visible cells of the coverage table that are in a state. */
function cells({ page }: Paydesk, state: string) {
  return page.getByRole('table', { name: 'Statements by wallet and month' }).getByRole('button', {
    name: new RegExp(`: ${state}`),
  });
}

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
  await page.getByRole('button', { name: 'I’ll paste the event' }).click();
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
