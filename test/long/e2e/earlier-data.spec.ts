/** @file A backup of the database is put back as the operations guide says, and the clerk chooses what to do with it. */
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn, startBatch, test, untilState } from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { navigationItem, prepareBatch } from '../../e2e/open-batches-fixture.ts';
import { photograph } from '../../e2e/photograph.ts';

const isOfDatabase = (name: string) => name.startsWith('paydesk.db');

test('data from an earlier time is named, and attaches nothing again until the clerk resumes its batch', async ({
  paydesk,
  launch,
  company,
  dataFolder,
}) => {
  const { simulator } = company;
  const backup = join(company.files, 'backup');
  const { batchId } = await prepareBatch(paydesk, company);
  simulator.faults.set('upload', { kind: 'hang' });
  await startBatch(paydesk, batchId);
  await expect.poll(() => simulator.calls().some(({ route }) => route === 'uploadDocuments')).toBe(true);
  await paydesk.kill();
  await mkdir(backup);
  for (const name of (await readdir(dataFolder)).filter(isOfDatabase))
    await cp(join(dataFolder, name), join(backup, name));
  simulator.faults.clear();
  const later = await launch();
  await signIn(later, company);
  await untilState(later, batchId, 'done');
  expect(await later.quit()).toBe(0);
  const attached = simulator.calls().length;

  for (const name of (await readdir(dataFolder)).filter(isOfDatabase)) await rm(join(dataFolder, name));
  for (const name of await readdir(backup)) await cp(join(backup, name), join(dataFolder, name));
  const opened = await launch();
  const { page } = opened;
  await expect(page.getByRole('heading', { name: 'This data is from an earlier time' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The database is older than the stored files');
  await photograph(opened, 'earlier-data');
  await checkLayout(opened, 'earlier-data');

  await test.step('the archive is confirmed with what happens to the data', async () => {
    await page.getByRole('button', { name: 'Archive and start new' }).press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Nothing is deleted.');
    await photograph(opened, 'archive-data');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await page.getByRole('button', { name: 'Continue with this data' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'This data is from an earlier time' })).toBeHidden();
  await signIn(opened, company);
  await showPausedBatch(opened);
  await photograph(opened, 'paused-batch');
  const uploads = () =>
    simulator
      .calls()
      .slice(attached)
      .filter(({ route }) => route !== 'login');
  expect(uploads()).toEqual([]);
});

async function showPausedBatch(paydesk: Paydesk): Promise<void> {
  await navigationItem(paydesk, /^Documents/).click();
  await expect(paydesk.page.getByText('Batch 1 is paused: its data is from an earlier time')).toBeVisible();
}
