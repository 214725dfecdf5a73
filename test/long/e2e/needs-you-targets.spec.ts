/** @file The button of each item of *Needs you* opens the subject of the item. */
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  assignByFolder,
  type Company,
  chooseFolders,
  rowsOf,
  signIn,
  startBatch,
  test,
  untilState,
} from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand, callsOf } from '../../e2e/launch/calls.ts';
import { needsOf } from '../../fakes/compare-needs-you.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';

const january = { since: '2026-01-01', till: '2026-01-31' };
const february = { since: '2026-02-01', till: '2026-02-28' };

/** Starts a batch for a new beneficiary; `changeFiles` changes the checked files before the start. Returns the batch ID. */
async function startBatchFor(
  paydesk: Paydesk,
  { files }: Company,
  label: string,
  count: number,
  changeFiles: (folder: string) => Promise<void> = async () => undefined,
): Promise<number> {
  await callCommand(paydesk, 'beneficiaries.add', { label, recipientId: `R-${label}` });
  const folder = join(files, label);
  const names = Array.from({ length: count }, (_, index) => `${label} ${index + 1}.pdf`);
  await writeFiles(folder, Object.fromEntries(names.map((name) => [name, pdf(name)])));
  const batchId = await chooseFolders(paydesk, folder);
  await assignByFolder(paydesk, batchId);
  await changeFiles(folder);
  await startBatch(paydesk, batchId);
  return batchId;
}

/**
 * Creates six batches: batch 1 is refused, 2 has an unknown outcome, 3 is held back, 4 misses a file, 5 is paused, 6 is not
 * started.
 */
async function createBatches(paydesk: Paydesk, company: Company): Promise<void> {
  const { faults } = company.simulator;
  faults.set('updateRecipient', { kind: 'status', status: 422, times: 1 });
  await untilState(paydesk, await startBatchFor(paydesk, company, 'Ahlström', 2), 'done-with-problems');
  faults.set('updateRecipient', { kind: 'effect-then-reset' });
  await untilState(paydesk, await startBatchFor(paydesk, company, 'Brandt', 2), 'done-with-problems');
  faults.clear();
  const batchWithChangedFile = await startBatchFor(paydesk, company, 'Dahl', 3, (folder) =>
    appendFile(join(folder, 'Dahl 2.pdf'), '%'),
  );
  await untilState(paydesk, batchWithChangedFile, 'done-with-problems');
  const batchWithMissingFile = await startBatchFor(paydesk, company, 'Eriksen', 2, (folder) =>
    rm(join(folder, 'Eriksen 1.pdf')),
  );
  await expect
    .poll(async () => (await rowsOf(paydesk, batchWithMissingFile)).map(({ state }) => state).sort())
    .toEqual(['stored', 'waiting-for-file']);
  faults.set('upload', { kind: 'hang' });
  const pausedBatch = await startBatchFor(paydesk, company, 'Falk', 2);
  await callCommand(paydesk, 'documents.batch', { action: 'pause', batchId: pausedBatch });
  await writeFiles(join(company.files, 'Draft'), { 'draft.pdf': pdf('draft') });
  await chooseFolders(paydesk, join(company.files, 'Draft'));
  faults.clear();
}

/** Creates a draft, and a beneficiary whose recipient ID is missing from the response. */
async function createBeneficiaries(paydesk: Paydesk, { simulator }: Company): Promise<void> {
  const payload = '{"name":"Castel"}';
  const { id } = await callCommand(paydesk, 'beneficiaries.draft', {
    action: 'add',
    label: 'Gruber',
    payload,
  });
  simulator.faults.set('createRecipient', { kind: 'rewrite', change: () => ({}) });
  await callCommand(paydesk, 'beneficiaries.draft', { action: 'create', id });
  simulator.faults.clear();
  await callCommand(paydesk, 'beneficiaries.draft', { action: 'add', label: 'Castel & Fils', payload });
}

/** Creates a refused request, a request without a response, an event that is not JSON, a failed proof and a proof in memory. */
async function createStatementsAndProofs(paydesk: Paydesk, { simulator }: Company): Promise<void> {
  const request = { profileId: 'test-profile', format: 'csv' as const, email: '' };
  simulator.faults.set('statementExport', { kind: 'status', status: 400 });
  await callCommand(paydesk, 'statements.request', { ...request, walletIds: [1001], periods: [january] });
  simulator.faults.set('statementExport', { kind: 'effect-then-reset' });
  await callCommand(paydesk, 'statements.request', { ...request, walletIds: [1002], periods: [february] });
  await callCommand(paydesk, 'statements.addEvents', { action: 'paste', text: '{"eventId": ' });
  simulator.faults.set('proof', { kind: 'status', status: 400 });
  await callCommand(paydesk, 'proofs.fetch', { references: ['TX-1'], refresh: false });
  await expect
    .poll(async () => (await needsOf({ call: callsOf(paydesk) })).needs.map(({ kind }) => kind))
    .toContain('proofs-failed');
  simulator.faults.clear();
  await callCommand(paydesk, 'proofs.fetch', { references: simulator.exampleReferences(1), refresh: false });
  await expect
    .poll(async () => (await needsOf({ call: callsOf(paydesk) })).needs.map(({ kind }) => kind))
    .toContain('library-session-only');
}

