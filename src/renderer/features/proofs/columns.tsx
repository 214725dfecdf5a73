/** @file The columns of the list of references. */
import type { ReactNode } from 'react';
import { describeError } from '../../../shared/messages/error-messages.ts';
import { formatCalendarDate, t } from '../../../shared/messages/index.ts';
import { amountLabel } from '../../../shared/messages/payment-status.ts';
import { kindLabel, proofLabel } from '../../../shared/messages/proof-kinds.ts';
import { groupedAmount } from '../../../shared/model/proofs/amount.ts';
import type { ProofRow } from '../../../shared/model/proofs/proof.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import { Badge, State } from '../../components/messages/State.tsx';
import { linkLook, stateLooks } from './looks.ts';
import styles from './Proofs.module.css';
import { StandingBadge } from './StandingBadge.tsx';

/** Badge of a reference's state, filled when it needs the clerk. */
function ProofStateMark({ row }: { readonly row: ProofRow }) {
  const { icon, tone } = stateLooks[row.state];
  if (row.state === 'saved' && row.kind === 'url')
    return <State icon={linkLook.icon}>{t('proofs.linkOnly')}</State>;
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

/** The reason of a failed fetch as the service states it, otherwise what happened; empty for other rows. */
function describeFailure({ state, error }: ProofRow): string {
  if (state !== 'failed' || error === null) return '';
  const { message } = error.details;
  return typeof message === 'string' && message.trim() !== '' ? message.trim() : describeError(error).title;
}

/** A fact with another one in smaller type below it. */
function TwoLines({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) {
  return (
    <span className={styles.twoLines}>
      <span className="cut">{first}</span>
      {second !== null && <span className={classNames(styles.second, 'cut')}>{second}</span>}
    </span>
  );
}

/** Quiet mark of facts that a statement states, not the proof. */
function StatementMark() {
  const label = t('proofs.fromStatement');
  return (
    <span role="img" aria-label={label} title={label} className={styles.statementMark}>
      <Icon name="ledger" size="xs" />
    </span>
  );
}

/** The type and the payee of a stored proof, or why none is stored. */
function SecondLine({ row }: { readonly row: ProofRow }) {
  const kind = describeKind(row);
  const failure = describeFailure(row);
  if (failure !== '' && kind === '') return <span className={styles.reason}>{failure}</span>;
  return (
    <>
      {kind !== '' && <span className={styles.kind}>{kind}</span>}
      {row.payee !== null && row.factsFrom === 'statement' && <StatementMark />}
      {row.payee !== null && <span className="cut">{row.payee}</span>}
    </>
  );
}

function ReferenceCell({ row }: { readonly row: ProofRow }) {
  return (
    <span className={styles.twoLines}>
      <span className="id cut">{row.reference}</span>
      <span className={classNames(styles.second, 'row gap-1 min-w-0')}>
        <SecondLine row={row} />
      </span>
    </span>
  );
}

function describeAmount({ amount, amountRole, factsFrom }: ProofRow): string {
  if (amount === null) return '';
  return factsFrom === 'statement' ? t('proofs.amountFromStatement') : amountLabel(amountRole);
}

function AmountCell({ row }: { readonly row: ProofRow }) {
  const date = row.date === null ? null : formatCalendarDate(row.date);
  if (row.amount === null) return <TwoLines first={null} second={date} />;
  return (
    <TwoLines
      first={
        <span className={isPaid(row) ? undefined : 'dim'}>
          {groupedAmount(row.amount.value).replace('-', '−')}{' '}
          <span className={styles.currency}>{row.amount.currency}</span>
        </span>
      }
      second={date}
    />
  );
}

/** False when the proof does not state the amount, or states that it was not paid, or not yet. */
function isPaid({ amountRole, factsFrom, status }: ProofRow): boolean {
  if (factsFrom === 'statement') return false;
  const isNotPaidAmount =
    amountRole === 'original' || amountRole === 'instructed' || amountRole === 'expected';
  return !isNotPaidAmount && (status === null || status.standing === 'settled');
}

/** Columns of the wide layout. */
export const columns: readonly Column<ProofRow>[] = [
  {
    id: 'reference',
    get label() {
      return t('proofs.column.referenceTypePayee');
    },
    width: 'rest',
    cell: (row) => <ReferenceCell row={row} />,
    title: (row) =>
      [row.reference, describeKind(row), describeFailure(row), row.payee ?? '']
        .filter((text) => text !== '')
        .join('\n'),
  },
  {
    id: 'amount',
    get label() {
      return t('proofs.column.amountDate');
    },
    width: 126,
    align: 'right',
    cell: (row) => <AmountCell row={row} />,
    title: describeAmount,
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
