/** @file The columns of the list of references. */
import { groupedAmount } from '../../../shared/model/proofs/amount.ts';
import type { ProofRow } from '../../../shared/model/proofs/proof.ts';
import { amountRoleWords } from '../../../shared/words/payment-status.ts';
import { kindWord, proofKindWords } from '../../../shared/words/proofs.ts';
import { proofsScreenWords as words } from '../../../shared/words/proofs-screen.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import { Badge, State } from '../../components/State.tsx';
import { stateLooks } from './looks.ts';
import { StandingBadge } from './StandingBadge.tsx';

/** Badge of a reference's state, filled when it needs the clerk. */
export function ProofStateMark({ row }: { readonly row: ProofRow }) {
  const { icon, tone } = stateLooks[row.state];
  if (row.state === 'saved' && row.kind === 'url') return <State icon="info">{words.linkOnly}</State>;
  if (row.state === 'saved' && row.kind === 'unreadable') {
    return (
      <Badge icon="alert" tone="warning">
        {proofKindWords.unreadable}
      </Badge>
    );
  }
  if (row.state === 'saved' && row.isOutdated) return <State icon="clock">{words.outdated}</State>;
  if (row.state === 'saved' && row.status !== null && row.status.standing !== 'settled')
    return <StandingBadge standing={row.status.standing} isShort />;
  if (row.state === 'saved' && row.versions > 1) {
    return (
      <Badge icon="info" tone="info">
        {words.changed}
      </Badge>
    );
  }
  const word = words.states[row.state];
  return tone === 'warning' || tone === 'danger' ? (
    <Badge icon={icon} tone={tone}>
      {word}
    </Badge>
  ) : (
    <State icon={icon} tone={tone}>
      {word}
    </State>
  );
}

function kindOf(row: ProofRow): string {
  const kind =
    row.messageType ??
    (row.kind === null ? '' : kindWord({ kind: row.kind, extension: row.extension ?? '' }));
  return row.transactions > 1 ? words.several(row.transactions, kind) : kind;
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
  const isOther = amountRole === 'original' || amountRole === 'instructed' || amountRole === 'expected';
  return !isOther && (status === null || status.standing === 'settled');
}

/** Columns of the wide layout. */
export const columns: readonly Column<ProofRow>[] = [
  {
    id: 'reference',
    word: words.columns.reference,
    width: 'rest',
    cell: (row) => row.reference,
    title: (row) => row.reference,
    face: 'id',
  },
  {
    id: 'kind',
    word: words.columns.kind,
    width: 108,
    cell: kindOf,
    title: kindOf,
    face: 'dim',
  },
  {
    id: 'amount',
    word: words.columns.amount,
    width: 126,
    align: 'right',
    cell: (row) => <AmountCell row={row} />,
    title: (row) => (row.amount === null ? '' : amountRoleWords[row.amountRole]),
    face: 'num',
  },
  { id: 'state', word: words.columns.state, width: 124, cell: (row) => <ProofStateMark row={row} /> },
];

/** Columns of the narrow layout: reference and state. */
export const narrowColumns: readonly Column<ProofRow>[] = columns.filter(({ id }) =>
  ['reference', 'state'].includes(id),
);
