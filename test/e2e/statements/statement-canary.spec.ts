/**
 * @file No line of a statement is unencrypted in the data folder, the browser's folder or the folder for temporary files: not
 * during download, review, filter and search, and not after closing or a crash.
 */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Simulator } from '../../practice/simulator.ts';
import { expect, type Paydesk } from '../fixture.ts';
import { callCommand } from '../launch/calls.ts';
import { profileId, signIn, test } from '../managed-company.ts';
import { type Secrets, secretsIn, secretsOfProgram } from '../traces.ts';
import {
  besideData,
  inboxRow,
  january,
  launchOptionsFor,
  newestEvent,
  openStatements,
  openView,
  untilAllStored,
} from './statements-screen.ts';

// Statements of some hundred kilobytes have more than one encrypted frame.
test.use({ sharesBrowser: false, company: { transactionsPerDay: 150 } });

/**
 * Returns the first, middle and last line of a statement, with their references (also in lower case, as in the search
 * index) and account numbers.
 */
async function readLines(simulator: Simulator): Promise<Secrets> {
  const address = newestEvent(simulator, 1001).event.url;
  const rows = (await (await fetch(address)).text()).split('\r\n').slice(1, -1);
  const lines: Record<string, string> = {};
  for (const rowIndex of [0, rows.length >> 1, rows.length - 1]) {
    const row = rows[rowIndex] ?? '';
    const [, reference = ''] = row.split(',');
    const account = /[A-Z]{2}\d{2}(?:PRAC)?0{3,}\d{7,}/.exec(row)?.[0];
    lines[`line ${rowIndex}`] = row;
    lines[`reference ${rowIndex}`] = reference;
    lines[`folded reference ${rowIndex}`] = reference.toLowerCase();
    if (account !== undefined) lines[`account ${rowIndex}`] = account;
  }
  return lines;
}

async function pasteEvent(paydesk: Paydesk, simulator: Simulator, walletId: number): Promise<void> {
  const text = JSON.stringify(newestEvent(simulator, walletId));
  expect(await callCommand(paydesk, 'statements.addEvents', { action: 'paste', text })).toMatchObject({
    taken: 1,
  });
}

test('no line of a statement is on the disk unencrypted', async ({ launch, dataFolder, simulator }) => {
  const temporary = besideData(dataFolder, 'tmp');
  await mkdir(temporary, { recursive: true });
  const options = { ...(await launchOptionsFor(dataFolder, simulator)), env: { TMPDIR: temporary } };
  const paydesk = await launch(options);
  const { page } = paydesk;
  await signIn(paydesk, simulator);
  await openStatements(paydesk);
  const periods = [january];
  await callCommand(paydesk, 'statements.request', {
    profileId,
    walletIds: [1001],
    periods,
    format: 'csv',
    email: '',
  });
  const lines = await readLines(simulator);
  expect(Object.keys(lines).length).toBeGreaterThan(9);
  const findLinesOnDisk = () => secretsOfProgram(dirname(dataFolder), lines);

  // The last bytes of the download never arrive.
  simulator.faults.set('statementDownload', { kind: 'short-body', ending: 'hang' });
  await pasteEvent(paydesk, simulator, 1001);
  await openView(paydesk, 'Inbox');
  await expect
    .poll(async () => {
      const { rows } = await callCommand(paydesk, 'statements.list', {
        state: 'downloading',
        offset: 0,
        limit: 1,
      });
      return rows[0]?.progress?.part ?? 0;
    })
    .toBeGreaterThan(300_000);
  expect(await findLinesOnDisk()).toEqual([]);
  simulator.faults.clear();
  await untilAllStored(paydesk, 1);
  expect(await findLinesOnDisk()).toEqual([]);

  await inboxRow(paydesk, 1001).getByRole('button', { name: 'Review' }).click();
  const reference = lines['reference 0'] ?? '';
  const grid = page.getByRole('grid', { name: 'Rows of the statement' });
  await expect(grid).toContainText(reference);
  await page.getByLabel('Filter Reference').fill(reference.toLowerCase());
  await expect(page.getByText(/^1 of [\d,]+ rows shown$/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find in all columns' }).fill(reference);
  await expect(page.getByText(/^1 of 1$/)).toBeVisible();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'How the file is read…' }).click();
  await expect(page.getByRole('region', { name: 'Preview' }).getByText(reference)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await findLinesOnDisk()).toEqual([]);

  await openView(paydesk, 'Search all');
  await page.getByRole('searchbox', { name: 'Search all stored statements' }).fill(reference);
  await expect(page.getByText('1 match in 1 statement')).toBeVisible();
  expect(await findLinesOnDisk()).toEqual([]);

  await callCommand(paydesk, 'statements.request', {
    profileId,
    walletIds: [1001],
    periods,
    format: 'pdf',
    email: '',
  });
  await pasteEvent(paydesk, simulator, 1001);
  const stored = await untilAllStored(paydesk, 2);
  const { id = 0 } = stored.find(({ format }) => format === 'pdf') ?? {};
  await openView(paydesk, 'Inbox');
  await inboxRow(paydesk, 1001).filter({ hasText: 'PDF' }).getByRole('button', { name: 'Review' }).click();
  await expect(
    page.getByRole('region', { name: 'Page 1', exact: true }).getByText(reference).first(),
  ).toBeVisible();
  expect(id).toBeGreaterThan(0);
  expect(await findLinesOnDisk()).toEqual([]);

  await paydesk.quit();
  expect(await findLinesOnDisk()).toEqual([]);
  expect(secretsIn(paydesk.output(), lines)).toEqual([]);

  // No line is unencrypted after a crash during the review either.
  const restarted = await launch(options);
  await signIn(restarted, simulator);
  await openStatements(restarted);
  await openView(restarted, 'Inbox');
  await inboxRow(restarted, 1001).filter({ hasText: 'CSV' }).getByRole('button', { name: 'Review' }).click();
  await expect(restarted.page.getByRole('grid', { name: 'Rows of the statement' })).toContainText(reference);
  // Nor does the document or its PDF remain when Paydesk is killed while the rows are printed.
  await restarted.answerDialogs({ save: besideData(dataFolder, 'rows.pdf') });
  await restarted.page.getByRole('button', { name: 'Export…' }).click();
  await restarted.page.getByRole('menuitem', { name: 'View as PDF…' }).click();
  await expect(restarted.page.getByText(/^Making pages: /)).toBeVisible();
  await restarted.kill();
  expect(await findLinesOnDisk()).toEqual([]);
  const names = await readdir(dirname(dataFolder), { recursive: true, withFileTypes: true });
  const starts = names
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await readFile(join(entry.parentPath, entry.name), 'latin1')).slice(0, 4));
  // A PDF is compressed, and a document may break a reference, so both are found by their beginning.
  const remaining = (await Promise.all(starts)).filter((start) => start === '%PDF' || start === '<!do');
  expect(remaining).toEqual([]);
});
