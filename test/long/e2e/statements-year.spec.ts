/**
 * @file A wallet's year, and the month end of twelve wallets in three currencies, as one table: offline after a restart, with
 * exact sums, and with no line of the statements unencrypted on the disk.
 */
import { dirname, join } from 'node:path';
import { formatMonth } from '../../../src/shared/messages/index.ts';
import type { Wallet } from '../../../src/shared/model/statements.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { profileId } from '../../e2e/managed-company.ts';
import { monthsBefore, type StatementApp, test } from '../../e2e/statement-company.ts';
import { type Secrets, secretsOfProgram } from '../../e2e/traces.ts';
import { keyringMissing } from '../../fakes/keyring.ts';
import { csvOf, inventedRows } from '../../fakes/statement-csv.ts';

const months = monthsBefore(12);
const lastMonth = months.at(-1) ?? '';
const currencies = ['EUR', 'USD', 'PLN'] as const;
const wallets: Wallet[] = Array.from({ length: 12 }, (_, index) => ({
  id: 410_100 + index,
  name: `Subsidiary ${index + 1}`,
  currency: currencies[index % currencies.length] ?? null,
}));
const rowsPerStatement = 20;
const [yearWallet] = wallets;

interface StoredRows {
  readonly walletId: number;
  readonly month: string;
  readonly rows: readonly (readonly string[])[];
}

test.use({ sharesBrowser: false, serviceWallets: { wallets }, withKeyring: keyringMissing() === null });
test.setTimeout(120_000);

/** Stores the year of the first wallet, and the last month of the others. */
async function storeAll({ store }: StatementApp): Promise<StoredRows[]> {
  const stored: StoredRows[] = [];
  for (const { id: walletId, currency } of wallets) {
    let opening = 90_000_000;
    for (const month of walletId === yearWallet?.id ? months : [lastMonth]) {
      const lines = inventedRows({
        walletId,
        currency: currency ?? '',
        month,
        rows: rowsPerStatement,
        opening,
      });
      opening = Number(lines.at(-1)?.[6]?.replace('.', ''));
      const file = new TextEncoder().encode(csvOf(lines));
      await store({ walletId, month, transactions: rowsPerStatement, file });
      stored.push({ walletId, month, rows: lines.slice(1) });
    }
  }
  return stored;
}

/** The net sum of each currency as the window shows it, computed in cents. */
function netSums(stored: readonly StoredRows[]): Map<string, string> {
  const cents = new Map<string, number>();
  for (const [, , , , amount = '', currency = ''] of stored.flatMap(({ rows }) => rows))
    cents.set(currency, (cents.get(currency) ?? 0) + Number(amount.replace('.', '')));
  const format = (sum: number) =>
    new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(sum / 100).replace('-', '\u2212');
  return new Map([...cents].map(([currency, sum]) => [currency, format(sum)]));
}

async function openTable(
  paydesk: Paydesk,
  from: string,
  onlyWallet: string | null,
  count: number,
): Promise<void> {
  const { page } = paydesk;
  await page.getByRole('navigation', { name: 'Main' }).getByText('Statements').click();
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Coverage').click();
  await page.getByRole('button', { name: 'Open as one table…' }).click();
  const dialog = page.getByRole('dialog');
  for (const [field, month] of [
    [/From month/, from],
    [/Until month/, lastMonth],
  ] as const) {
    await dialog.getByRole('button', { name: field }).click();
    await page.getByRole('option', { name: formatMonth(month), exact: true }).click();
  }
  for (const { id, name } of wallets)
    if (onlyWallet !== null && name !== onlyWallet)
      await dialog.getByText(`${name} ${id}`, { exact: true }).click();
  await dialog.getByRole('button', { name: `Open ${count} statements` }).click();
  await expect(page.getByRole('heading', { level: 2, name: `${count} statements` })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Rows of the statement' })).toHaveAttribute(
    'aria-rowcount',
    String(count * rowsPerStatement + 2),
  );
}

async function expectNets({ page }: Paydesk, stored: readonly StoredRows[]): Promise<void> {
  const sums = page.getByRole('table', { name: /Sums/ });
  for (const [currency, net] of netSums(stored))
    await expect(sums.getByRole('row').filter({ hasText: currency })).toContainText(net);
}

test('a clerk reviews a wallet’s year and the month end of twelve wallets offline after a restart', async ({
  statementApp,
  dataFolder,
  launch,
  simulator,
}) => {
  test.skip(keyringMissing() !== null, 'Without a keyring the library is in memory only');
  const { paydesk } = statementApp;
  const { apiKey } = simulator.credentials;
  await callCommand(paydesk, 'session.signIn', { profileId, apiKey, keep: 'keychain' });
  const stored = await storeAll(statementApp);
  await paydesk.quit();
  await simulator.close();

  const restarted = await launch({
    profiles: join(dirname(dataFolder), 'profiles.json'),
    args: ['--allow-http-loopback'],
    keyring: true,
  });
  const { page } = restarted;
  await openTable(restarted, months[0] ?? '', yearWallet?.name ?? '', 12);
  await expect(page.getByText('12 statements need no attention.')).toBeVisible();
  await expect(page.getByText('11 months start with the closing balance of the month before.')).toBeVisible();
  await expectNets(
    restarted,
    stored.filter(({ walletId }) => walletId === yearWallet?.id),
  );

  await openTable(restarted, lastMonth, null, 12);
  await expectNets(
    restarted,
    stored.filter(({ month }) => month === lastMonth),
  );
  await page.getByText('Groups', { exact: true }).click();
  await expect(page.getByRole('grid', { name: /Groups/ })).toBeVisible();

  const secrets: Secrets = Object.fromEntries(
    stored.flatMap(({ walletId, month, rows }) => {
      const row = rows[rowsPerStatement - 1] ?? [];
      return [
        [`line of ${walletId} in ${month}`, row.slice(0, 4).join(',')],
        [`reference of ${walletId} in ${month}`, row[2] ?? ''],
      ];
    }),
  );
  expect(await secretsOfProgram(dirname(dataFolder), secrets)).toEqual([]);
  await restarted.quit();
  expect(await secretsOfProgram(dirname(dataFolder), secrets)).toEqual([]);
});
