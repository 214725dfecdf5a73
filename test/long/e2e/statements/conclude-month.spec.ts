/**
 * @file A clerk concludes a month: compares it with its proofs and the ledger, ticks and signs it off, and saves an evidence
 * pack, all offline after a restart. A statement that is corrected later shows what stays valid.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, type Paydesk } from '../../../e2e/fixture.ts';
import { callCommand } from '../../../e2e/launch/calls.ts';
import { profileId } from '../../../e2e/managed-company.ts';
import { faultsServing } from '../../../e2e/proofs/proofs-screen.ts';
import {
  monthsBefore,
  type StatementApp,
  test,
  walletId,
} from '../../../e2e/statements/statement-company.ts';
import { besideData } from '../../../e2e/statements/statements-screen.ts';
import { type Secrets, secretsOfProgram } from '../../../e2e/traces.ts';
import { csvOf, inventedRows } from '../../../fakes/files/statement-csv.ts';
import { keyringMissing } from '../../../fakes/platform/keyring.ts';

const [month = ''] = monthsBefore(1);
const rowCount = 12;
const lines = inventedRows({ walletId, currency: 'EUR', month, rows: rowCount });
const [header = [], ...rows] = lines;
const cellOf = (row: readonly string[], name: string) => row[header.indexOf(name)] ?? '';
const references = rows.map((row) => cellOf(row, 'Reference'));

const storeMonth = ({ storeLines }: StatementApp, corrected: (row: readonly string[]) => readonly string[]) =>
  storeLines(month, [header, ...rows.map(corrected)]);

const unchanged = (row: readonly string[]) => row;

async function openCoverage({ page }: Paydesk): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Statements').click();
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Coverage').click();
}

async function openMonth(paydesk: Paydesk): Promise<void> {
  await openCoverage(paydesk);
  await paydesk.page.getByRole('button', { name: /Operating.*Stored/ }).press('Enter');
  await expect(paydesk.page.getByRole('grid', { name: 'Rows of the statement' })).toBeVisible();
}

async function tickAllRows({ page }: Paydesk): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Rows of the statement' });
  await grid.getByText(references[0] ?? '').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('button', { name: `Tick ${rowCount} rows` }).click();
  // The selection stays, so that a note could follow.
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(page.getByRole('group', { name: 'Ticks and notes' })).toContainText(`${rowCount} ticked`);
  // A row that is being read again gets no note.
  await expect(grid.getByRole('row').filter({ hasText: references[0] ?? '' })).toContainText('Ticked');
}

async function signOff({ page }: Paydesk): Promise<void> {
  await page.getByRole('button', { name: 'Sign off…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign off the statement' });
  await expect(dialog.getByText('9 of 9 passed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sign off' }).press('Enter');
  await expect(dialog).toBeHidden();
}

const note = 'Agreed with the supplier by telephone';
const bookedBy = 'Booked by K. Osei';

test.use({ sharesBrowser: false, withKeyring: keyringMissing() === null });
test.setTimeout(240_000);

/** The proof of a row, as an MT103 message with its amount and its date. */
function proofOf(row: readonly string[]): { pop: string; type: string } {
  const amount = cellOf(row, 'Amount').replace('-', '').replace('.', ',');
  const date = cellOf(row, 'Date').slice(2).replaceAll('-', '');
  const [company, other] = ['NORDLICHT HANDEL GMBH', cellOf(row, 'Counterparty')];
  const [payer, payee] = cellOf(row, 'Amount').startsWith('-') ? [company, other] : [other, company];
  const pop = [
    '{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{4:',
    `:20:${cellOf(row, 'Reference')}`,
    ':23B:CRED',
    `:32A:${date}EUR${amount}`,
    ':50K:/DE00100000000000000001',
    payer,
    ':59:/CZ0000000000000000000001',
    payee,
    ':71A:SHA',
    '-}',
  ].join('\r\n');
  return { pop, type: 'SWIFT' };
}

/** The company's books of the month: every row but the last one, with the signs of the statement. */
const ledger = csvOf([
  ['Date', 'Reference', 'Payee', 'Amount', 'Currency', 'Entered'],
  ...rows
    .slice(0, -1)
    .map((row) => [
      ...['Date', 'Reference', 'Counterparty', 'Amount', 'Currency'].map((name) => cellOf(row, name)),
      bookedBy,
    ]),
]);

