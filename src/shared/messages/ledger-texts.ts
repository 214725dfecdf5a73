/** @file The matching of a statement with a ledger in words: why rows are matched, and why others are open. */

import { groupedAmount } from '../model/proofs/amount.ts';
import type { MatchSettings, OpenRow, RowMatch } from '../model/statements/ledger.ts';
import { formatPlainList, t } from './index.ts';

/** Formats a decimal number with groups of three digits and the minus sign U+2212. */
export function formatDecimal(value: string): string {
  return groupedAmount(value).replace('-', '\u2212');
}

/** Returns why the rows of a match belong together. */
export function describeMatch(match: RowMatch): string {
  const { kind, statement, ledger, days, isSameReference, isAlikeName, hasOneCurrency, difference } = match;
  const parts = [
    ...(statement.length + ledger.length > 2
      ? [t('ledger.why.rows', { statement: statement.length, ledger: ledger.length })]
      : []),
    ...(isSameReference ? [t('ledger.why.reference')] : []),
    ...(isAlikeName ? [t('ledger.why.name')] : []),
    ...(days === null ? [] : [days === 0 ? t('ledger.why.sameDay') : t('ledger.why.days', { days })]),
    ...(hasOneCurrency ? [] : [t('ledger.why.currencies')]),
    ...(difference === null
      ? []
      : [
          t(kind === 'fee' ? 'ledger.why.fee' : 'ledger.why.difference', {
            difference: formatDecimal(difference),
          }),
        ]),
  ];
  return formatPlainList(parts);
}

/** Describes the rules in their order, how signs are read, and the tolerance. */
export function describeSettings({ rules, signs, tolerance }: MatchSettings): string {
  return formatPlainList([
    ...rules.flatMap(({ rule, isOn, days }) =>
      isOn ? [t('ledger.settings.rule', { rule: t(`ledger.kind.${rule}`), days })] : [],
    ),
    t('ledger.settings.signs', { signs: t(`ledger.rules.signs.${signs}`) }),
    t('ledger.settings.tolerance', { tolerance: formatDecimal(tolerance) }),
  ]);
}

/** Returns why a row is open, for example "No row fits". */
export function formatOpenReason({ reason, isCompared }: Pick<OpenRow, 'reason' | 'isCompared'>): string {
  if (reason !== null) return t(`ledger.reason.${reason}`);
  return isCompared ? t('ledger.reason.none') : t('ledger.reason.notCompared');
}
