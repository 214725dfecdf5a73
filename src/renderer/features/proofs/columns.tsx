/** @file The columns of the list of references. */
import { t } from '../../../shared/messages/index.ts';
import { amountLabel } from '../../../shared/messages/payment-status.ts';
import { kindLabel, proofLabel } from '../../../shared/messages/proof-kinds.ts';
import { groupedAmount } from '../../../shared/model/proofs/amount.ts';
import type { ProofRow } from '../../../shared/model/proofs/proof.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import { Badge, State } from '../../components/State.tsx';
import { stateLooks } from './looks.ts';
import { StandingBadge } from './StandingBadge.tsx';

/** Badge of a reference's state, filled when it needs the clerk. */
function ProofStateMark({ row }: { readonly row: ProofRow }) {
  const { icon, tone } = stateLooks[row.state];
  if (row.state === 'saved' && row.kind === 'url') return <State icon="info">{t('proofs.linkOnly')}</State>;
  if (row.state === 'saved' && row.kind === 'unreadable') {
    return (
      <Badge icon="alert" tone="warning">
        {kindLabel('unreadable')}
      </Badge>
    );
  }
  if (row.state === 'saved' && row.isOutdated) return <State icon="clock">{t('proofs.outdated')}</State>;
  if (row.state === 'saved' && row.status !== null && row.status.standing !== 'settled')
    return <StandingBadge standing={row.status.standing} isShort />;
  if (row.state === 'saved' && row.versions > 1) {
    return (
      <Badge icon="info" tone="info">
        {t('proofs.changed')}
      </Badge>
    );
  }
  const label = t(`proofs.state.${row.state}`);
  return tone === 'warning' || tone === 'danger' ? (
    <Badge icon={icon} tone={tone}>
      {label}
    </Badge>
  ) : (
    <State icon={icon} tone={tone}>
      {label}
    </State>
  );
}

function describeKind(row: ProofRow): string {
  const kind =
    row.messageType ??
    (row.kind === null ? '' : proofLabel({ kind: row.kind, extension: row.extension ?? '' }));
  return row.transactions > 1 ? t('proofs.severalTransactions', { count: row.transactions, kind }) : kind;
}

function AmountCell({ row }: { readonly row: ProofRow }) {
  if (row.amount === null) return null;
  return (
    <span className={isPaid(row) ? undefined : 'dim'}>
      {groupedAmount(row.amount.value)} <span className="proof-currency">{row.amount.currency}</span>
    </span>
  );
}

/** False when the proof states that the amount was not paid, or not yet. */
function isPaid({ amountRole, status }: ProofRow): boolean {
  const isNotPaidAmount =
    amountRole === 'original' || amountRole === 'instructed' || amountRole === 'expected';
  return !isNotPaidAmount && (status === null || status.standing === 'settled');
}

/** Columns of the wide layout. */
export const columns: readonly Column<ProofRow>[] = [
  {
    id: 'reference',
    get label() {
      return t('proofs.column.reference');
    },
    width: 'rest',
    cell: (row) => row.reference,
    title: (row) => row.reference,
    face: 'id',
  },
  {
    id: 'kind',
    get label() {
      return t('proofs.column.kind');
    },
    width: 108,
    cell: describeKind,
    title: describeKind,
    face: 'dim',
  },
  {
    id: 'amount',
    get label() {
      return t('proofs.column.amount');
    },
    width: 126,
    align: 'right',
    cell: (row) => <AmountCell row={row} />,
    title: (row) => (row.amount === null ? '' : amountLabel(row.amountRole)),
    face: 'num',
  },
  {
    id: 'state',
    get label() {
      return t('proofs.column.state');
    },
    width: 124,
    cell: (row) => <ProofStateMark row={row} />,
  },
];

/** Columns of the narrow layout: reference and state. */
export const narrowColumns: readonly Column<ProofRow>[] = columns.filter(({ id }) =>
  ['reference', 'state'].includes(id),
);
