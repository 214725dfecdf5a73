/** @file What the short and the long tests of needs you use. */
import { join } from 'node:path';
import { needsOf } from '../fakes/compare-needs-you.ts';
import { pdf, writeFiles } from '../fakes/files.ts';
import { assignByFolder, type Company, chooseFolders, startBatch, untilState } from './company.ts';
import { expect, type Paydesk } from './fixture.ts';
import { callCommand, callsOf } from './launch/calls.ts';

const january = { since: '2026-01-01', till: '2026-01-31' };

/** Creates unfinished work in every feature. */
export async function createUnfinishedWork(paydesk: Paydesk, company: Company): Promise<void> {
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

export const badge = ({ page }: Paydesk) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Needs you/ });

/** The row of the list that contains a text. */
export const rowWith = ({ page }: Paydesk, text: string | RegExp) =>
  page.getByRole('row').filter({ hasText: text });
