import { type KeyboardEvent, useMemo, useState } from 'react';
import { formatCalendarDate, formatList, t } from '../../../../shared/messages/index.ts';
import { describeMatch, formatDecimal } from '../../../../shared/messages/ledger-texts.ts';
import type {
  MatchedRow,
  MatchKind,
  MatchProposal,
  ProposalGroup,
  RowMatch,
} from '../../../../shared/model/statements/ledger.ts';
import { call } from '../../../bridge.ts';
import type { Column, RowAction } from '../../../components/data-grid/columns.ts';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import { NoResults } from '../../../components/messages/Empty.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';

const idOf = ({ statement }: RowMatch) => statement[0]?.row ?? 0;
const rowHeight = 52;

function describeRow({ date, amount, currency, name, reference }: MatchedRow): string {
  return [
    date === null ? '' : formatCalendarDate(date),
    amount === null ? '' : `${formatDecimal(amount)} ${currency}`.trim(),
    name,
    reference,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

function SideCell({ rows }: { readonly rows: readonly MatchedRow[] }) {
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <span className="grid min-w-0">
      <span className="num cut">
        {first.date === null ? '' : formatCalendarDate(first.date)}{' '}
        {first.amount === null ? '' : `${formatDecimal(first.amount)} ${first.currency}`}
      </span>
      <span className="dim cut">
        {first.name} {first.reference}
      </span>
    </span>
  );
}

/** A match, or a proposal, which has something against it. */
type ListedMatch = RowMatch & Partial<Pick<MatchProposal, 'against'>>;

const describeAgainst = ({ against = [] }: ListedMatch) =>
  formatList(against.map((reason) => t(`ledger.reason.${reason}`)));

function createColumns(isProposed: boolean): readonly Column<ListedMatch>[] {
  return [
    {
      id: 'kind',
      label: t(isProposed ? 'ledger.column.rule' : 'ledger.column.kind'),
      width: isProposed ? 144 : 192,
      cell: ({ kind }) => t(`ledger.kind.${kind}`),
    },
    ...(
      [['why', describeMatch], ...(isProposed ? [['against', describeAgainst] as const] : [])] as const
    ).map(
      ([id, describe]): Column<ListedMatch> => ({
        id,
        label: t(`ledger.column.${id}`),
        width: { min: isProposed ? 120 : 200, share: 1 },
        cell: describe,
        title: describe,
      }),
    ),
    ...(['statement', 'ledger'] as const).map(
      (side): Column<ListedMatch> => ({
        id: side,
        label: t(`ledger.side.${side}`),
        width: { min: 200, share: 1 },
        cell: (match) => <SideCell rows={match[side]} />,
        title: (match) => match[side].map(describeRow).join('\n'),
      }),
    ),
  ];
}

/** What can be done with a row of the list. */
interface MatchAction extends Omit<RowAction, 'onPress'> {
  readonly run: (match: RowMatch) => Promise<unknown>;
}

interface MatchListProps {
  /** Matches of these kinds, or the proposals of a group. */
  readonly shown: readonly MatchKind[] | ProposalGroup;
  readonly revision: number;
  /** Delete runs the last one for the row of the cursor. */
  readonly actions: readonly MatchAction[];
}

/** Matches or proposals, each with what the rows have in common. */
export function MatchList({ shown, revision, actions }: MatchListProps) {
  const { handle } = useViewer();
  const group = 'rule' in shown ? shown : null;
  const kinds = 'rule' in shown ? [] : shown;
  const label = t(group === null ? 'ledger.matches' : 'ledger.proposals.list');
  const [columns] = useState(() => createColumns(group !== null));
  const rows = usePagedRows<ListedMatch>({
    source: `${handle} ${kinds.join()} ${group?.rule} ${group?.against.join()}`,
    revision,
    fetchPage: async (offset, limit) => {
      const page = { handle, offset, limit };
      if (group === null) {
        const { total, matches } = await call('viewer.ledger', {
          action: 'matches',
          kinds: [...kinds],
          ...page,
        });
        return { total, rows: matches };
      }
      const { rule, against } = group;
      const { total, proposals } = await call('viewer.ledger', {
        action: 'proposals',
        rule,
        against,
        ...page,
      });
      return { total, rows: proposals };
    },
  });
  const rowActions = useMemo(
    () => (match: RowMatch) =>
      actions.map(({ run, ...action }) => ({ ...action, onPress: () => void run(match) })),
    [actions],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || !(event.target instanceof HTMLElement)) return;
    const index = event.target.dataset['row'];
    const match = index === undefined ? undefined : rows.rowAt(Number(index));
    if (match === undefined) return;
    event.preventDefault();
    void actions.at(-1)?.run(match);
  };
  return (
    <fieldset className="column fill grow line-top" aria-label={label} onKeyDownCapture={onKeyDown}>
      <DataGrid
        label={label}
        columns={columns}
        rows={rows}
        idOf={idOf}
        rowHeight={rowHeight}
        rowActions={rowActions}
        empty={
          <NoResults title={t(group === null ? 'ledger.matches.empty' : 'ledger.pane.nothingToDecide')} />
        }
      />
    </fieldset>
  );
}
