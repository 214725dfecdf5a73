/** @file Everything that is open is saved for a colleague, from the screen and from the command palette. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNeedMessages } from '../../../src/shared/messages/need-messages.ts';
import { type Company, chooseFolders, signIn, test } from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand, callsOf } from '../../e2e/launch/calls.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { photograph } from '../../e2e/photograph.ts';
import { needsOf } from '../../fakes/compare-needs-you.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';
import { readPages } from '../../fakes/files/read-pages.ts';

/** Leaves a batch that is not started, a draft of a beneficiary and two failed proofs. */
async function leaveWork(paydesk: Paydesk, { files, simulator }: Company): Promise<void> {
  await callCommand(paydesk, 'beneficiaries.draft', {
    action: 'add',
    label: 'Castel & Fils',
    payload: '{"name":"Castel"}',
  });
  await writeFiles(join(files, 'Draft'), { 'draft.pdf': pdf('draft') });
  await chooseFolders(paydesk, join(files, 'Draft'));
  simulator.faults.set('proof', { kind: 'status', status: 400 });
  await callCommand(paydesk, 'proofs.fetch', { references: ['TX-1', 'TX-2'], refresh: false });
  await expect
    .poll(async () => (await needsOf({ call: callsOf(paydesk) })).needs.map(({ kind }) => kind))
    .toContain('proofs-failed');
}

test('a handover contains every line of the list', async ({ company, paydesk }) => {
  const { page } = paydesk;
  await signIn(paydesk, company);
  await leaveWork(paydesk, company);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('button', { name: /^Needs you/ }).click();
  const { needs } = await needsOf({ call: callsOf(paydesk) });
  const titles = needs.map((need) => createNeedMessages(need).title);
  await expect(page.getByText(`${needs.length} items`)).toBeVisible();

  const pdfPath = join(company.files, 'handover.pdf');
  await paydesk.answerDialogs({ save: pdfPath });
  const button = page.getByRole('button', { name: 'Save handover…' });
  await photograph(paydesk, 'handover');
  await checkLayout(paydesk, 'handover');
  await button.press('Enter');
  const toast = page.getByRole('alertdialog').filter({ hasText: 'Saved handover.pdf' });
  await expect(toast).toBeVisible();
  await toast.hover();
  await photograph(paydesk, 'handover-saved');
  await toast.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => paydesk.opened()).toEqual([pdfPath]);
  const { pages } = await readPages(await readFile(pdfPath));
  const lines = pages.flatMap((sheet) => sheet.lines);
  expect(lines).toContain(`Needs you\t${needs.length} items`);
  for (const title of titles) expect(lines).toContain(title);
  expect(lines.filter((line) => /(^|\t)TX-[12]: \S/.test(line))).toHaveLength(2);

  // The command works on every screen, and shows the list.
  await navigation.getByRole('button', { name: /^Activity/ }).click();
  await paydesk.answerDialogs({ save: join(company.files, 'again.pdf') });
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('save handover');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').filter({ hasText: 'Saved again.pdf' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Needs you' })).toBeVisible();
});