test('a month is concluded with proofs, ledger and sign-off, offline after a restart', async ({
  statementApp,
  dataFolder,
  launch,
  simulator,
}) => {
  test.skip(keyringMissing() !== null, 'Without a keyring the library is in memory only');
  const { paydesk } = statementApp;
  const { apiKey } = simulator.credentials;
  await callCommand(paydesk, 'session.signIn', { profileId, apiKey, keep: 'keychain' });
  simulator.faults.set(
    'proof',
    ...faultsServing(Object.fromEntries(rows.map((row) => [cellOf(row, 'Reference'), proofOf(row)]))),
  );
  await storeMonth(statementApp, unchanged);
  await openMonth(paydesk);
  await paydesk.page.getByRole('button', { name: 'Compare with proofs' }).click();
  await paydesk.page.getByRole('button', { name: `Fetch ${rowCount} missing proofs` }).click();
  const states = (page: Paydesk['page']) => page.getByRole('radiogroup', { name: 'Rows by comparison' });
  await expect(states(paydesk.page).getByRole('radio', { name: `Agree ${rowCount}` })).toBeVisible();
  await paydesk.quit();
  await simulator.close();

  const offline = await launch({
    profiles: join(dirname(dataFolder), 'profiles.json'),
    args: ['--allow-http-loopback'],
    keyring: true,
  });
  const { page } = offline;
  await openMonth(offline);
  await page.getByRole('button', { name: 'Compare with proofs' }).click();
  await expect(states(page).getByRole('radio', { name: `Agree ${rowCount}` })).toBeVisible();

  const ledgerPath = besideData(dataFolder, 'books.csv');
  await writeFile(ledgerPath, ledger);
  await page.getByRole('radio', { name: 'Ledger' }).press('Space');
  await offline.answerDialogs({ open: [ledgerPath] });
  await page.getByRole('button', { name: 'Choose ledger…' }).press('Enter');
  await expect(page.getByText('Imported books.csv')).toBeVisible();
  await expect(
    page.getByRole('grid', { name: 'Open rows of the statement' }).locator('[data-row]'),
  ).toHaveCount(1);
  await expect(page.getByRole('grid', { name: 'Open rows of the ledger' }).locator('[data-row]')).toHaveCount(
    0,
  );

  await page.getByRole('radio', { name: 'Rows' }).press('Space');
  await tickAllRows(offline);
  await page
    .getByRole('grid', { name: 'Rows of the statement' })
    .getByText(references.at(-1) ?? '')
    .click();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Note' }).fill(note);
  await page.getByRole('button', { name: 'Save note' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await signOff(offline);
  await expect(page.getByRole('complementary', { name: 'Sign-off' })).toContainText(/^Signed off .* by /);
  await openCoverage(offline);
  await expect(page.getByRole('button', { name: /Operating.*Stored.*signed off/ })).toBeVisible();

  const folder = besideData(dataFolder, 'Evidence');
  await page.getByRole('button', { name: 'Save evidence pack…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save evidence pack' });
  await expect(dialog.getByText('1 stored statement')).toBeVisible();
  await dialog.getByRole('button', { name: 'Show contents' }).press('Enter');
  await offline.answerDialogs({ save: folder });
  await dialog.getByRole('button', { name: 'Choose folder…' }).press('Enter');
  await expect(dialog.getByText(folder)).toBeVisible();
  await dialog.getByRole('button', { name: /^Save \d+ files$/ }).press('Enter');
  await expect(page.getByRole('alertdialog').filter({ hasText: 'Saved Evidence' })).toBeVisible();
  const names = await readdir(folder, { recursive: true });
  const texts = new Map<string, string>();
  for (const name of names.filter((file) => file.endsWith('.csv')))
    texts.set(name, await readFile(join(folder, name), 'utf8'));
  expect([...texts.keys()]).toEqual(
    expect.arrayContaining(['ticks-and-notes.csv', 'sign-offs.csv', 'matches.csv', 'open-items.csv']),
  );
  expect(texts.get('open-items.csv')).toContain(references.at(-1));
  expect(texts.get('ticks-and-notes.csv')).toContain(note);
  const proofs = references.map((reference) => join('proofs', `${reference}_SWIFT.txt`));
  expect(names).toEqual(expect.arrayContaining(proofs));

  const secrets: Secrets = {
    'a line of the ledger': `${references[0]},${cellOf(rows[0] ?? [], 'Counterparty')}`,
    'a field of the ledger': bookedBy,
    'the note on a row': note,
  };
  await writeFile(ledgerPath, '');
  expect(await secretsOfProgram(dataFolder, secrets)).toEqual([]);
  await offline.quit();
  expect(await secretsOfProgram(dataFolder, secrets)).toEqual([]);
});
