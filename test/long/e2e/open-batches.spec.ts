import { startBatch, test, untilState } from '../../e2e/company.ts';
import { expect } from '../../e2e/fixture.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import {
  countStates,
  headingOf,
  navigationItem,
  prepareBatch,
  restartWithProblem,
} from '../../e2e/open-batches-fixture.ts';
import { photograph } from '../../e2e/photograph.ts';

test('closing a batch names the unfinished documents, and the closed batch is in Earlier batches', async ({
  paydesk,
  launch,
  company,
}) => {
  const { restarted, batchId } = await restartWithProblem(paydesk, launch, company);
  const { page } = restarted;
  await expect(headingOf(restarted, '0 of 12 documents for 1 beneficiary are attached')).toBeVisible();
  await photograph(restarted, 'open-after-restart', { at150: true });
  await page.getByRole('button', { name: 'Close batch…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close batch 1?' });
  await expect(dialog).toContainText('11 files are stored at the service but not attached, 1 failed.');
  await expect(dialog.getByRole('button', { name: 'Keep open' })).toBeFocused();
  await photograph(restarted, 'open-close', { at150: true });
  await checkLayout(restarted, 'open-close');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await countStates(restarted, batchId)).toEqual({ stored: 11, failed: 1 });

  await page.getByRole('button', { name: 'Transfers' }).click();
  await photograph(restarted, 'open-tray', { at150: true });
  await page.getByRole('button', { name: 'Transfers' }).click();
  await page.getByRole('button', { name: 'New batch' }).click();
  await expect(page.getByText('1 batch is open: 12 need you')).toBeVisible();
  await photograph(restarted, 'open-new', { at150: true });
  await page.getByRole('button', { name: 'Earlier batches' }).click();
  const row = page.getByRole('row', { name: /Batch 1/ });
  await expect(row.getByText('Open')).toBeVisible();
  await photograph(restarted, 'open-earlier', { at150: true });
  await row.click();
  await page.getByRole('button', { name: 'Close batch…' }).click();
  await dialog.getByRole('button', { name: 'Close batch 1' }).click();
  await expect(dialog).toBeHidden();
  await untilState(restarted, batchId, 'done');
  await expect(navigationItem(restarted, /^Documents/)).not.toHaveAccessibleName(/need/);
  expect(await countStates(restarted, batchId)).toEqual({ cancelled: 12 });
  await page.getByRole('button', { name: 'Earlier batches' }).click();
  await expect(row).toBeVisible();
  await expect(row.getByText('Open')).toBeHidden();
});

test('a batch with unknown outcomes cannot be closed until the clerk settles them', async ({
  paydesk,
  company,
}) => {
  const { batchId } = await prepareBatch(paydesk, company);
  company.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
  await startBatch(paydesk, batchId);
  await untilState(paydesk, batchId, 'done-with-problems');
  const closeButton = paydesk.page.getByRole('button', { name: 'Close batch…' });
  await expect(closeButton).toBeDisabled();
  await expect(closeButton).toHaveAccessibleDescription('Settle the unknown outcome of 12 documents first');
});
