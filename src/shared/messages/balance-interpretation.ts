/** @file The way in which a balance was calculated, as a sentence. */

import type { CheckPoint } from '../model/statements/open-statement.ts';
import { formatPlainList, t } from './index.ts';

const amountKinds = [
  'amount',
  'less-fee',
  'plus-fee',
  'debit-credit',
  'reversed',
  'as-written',
  'opening-closing',
] as const;
const rowOrders = ['oldest-first', 'newest-first', 'other-order'] as const;

/** Returns a sentence such as “Calculated from credits less debits, newest row first.”; empty without facts. */
export function balanceInterpretation({ amounts, order, isBefore, groupedBy }: CheckPoint['facts']): string {
  const amountKind = amountKinds.find((kind) => kind === amounts);
  const rowOrder = rowOrders.find((known) => known === order);
  const parts = [
    ...(amountKind === undefined ? [] : [t(`integrity.balance.amounts.${amountKind}`)]),
    ...(rowOrder === undefined || amounts === 'opening-closing'
      ? []
      : [t(`integrity.balance.order.${rowOrder}`)]),
    ...(isBefore === 1 ? [t('integrity.balance.beforeRow')] : []),
    ...(groupedBy === undefined || groupedBy === ''
      ? []
      : [t('integrity.balance.grouped', { column: groupedBy })]),
  ];
  return parts.length === 0 ? '' : t('integrity.balance.reading', { parts: formatPlainList(parts) });
}
