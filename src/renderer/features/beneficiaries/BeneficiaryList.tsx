import { t } from '../../../shared/messages/index.ts';
import type { Beneficiary } from '../../../shared/model/beneficiary.ts';

import { useTopicPart } from '../../bridge.ts';
import { LinkButton } from '../../components/actions/Button.tsx';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import type { PagedRows } from '../../components/data-grid/paged-rows.ts';
import { Chips } from '../../components/fields/Chips.tsx';
import { SearchField } from '../../components/fields/SearchField.tsx';
import { Toolbar, ToolbarLine } from '../../components/layout/Page.tsx';
import { NoResults } from '../../components/messages/Empty.tsx';
import { beneficiaryColumns } from './columns.tsx';
import { type StateCounts, type StateFilter, stateChips } from './states.ts';

const noCounts: StateCounts = {};

/** The filter of the list. */
interface BookFilter {
  readonly search: string;
  readonly state: StateFilter;
}

export const noFilter: BookFilter = { search: '', state: 'all' };

interface FilterProps {
  readonly filter: BookFilter;
  readonly onFilter: (filter: BookFilter) => void;
}

/** The search field and state filters above the list. */
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

/** The address book. */
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
