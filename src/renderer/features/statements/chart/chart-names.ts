/** @file The texts of currencies, amounts, balances and statements in a chart. */

import { formatAmountText } from '../../../../shared/messages/format-amounts.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import type { BalanceSeries, Chart } from '../../../../shared/model/statements/statement-chart.ts';
import type { OpenedStatement } from '../grid/state/viewer-context.ts';

/** Returns a text for a currency, also for amounts without one. */
export function currencyName(currency: string): string {
  return currency === '' ? t('statementChart.noCurrency') : currency;
}

export function seriesName({ wallet, group, currency }: BalanceSeries): string {
  const name = formatPlainList([wallet, group]);
  return name === '' ? currencyName(currency) : name;
}

/** Returns the currencies of a chart in the order of its figures, each once. */
export function currenciesOf(chart: Chart): string[] {
  const parts = chart.kind === 'balance' ? chart.series : chart.currencies;
  return [...new Set(parts.map(({ currency }) => currency))];
}

export function formatMoney(amount: string, scale: number, currency: string): string {
  return `${formatAmountText(amount, scale)} ${currency}`.trim();
}

/** Returns what is open: a wallet with its period, or a number of statements with theirs. */
export function viewerName({ statement, table }: Pick<OpenedStatement, 'statement' | 'table'>): string {
  const statements =
    statement === null ? (table?.statements ?? []).map((part) => part.statement) : [statement];
  const since = statements.map((part) => part.since).toSorted()[0];
  const till = statements
    .map((part) => part.till)
    .toSorted()
    .at(-1);
  const wallets = new Map(statements.map(({ wallet }) => [wallet.id, wallet]));
  const [onlyWallet] = wallets.size === 1 ? wallets.values() : [];
  const name =
    onlyWallet === undefined
      ? t('statementViewer.table.wallets', { count: wallets.size })
      : `${onlyWallet.name ?? ''} ${onlyWallet.id}`.trim();
  return formatPlainList([name, since === undefined || till === undefined ? '' : formatPeriod(since, till)]);
}
