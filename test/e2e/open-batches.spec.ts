/** @file Unfinished batches stay visible after a restart until the clerk settles or closes them. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdf, writeFiles } from '../fakes/files.ts';
import {
  assignByFolder,
  type Company,
  callCommand,
  chooseFolders,
  rowsOf,
  settle,
  signIn,
  start,
  test,
  untilState,
} from './company.ts';
import { expect, inElectron, type LaunchOptions, type Paydesk } from './fixture.ts';
import { checkLayout } from './layout/check-layout.ts';
import { photograph } from './photograph.ts';

const label = 'Ahlström';
const files = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`${index + 1}.pdf`, pdf(`${label} ${index}`)]),
);

/** Signs in, and adds, checks and assigns twelve files of one beneficiary. */
async function prepare(paydesk: Paydesk, company: Company): Promise<{ batchId: number; folder: string }> {
  await signIn(paydesk, company);
  await callCommand(paydesk, 'beneficiaries.add', { label, recipientId: `R-${label}` });
  const folder = join(company.files, label);
  await writeFiles(folder, files);
  const batchId = await chooseFolders(paydesk, folder);
  await assignByFolder(paydesk, batchId);
  return { batchId, folder };
}

/** Stores eleven files, lets one fail because it changed, and restarts Paydesk. */
async function restartWithProblem(
  paydesk: Paydesk,
  launch: (options?: Partial<LaunchOptions>) => Promise<Paydesk>,
  company: Company,
  options: Partial<LaunchOptions> = {},
): Promise<{ again: Paydesk; batchId: number }> {
  const { batchId, folder } = await prepare(paydesk, company);
  await appendFile(join(folder, '7.pdf'), '%');
  await start(paydesk, batchId);
  await untilState(paydesk, batchId, 'done-with-problems');
  expect(await statesOf(paydesk, batchId)).toEqual({ stored: 11, failed: 1 });
  expect(await paydesk.quit()).toBe(0);
  const again = await launch(options);
  await signIn(again, company);
  await openDocuments(again);
  return { again, batchId };
}

/** Opens Documents; after a sign-in Needs you is shown first. */
async function openDocuments(paydesk: Paydesk): Promise<void> {
  await railItem(paydesk, /^Documents/).click();
}

async function statesOf(paydesk: Paydesk, batchId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of await rowsOf(paydesk, batchId)) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

const railItem = ({ page }: Paydesk, name: RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name });

const title = ({ page }: Paydesk, name: string | RegExp) => page.getByRole('heading', { level: 2, name });

test('eleven stored documents and a failed one are shown, badged and announced after a restart', async ({
  paydesk,
  launch,
  company,
}) => {
  const { again } = await restartWithProblem(paydesk, launch, company);
  await expect(title(again, '0 of 12 documents for 1 beneficiary are attached')).toBeVisible();
  await expect(again.page.getByText('Batch 1 is not finished: 12 documents are not attached')).toBeVisible();
  await expect(railItem(again, /^Documents/)).toHaveAccessibleName(/12 need you/);
  await expect(
    again.page.getByRole('status').filter({ hasText: 'Batch 1 is not finished. 12 need you' }),
  ).toBeAttached();
});

test('a batch with only unknown outcomes left is shown and badged after a restart', async ({
  paydesk,
  launch,
  company,
}) => {
  const { batchId } = await prepare(paydesk, company);
  company.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
  await start(paydesk, batchId);
  await untilState(paydesk, batchId, 'done-with-problems');
  expect(await statesOf(paydesk, batchId)).toEqual({ 'attach-unknown': 12 });
  expect(await paydesk.quit()).toBe(0);

  const again = await launch();
  await signIn(again, company);
  await openDocuments(again);
  await expect(title(again, '0 of 12 documents for 1 beneficiary are attached')).toBeVisible();
  await expect(railItem(again, /^Documents/)).toHaveAccessibleName(/12 need you/);
  const [outcome] = await callCommand(again, 'beneficiaries.unknownOutcomes', {});
  if (outcome === undefined) throw new Error('The outcome is known');
  expect(await settle(again, company, outcome)).toBe('is-there');
  await untilState(again, batchId, 'done');
  await expect(railItem(again, /^Documents/)).not.toHaveAccessibleName(/need/);
});

test('closing a batch names what stays unfinished, and the batch is found in Earlier batches', async ({
  paydesk,
  launch,
  company,
}) => {
  const { again, batchId } = await restartWithProblem(paydesk, launch, company);
  const { page } = again;
  await page.getByRole('button', { name: 'Close batch…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close batch 1?' });
  await expect(dialog).toContainText('11 files are stored at the service but not attached, 1 failed.');
  await expect(dialog.getByRole('button', { name: 'Keep open' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await statesOf(again, batchId)).toEqual({ stored: 11, failed: 1 });

  await page.getByRole('button', { name: 'New batch' }).click();
  await expect(page.getByText('1 batch is open: 12 need you')).toBeVisible();
  await page.getByRole('button', { name: 'Earlier batches' }).click();
  const row = page.getByRole('row', { name: /Batch 1/ });
  await expect(row.getByText('Open')).toBeVisible();
  await row.click();
  await page.getByRole('button', { name: 'Close batch…' }).click();
  await dialog.getByRole('button', { name: 'Close batch 1' }).click();
  await expect(dialog).toBeHidden();
  await untilState(again, batchId, 'done');
  await expect(railItem(again, /^Documents/)).not.toHaveAccessibleName(/need/);
  expect(await statesOf(again, batchId)).toEqual({ cancelled: 12 });
  await page.getByRole('button', { name: 'Earlier batches' }).click();
  await expect(row).toBeVisible();
  await expect(row.getByText('Open')).toBeHidden();
});

test('a batch with unknown outcomes asks to settle them before it is closed', async ({
  paydesk,
  company,
}) => {
  const { batchId } = await prepare(paydesk, company);
  company.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
  await start(paydesk, batchId);
  await untilState(paydesk, batchId, 'done-with-problems');
  const close = paydesk.page.getByRole('button', { name: 'Close batch…' });
  await expect(close).toBeDisabled();
  await expect(close).toHaveAccessibleDescription('Settle the unknown outcome of 12 documents first');
});

for (const deviceScaleFactor of [1, 1.5]) {
  test(`unfinished batches are photographed at ${deviceScaleFactor * 100} %`, async ({
    paydesk,
    launch,
    company,
  }) => {
    test.skip(inElectron, 'Pictures are taken in the host only');
    test.setTimeout(180_000);
    const { again } = await restartWithProblem(paydesk, launch, company, { deviceScaleFactor });
    const { page } = again;
    await expect(title(again, '0 of 12 documents for 1 beneficiary are attached')).toBeVisible();
    await photograph(again, 'open-after-restart');
    await page.getByRole('button', { name: 'Close batch…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await photograph(again, 'open-close');
    if (deviceScaleFactor === 1) await checkLayout(again, 'open-close');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Tray' }).click();
    await photograph(again, 'open-tray');
    await page.getByRole('button', { name: 'Tray' }).click();
    await page.getByRole('button', { name: 'New batch' }).click();
    await photograph(again, 'open-new');
    await page.getByRole('button', { name: 'Earlier batches' }).click();
    await expect(page.getByRole('row', { name: /Batch 1/ })).toBeVisible();
    await photograph(again, 'open-earlier');
    await again.resize(960, 720);
    await photograph(again, 'open-earlier-narrow', { axe: false });
  });
}
