/** @file Needs you is shown first while work waits for the clerk, counts as many items as its badge, and has working buttons. */

import { join } from 'node:path';
import { compareNeedsYou, needsOf } from '../fakes/compare-needs-you.ts';
import { pdf, writeFiles } from '../fakes/files/files.ts';
import {
  assignByFolder,
  type Company,
  chooseFolders,
  signIn,
  startBatch,
  test,
  untilState,
} from './company.ts';
import { expect, type Paydesk } from './fixture.ts';
import { callCommand, callsOf } from './launch/calls.ts';
import { layoutJourney } from './layout/journey.ts';
import { photograph } from './photograph.ts';

const january = { since: '2026-01-01', till: '2026-01-31' };

/** Creates unfinished work in every feature. */
async function createUnfinishedWork(paydesk: Paydesk, company: Company): Promise<void> {
  const { simulator, files } = company;
  for (const label of ['Ahlström', 'Brandt']) {
    await callCommand(paydesk, 'beneficiaries.add', { label, recipientId: `R-${label}` });
    await writeFiles(join(files, label), {
      [`${label} 1.pdf`]: pdf(`${label} 1`),
      [`${label} 2.pdf`]: pdf(`${label} 2`),
    });
  }
  const payload = '{"name":"Castel"}';
  await callCommand(paydesk, 'beneficiaries.draft', { action: 'add', label: 'Castel & Fils', payload });

  simulator.faults.set(
    'updateRecipient',
    { kind: 'status', status: 422, times: 1 },
    { kind: 'effect-then-reset' },
  );
  const failingBatchId = await chooseFolders(paydesk, join(files, 'Ahlström'), join(files, 'Brandt'));
  await assignByFolder(paydesk, failingBatchId);
  await startBatch(paydesk, failingBatchId);
  await untilState(paydesk, failingBatchId, 'done-with-problems');
  simulator.faults.clear();

  await writeFiles(join(files, 'Draft'), { 'draft.pdf': pdf('draft') });
  await chooseFolders(paydesk, join(files, 'Draft'));

  const request = { profileId: 'test-profile', periods: [january], format: 'csv' as const, email: '' };
  simulator.faults.set('statementExport', { kind: 'status', status: 400 });
  await callCommand(paydesk, 'statements.request', { ...request, walletIds: [1001] });
  await callCommand(paydesk, 'statements.addEvents', { action: 'paste', text: '{"eventId": ' });

  simulator.faults.set('proof', { kind: 'status', status: 400 });
  await callCommand(paydesk, 'proofs.fetch', { references: ['TX-1', 'TX-2'], refresh: false });
  await expect
    .poll(async () => (await needsOf({ call: callsOf(paydesk) })).needs.map(({ kind }) => kind))
    .toContain('proofs-failed');
  simulator.faults.clear();
}

const badge = ({ page }: Paydesk) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Needs you/ });

/** The row of the list that contains a text. */
const rowWith = ({ page }: Paydesk, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

test('after a sign-in, Needs you is shown first, with as many items as its badge counts', async ({
  company,
  paydesk: firstRun,
  launch,
}) => {
  await signIn(firstRun, company);
  await expect(firstRun.page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  await createUnfinishedWork(firstRun, company);
  await firstRun.close();

  const paydesk = await launch();
  const { page } = paydesk;
  await signIn(paydesk, company);
  await expect(page.getByRole('heading', { level: 1, name: 'Needs you' })).toBeVisible();
  const call = callsOf(paydesk);
  await compareNeedsYou({ call });
  const { needs } = await needsOf({ call });
  await expect(badge(paydesk)).toHaveAccessibleName(new RegExp(`${needs.length} need you`));
  await expect(page.getByText(`${needs.length} items`)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(needs.length + 1);
  await expect(page.getByRole('region', { name: 'Transfers' })).toContainText(`${needs.length} need you`);
  const layout = layoutJourney(paydesk, 'needs-you');
  await photograph(paydesk, 'needs-you', { layout });
  await rowWith(paydesk, 'request refused').click();
  await expect(page.getByRole('button', { name: 'Close…' })).toBeVisible();
  await photograph(paydesk, 'needs-you-panel', { layout });
  await page.getByRole('button', { name: 'Close…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await layout.check('needs-you-close');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  layout.end();
  await page.keyboard.press('Escape');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Activity/ })
    .click();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(`Show what needs you (${needs.length})`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Needs you' })).toBeVisible();
  // A closed item leaves the list and the badge.
  await rowWith(paydesk, 'request refused').click();
  await page.getByRole('button', { name: 'Close…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(rowWith(paydesk, 'request refused')).toHaveCount(0);
  await expect(badge(paydesk)).toHaveAccessibleName(new RegExp(`${needs.length - 1} need you`));
  await compareNeedsYou({ call });
});
