/** @file Unfinished batches stay visible after a restart until the clerk settles or closes them. */
import { test } from './company.ts';
import { expect } from './fixture.ts';
import { headingOf, navigationItem, restartWithProblem } from './open-batches-fixture.ts';

test('after a restart, a batch with eleven stored documents and one failed document is shown, badged and announced', async ({
  paydesk,
  launch,
  company,
}) => {
  const { restarted } = await restartWithProblem(paydesk, launch, company);
  await expect(headingOf(restarted, '0 of 12 documents for 1 beneficiary are attached')).toBeVisible();
  await expect(
    restarted.page.getByText('Batch 1 is not finished: 12 documents are not attached'),
  ).toBeVisible();
  await expect(navigationItem(restarted, /^Documents/)).toHaveAccessibleName(/2 need you/);
  await expect(
    restarted.page.getByRole('status').filter({ hasText: 'Batch 1 is not finished. 12 need you' }),
  ).toBeAttached();
});
