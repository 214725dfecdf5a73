import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FolderDialog } from '../../src/renderer/features/documents/assign/FolderDialog.tsx';
import type { CommandArgs } from '../../src/shared/contract/index.ts';
import { installBridge } from './fake-bridge.ts';
import { render } from './render.tsx';

const kwiatkowski = { id: 7, label: 'Kwiatkowski Logistyka Sp. z o.o.', recipientId: 'rcp_5b02e9d1' };
const twins = [
  { id: 8, label: 'Nordic Seafood AB', recipientId: 'rcp_50' },
  { id: 9, label: 'Nordic Seafood AS', recipientId: 'rcp_51' },
];
const near = { documents: 2, match: null, matches: 0, proposals: [kwiatkowski], namedBy: 'Kwiatkowski' };
const folders = [
  { ...near, folder: 'Kwiatkowski/2025' },
  { ...near, folder: 'Kwiatkowski/2026' },
  { folder: 'Nordic', documents: 1, match: null, matches: 0, proposals: twins, namedBy: 'Nordic' },
  { folder: 'Nordic/Rechnungen', documents: 1, match: null, matches: 0, proposals: twins, namedBy: 'Nordic' },
];

/** Renders the dialog; returns the arguments of the assignments that it starts. */
function renderDialog(): CommandArgs<'documents.folders'>[] {
  const assignments: CommandArgs<'documents.folders'>[] = [];
  installBridge({
    'documents.folders': (args) => {
      if (args.action === 'list') return folders;
      assignments.push(args);
      return { changed: args.folders.length };
    },
    'beneficiaries.list': () => ({ total: 0, rows: [] }),
  });
  render(<FolderDialog batchId={1} open onClose={() => undefined} />);
  return assignments;
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const row = (folder: string) => page.getByRole('listitem').filter({ hasText: folder }).first();

test('nothing is assigned before a proposal is accepted, and accepting keeps the focus in its row', async () => {
  const assignments = renderDialog();
  await expect.element(page.getByText('0 of 4 folders have a beneficiary')).toBeVisible();
  await expect.element(button('Assign by folder')).toBeDisabled();
  button('Accept Kwiatkowski Logistyka Sp. z o.o. for Kwiatkowski/2026').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(row('Kwiatkowski/2025').getByText('rcp_5b02e9d1, as the folder Kwiatkowski'))
    .toBeVisible();
  await expect.element(page.getByText('2 of 4 folders have a beneficiary')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Change the beneficiary of Kwiatkowski/2026')).toHaveFocus();
  await button('Assign 4 documents to 1 beneficiary').click();
  const assigned = ['2025', '2026'].map((year) => ({ folder: `Kwiatkowski/${year}`, beneficiaryId: 7 }));
  await expect.poll(() => assignments).toEqual([{ action: 'assign', batchId: 1, folders: assigned }]);
});

test('another beneficiary is chosen for a folder with a proposal', async () => {
  renderDialog();
  await button('Choose another beneficiary for Kwiatkowski/2025').click();
  await expect
    .element(page.getByRole('combobox', { name: 'Choose the beneficiary of Kwiatkowski/2025' }))
    .toHaveFocus();
});
