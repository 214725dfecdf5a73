/** @file Cancel and Sign out end unfinished work: each confirmation first names the numbers of documents. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  assignByFolder,
  type Company,
  chooseFolders,
  rowsOf,
  signIn,
  startBatch,
  test,
} from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { photograph } from '../../e2e/photograph.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';

const deletedFiles = ['6.pdf', '7.pdf'];

/** Starts a batch of eight documents: one attached, two stored, three uploading, two with deleted files. */
async function startUnfinishedBatch(paydesk: Paydesk, company: Company): Promise<number> {
  const { simulator, files } = company;
  for (const label of ['Ahlström', 'Brandt']) {
    await callCommand(paydesk, 'beneficiaries.add', { label, recipientId: `rcp-${label}` });
  }
  const folder = join(files, 'week');
  await writeFiles(folder, {
    'Ahlström/contract.pdf': pdf('contract'),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].map((number) => [`Brandt/${number}.pdf`, pdf(`${number}`, 90_000)]),
    ),
  });
  const batchId = await chooseFolders(paydesk, folder);
  await assignByFolder(paydesk, batchId);
  for (const name of deletedFiles) await rm(join(folder, 'Brandt', name));
  simulator.faults.set('upload', { kind: 'hang', skip: 3 });
  await startBatch(paydesk, batchId);
  await untilStuck(paydesk, batchId);
  return batchId;
}

async function untilStuck(paydesk: Paydesk, batchId: number): Promise<void> {
  await expect
    .poll(async () => (await rowsOf(paydesk, batchId)).map(({ state }) => state).sort(), { timeout: 30_000 })
    .toEqual([
      'attached',
      'sending',
      'sending',
      'sending',
      'stored',
      'stored',
      'waiting-for-file',
      'waiting-for-file',
    ]);
}

test('a sign-out and a cancellation name the documents that wait, that the service has and that it will not get', async ({
  launch,
  company,
}) => {
  const paydesk = await launch({ deviceScaleFactor: 1.5 });
  const { page } = paydesk;
  await signIn(paydesk, company);
  const batchId = await startUnfinishedBatch(paydesk, company);
  const dialog = page.getByRole('dialog', { name: 'Sign out of Nordlicht Maschinenbau GmbH?' });
  const signOutFromMenu = async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Nordlicht' }).press('Enter');
    await page.getByRole('menuitem', { name: /^Sign out of/ }).press('Enter');
  };
  await signOutFromMenu();
  await expect(dialog.getByRole('listitem')).toHaveText([
    '3 files are being uploaded. The uploads start again after the next sign-in.',
    'Batch 1 resumes after the next sign-in: 3 documents to send.',
  ]);
  await expect(dialog.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await photograph(paydesk, 'sign-out');
  await checkLayout(paydesk, 'sign-out');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await signOutFromMenu();
  await dialog.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(page.getByText('Batch 1 waits for you to sign in: 3 documents to send.')).toBeVisible();
  await expect(page.getByRole('row', { name: /3 documents to send/ })).toBeVisible();
  await photograph(paydesk, 'sign-in-waiting');
  await signIn(paydesk, company);
  await untilStuck(paydesk, batchId);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Documents/ })
    .click();
  const cancellation = page.getByRole('dialog');

  await test.step('the whole batch is cancelled', async () => {
    await page.getByRole('button', { name: 'Cancel batch…' }).press('Enter');
    await expect(cancellation).toContainText('Cancel batch 1?');
    await expect(cancellation.getByRole('listitem')).toHaveText([
      '1 document is attached and stays attached.',
      '2 documents are stored at the service and stay there without a beneficiary.',
      /^3 documents are being uploaded\. The upload stops/,
      '2 documents were not sent and stay on this computer.',
    ]);
    await photograph(paydesk, 'cancel-batch');
    await cancellation.getByRole('button', { name: 'Cancel 7 documents' }).press('Enter');
    await expect(cancellation).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Cancelled: 1 document attached' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(
      '2 stored without a beneficiary, 3 stopped during the upload, 2 not sent',
    );
    await expect(page.getByRole('radio', { name: /^Cancelled 7/ })).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Excluded/ })).toBeHidden();
    await photograph(paydesk, 'cancelled-batch');
  });
  company.simulator.faults.clear();
});
