import { formatCalendarDate, t } from '../../../../shared/messages/index.ts';
import { formatDecimal, formatOpenReason } from '../../../../shared/messages/ledger-texts.ts';
import type { Column } from '../../../components/data-grid/columns.ts';
import { CurrencyTag, State } from '../../../components/messages/State.tsx';
import type { AgedRow } from './ledger-names.ts';

/** The columns of open rows. */
export function createOpenColumns(): readonly Column<AgedRow>[] {
  return [
    {
      id: 'date',
      label: t('ledger.column.date'),
      width: 104,
      face: 'num',
      cell: ({ date }) => (date === null ? '' : formatCalendarDate(date)),
    },
    {
      id: 'amount',
      label: t('ledger.column.amount'),
      width: 148,
      align: 'right',
      face: 'num',
      cell: ({ amount, currency }) =>
        amount === null ? (
          ''
        ) : (
          <>
            {formatDecimal(amount)} {currency !== '' && <CurrencyTag currency={currency} />}
          </>
        ),
    },
    {
      id: 'reason',
      label: t('ledger.column.reason'),
      width: { min: 184, share: 1 },
      cell: (row) =>
        row.reason === null ? (
          <span className="dim">{formatOpenReason(row)}</span>
        ) : (
          <State icon="help">{formatOpenReason(row)}</State>
        ),
      title: formatOpenReason,
    },
    {
      id: 'name',
      label: t('ledger.column.name'),
      width: { min: 120, share: 2 },
      cell: ({ name }) => name,
      title: ({ name }) => name,
    },
    {
      id: 'reference',
      label: t('ledger.column.reference'),
      width: { min: 112, share: 1 },
      face: 'id',
      cell: ({ reference }) => reference,
      title: ({ reference }) => reference,
    },
    {
      id: 'age',
      label: t('ledger.column.age'),
      width: 88,
      align: 'right',
      face: 'num',
      cell: ({ ageDays }) => (ageDays === null ? '' : t('ledger.age', { days: ageDays })),
    },
  ];
}