test('the button of each item opens its batch, beneficiary, proof, request, event or section', async ({
  company,
  paydesk,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, company);
  await createBatches(paydesk, company);
  await createBeneficiaries(paydesk, company);
  await createStatementsAndProofs(paydesk, company);

  const mainNavigation = page.getByRole('navigation', { name: 'Main' });
  const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
  const expectHeading = (name: string | RegExp) =>
    expect(page.getByRole('heading', { name }).first()).toBeVisible();
  const expectFilter = (name: RegExp) => expect(page.getByRole('radio', { name })).toBeChecked();
  const expectCurrentRow = (text: string | RegExp) =>
    expect(page.getByRole('row').and(page.locator('[aria-current]'))).toContainText(text);
  const expectDocumentCount = (count: number) =>
    expect(page.getByRole('row', { name: /\.pdf/ })).toHaveCount(count);

  const actions: Record<string, [text: string | RegExp, action: string, expectOpened: () => Promise<void>]> =
    {
      'documents-failed': [
        'Batch 1: 2 documents failed',
        'Open batch 1',
        async () => {
          await expectFilter(/^Failed/);
          await expect(row('Ahlström 1.pdf')).toBeVisible();
          await expectDocumentCount(2);
        },
      ],
      'unknown-outcome': [
        'Brandt: unknown outcome',
        'Settle outcome',
        async () => {
          await expectFilter(/^Unknown outcome/);
          const panel = page.getByRole('complementary', { name: 'Brandt' });
          await expect(panel.getByRole('button', { name: 'Mark as attached' })).toBeVisible();
        },
      ],
      'documents-withheld': [
        'Batch 3: 2 documents held back',
        'Open batch 3',
        async () => {
          await expectFilter(/^Stored/);
          await expectDocumentCount(2);
          await expect(row('Dahl 1.pdf')).toBeVisible();
        },
      ],
      'files-missing': [
        'Batch 4: 1 file missing',
        'Open batch 4',
        async () => {
          await expectFilter(/^Waiting for file/);
          await expectDocumentCount(1);
          await expect(row('Eriksen 1.pdf')).toBeVisible();
        },
      ],
      'batch-paused': [
        'Batch 5 paused',
        'Open batch 5',
        () => expect(page.getByRole('button', { name: 'Resume' }).first()).toBeVisible(),
      ],
      'batch-draft': ['Batch 6 not started', 'Open batch 6', () => expect(row('draft.pdf')).toBeVisible()],
      'id-needed': [
        'Gruber: recipient ID missing',
        'Enter recipient ID',
        async () => {
          await expectFilter(/^ID needed/);
          const panel = page.getByRole('complementary', { name: 'Gruber' });
          await expect(panel.getByLabel('Recipient ID')).toBeVisible();
        },
      ],
      'beneficiary-draft': [
        'Castel & Fils: draft',
        'Open beneficiary',
        async () => {
          await expectFilter(/^Draft/);
          await expect(page.getByRole('complementary', { name: 'Castel & Fils' })).toBeVisible();
        },
      ],
      'request-refused': [
        'request refused',
        'Show in inbox',
        async () => {
          await expectCurrentRow('1001');
          await expect(page.getByRole('row').and(page.locator('[aria-current]'))).toBeFocused();
        },
      ],
      'request-unknown': ['request without a response', 'Show in inbox', () => expectCurrentRow('1002')],
      'event-quarantined': [
        'Statement event',
        'Review event',
        async () => {
          await expectCurrentRow('Not JSON');
          await expect(page.getByRole('row').and(page.locator('[aria-current]'))).toBeFocused();
        },
      ],
      'proofs-failed': [
        '1 proof failed',
        'Show proofs',
        async () => {
          await expectFilter(/^Failed/);
          await expectCurrentRow('TX-1');
          await expect(page.getByRole('heading', { name: /TX-1/ })).toBeVisible();
        },
      ],
      'library-session-only': [
        'in the library of this session',
        'Show proofs',
        () => expect(page.getByText('Save the proofs that you need')).toBeVisible(),
      ],
      keychain: ['is not available', 'Show keychain', () => expectHeading('Keychain')],
    };
  const { needs } = await needsOf({ call: callsOf(paydesk) });
  expect([...new Set(needs.map(({ kind }) => kind))].sort()).toEqual(Object.keys(actions).sort());
  for (const [kind, [text, action, expectOpened]] of Object.entries(actions)) {
    await test.step(kind, async () => {
      await mainNavigation.getByRole('button', { name: /^Needs you/ }).click();
      await row(text).getByRole('button', { name: action }).click();
      await expectOpened();
    });
  }
});
