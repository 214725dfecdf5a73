import { formatNumber, t } from '../../../shared/messages/index.ts';
import { type Beneficiary, beneficiaryState } from '../../../shared/model/beneficiary.ts';
import { useTopicPart } from '../../bridge.ts';
import { LinkButton } from '../../components/actions/Button.tsx';
import type { Column } from '../../components/data-grid/columns.ts';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import type { PagedRows } from '../../components/data-grid/paged-rows.ts';
import { Chips } from '../../components/fields/Chips.tsx';
import { SearchField } from '../../components/fields/SearchField.tsx';
import { Toolbar, ToolbarLine } from '../../components/layout/Page.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { NoResults } from '../../components/messages/Empty.tsx';
import { BeneficiaryStateMark } from './BeneficiaryStateMark.tsx';
import { type StateCounts, type StateFilter, stateChips } from './states.ts';

const beneficiaryColumns: readonly Column<Beneficiary>[] = [
  {
    id: 'label',
    get label() {
      return t('beneficiaries.list.columns.label');
    },
    width: 'rest',
    title: ({ label }) => label,
    cell: ({ label }) => <bdi>{label}</bdi>,
  },
  {
    id: 'recipientId',
    get label() {
      return t('beneficiaries.list.columns.recipientId');
    },
    width: 144,
    face: 'id',
    title: ({ recipientId }) => recipientId ?? '',
    cell: ({ recipientId }) => (
      <span className="dim">{recipientId ?? <span>{t('beneficiaries.list.noId')}</span>}</span>
    ),
  },
  {
    id: 'documents',
    get label() {
      return t('beneficiaries.list.columns.documents');
    },
    width: 96,
    align: 'right',
    cell: ({ attached }) => (attached === 0 ? <span>0</span> : formatNumber(attached)),
  },
  {
    id: 'lastAttached',
    get label() {
      return t('beneficiaries.list.columns.lastAttached');
    },
    width: 148,
    face: 'dim',
    cell: ({ lastAttachedAt }) =>
      lastAttachedAt === null ? (
        <span>{t('beneficiaries.list.never')}</span>
      ) : (
        <Time value={lastAttachedAt} form="moment" />
      ),
  },
  {
    id: 'state',
    get label() {
      return t('beneficiaries.list.columns.state');
    },
    width: 176,
    cell: (beneficiary) => <BeneficiaryStateMark state={beneficiaryState(beneficiary)} />,
  },
];

const noCounts: StateCounts = {};

interface BookFilter {
  readonly search: string;
  readonly state: StateFilter;
}

export const noFilter: BookFilter = { search: '', state: 'all' };

interface FilterProps {
  readonly filter: BookFilter;
  readonly onFilter: (filter: BookFilter) => void;
}

export function BookToolbar({ filter, onFilter }: FilterProps) {
  const counts = useTopicPart('beneficiaries', (value) => value.counts, noCounts);
  const total = useTopicPart('beneficiaries', (value) => value.total, 0);
  const chips = stateChips(counts, total, filter.state);
  return (
    <Toolbar>
      <SearchField
        label={t('beneficiaries.list.search')}
        placeholder={t('beneficiaries.list.search')}
        value={filter.search}
        onChange={(search) => onFilter({ ...filter, search })}
        width={280}
      />
      {chips.length > 0 && (
        <>
          <ToolbarLine />
          <Chips
            label={t('beneficiaries.list.filter')}
            chips={chips}
            value={filter.state}
            onChange={(state) => onFilter({ ...filter, state })}
          />
        </>
      )}
    </Toolbar>
  );
}

function NoMatches({ filter, onFilter }: FilterProps) {
  const search = filter.search.trim();
  const state = filter.state === 'all' ? null : t(`beneficiaries.states.${filter.state}`);
  const title =
    state === null
      ? t('beneficiaries.list.nothingMatches', { text: search })
      : search === ''
        ? t('beneficiaries.list.nothingIn', { state })
        : t('beneficiaries.list.nothingMatchesIn', { text: search, state });
  const hasBothFilters = state !== null && search !== '';
  return (
    <NoResults title={title}>
      {state === null && `${t('beneficiaries.list.searchedIn')} `}
      <LinkButton small onPress={() => onFilter(hasBothFilters ? { ...filter, state: 'all' } : noFilter)}>
        {hasBothFilters ? t('beneficiaries.list.showAllStates') : t('beneficiaries.list.showAll')}
      </LinkButton>
    </NoResults>
  );
}

interface BeneficiaryListProps extends FilterProps {
  readonly rows: PagedRows<Beneficiary>;
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
}

function idOf({ id }: Beneficiary): number {
  return id;
}

export function BeneficiaryList({ rows, openId, onOpen, filter, onFilter }: BeneficiaryListProps) {
  return (
    <DataGrid
      label={t('beneficiaries.title')}
      columns={beneficiaryColumns}
      rows={rows}
      idOf={idOf}
      roomy
      openId={openId}
      onOpen={({ id }) => onOpen(id)}
      empty={<NoMatches filter={filter} onFilter={onFilter} />}
    />
  );
}
