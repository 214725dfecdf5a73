import { columnName } from '../../../../shared/messages/column-name.ts';
/** @file Columns of the list of hits of the search in all statements. */

import { formatAmountText } from '../../../../shared/messages/format-amounts.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatCalendarDate, formatNumber, t } from '../../../../shared/messages/index.ts';
import type { SearchHit } from '../../../../shared/model/statements/statement-search.ts';
import type { Column } from '../../../components/data-grid/columns.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import { WalletName, walletTitle } from '../statement-cells.tsx';
import { MarkedText } from './MarkedText.tsx';
import styles from './Search.module.css';
import type { SearchRow } from './search-rows.ts';

function matchText(hit: SearchHit): string {
  return hit.kind === 'page' ? hit.found : (hit.cells[hit.column] ?? hit.cells.join('  '));
}

/** Returns the other cells of the row, or the line of the page, as context. */
function contextText(hit: SearchHit): string {
  if (hit.kind === 'page') return hit.text;
  return hit.cells.filter((cell, index) => index !== hit.column && cell.trim() !== '').join('  ·  ');
}

function AmountCell({ hit }: { readonly hit: SearchHit }) {
  if (hit.kind === 'page' || hit.amount === null) return null;
  const { units, scale, currency } = hit.amount;
  return (
    <>
      {formatAmountText(units, scale)} <span className={styles.currency}>{currency}</span>
    </>
  );
}

function amountText(hit: SearchHit): string {
  if (hit.kind === 'page' || hit.amount === null) return '';
  const { units, scale, currency } = hit.amount;
  return `${formatAmountText(units, scale)} ${currency}`.trim();
}

function StatementCell({ row }: { readonly row: SearchRow }) {
  if (row.kind === 'hit') return <WalletName wallet={row.hit.wallet} />;
  return (
    <span className="row gap-2 min-w-0 medium">
      <Icon name={row.isCollapsed ? 'chevron-right' : 'chevron-down'} />
      <WalletName wallet={row.hit.wallet} />
      <span className="sr">{t(`statementSearch.group.${row.isCollapsed ? 'collapsed' : 'expanded'}`)}</span>
    </span>
  );
}

/** Returns the columns. In a grouped list, the statement is written once above its hits. */
export function searchColumns(find: string, isGrouped: boolean): readonly Column<SearchRow>[] {
  const ofHit = (text: (hit: SearchHit) => string) => (row: SearchRow) =>
    row.kind === 'hit' ? text(row.hit) : '';
  return [
    {
      id: 'statement',
      label: t('statements.search.wallet'),
      width: 264,
      sortable: true,
      cell: (row) => (isGrouped && row.kind === 'hit' ? null : <StatementCell row={row} />),
      title: ({ hit }) => walletTitle(hit.wallet),
    },
    {
      id: 'period',
      label: t('statements.search.period'),
      width: 104,
      face: 'num',
      cell: (row) => (isGrouped && row.kind === 'hit' ? '' : formatPeriod(row.hit.since, row.hit.till)),
      title: ({ hit: { since, till } }) => `${since} – ${till}`,
    },
    {
      id: 'row',
      label: t('statements.search.row'),
      width: 76,
      align: 'right',
      face: 'num',
      cell: (row) => {
        if (row.kind === 'statement') return '';
        const { hit } = row;
        return hit.kind === 'page'
          ? t('statementSearch.hit.page', { page: hit.page })
          : formatNumber(hit.row + 1);
      },
    },
    {
      id: 'date',
      label: t('statementSearch.hit.date'),
      width: 104,
      sortable: true,
      face: 'num',
      cell: ofHit((hit) => (hit.kind === 'cell' && hit.date !== null ? formatCalendarDate(hit.date) : '')),
    },
    {
      id: 'amount',
      label: t('statementSearch.amount.field'),
      width: 144,
      align: 'right',
      sortable: true,
      face: 'num',
      cell: (row) => (row.kind === 'hit' ? <AmountCell hit={row.hit} /> : null),
      title: ofHit(amountText),
    },
    {
      id: 'column',
      label: t('statements.search.column'),
      width: 108,
      face: 'dim',
      cell: ofHit((hit) => (hit.kind === 'cell' ? columnName(hit.columnName, hit.column) : '')),
    },
    {
      id: 'text',
      label: t('statements.search.match'),
      width: { min: 200, share: 1 },
      cell: (row) =>
        row.kind === 'statement' ? (
          t('statementSearch.group.count', { count: row.count })
        ) : (
          <span className="cut" title={matchText(row.hit)}>
            <MarkedText text={matchText(row.hit)} find={row.hit.kind === 'page' ? row.hit.found : find} />
          </span>
        ),
    },
    {
      id: 'rest',
      label: t('statements.search.rest'),
      width: 'rest',
      face: 'dim',
      cell: (row) => (row.kind === 'statement' ? null : <span className="cut">{contextText(row.hit)}</span>),
      title: ofHit(contextText),
    },
  ];
}
