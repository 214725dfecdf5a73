import { useState } from 'react';
import type { ActivityFilter } from '../../../shared/contract/activity.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ActivityEntry } from '../../../shared/model/activity.ts';
import { createViewState, useViewState } from '../../app/view-state.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button, LinkButton } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../components/data-grid/paged-rows.ts';
import { Empty, NoResults } from '../../components/Empty.tsx';
import { PageHead, Toolbar, ToolbarLine } from '../../components/Page.tsx';
import { Split } from '../../components/Panel.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Select } from '../../components/Select.tsx';
import { columns } from './columns.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import {
  createFilterKey,
  createKindOptions,
  createOutcomeChips,
  describeEmptyResult,
  emptyFilter,
  isNarrowed,
} from './filter.ts';
import { exportActivity, useActivityJobs, verifyChain } from './jobs.ts';
import { Results } from './Results.tsx';

const maxSearchLength = 200;
const savedFilter = createViewState(emptyFilter);
const idOf = (entry: ActivityEntry) => entry.id;

interface FiltersProps {
  readonly filter: ActivityFilter;
  readonly onChange: (filter: ActivityFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <Toolbar roomy>
      <SearchField
        label={t('activity.filter.search')}
        placeholder={t('activity.filter.hint')}
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text: text.slice(0, maxSearchLength) })}
        width={200}
      />
      <div className="activity-kind">
        <Select
          label={t('activity.field.kind')}
          labelHidden
          size="small"
          options={createKindOptions()}
          value={filter.kind ?? 'any'}
          onChange={(kind) => onChange({ ...filter, kind: kind === 'any' ? null : kind })}
        />
      </div>
      <ToolbarLine />
      <Chips
        label={t('activity.field.outcome')}
        chips={createOutcomeChips()}
        value={filter.outcome ?? 'any'}
        onChange={(outcome) => onChange({ ...filter, outcome: outcome === 'any' ? null : outcome })}
      />
    </Toolbar>
  );
}

/** The Activity screen: list, filters, integrity check and export. */
export function ActivityScreen() {
  const revision = useTopicPart('activity', (activity) => activity.entries, 0);
  const { isVerifying, isExporting } = useActivityJobs();
  const [filter, setFilter] = useViewState(savedFilter);
  const [openEntry, setOpenEntry] = useState<ActivityEntry | null>(null);
  const rows = usePagedRows<ActivityEntry>({
    source: createFilterKey(filter),
    revision,
    fetchPage: (offset, limit) =>
      call('activity.list', { offset, limit, filter: { ...filter, text: filter.text.trim() } }),
  });
  const isFiltered = isNarrowed(filter);
  const count =
    rows.total === null ? null : t(isFiltered ? 'activity.found' : 'activity.count', { count: rows.total });
  return (
    <>
      <PageHead
        title={t('activity.title')}
        actions={
          <>
            <Button icon="check-circle" disabled={isVerifying} onPress={verifyChain}>
              {t(isVerifying ? 'activity.verify.running' : 'activity.verify.action')}
            </Button>
            <Button icon="save" disabled={isExporting} onPress={() => exportActivity(filter)}>
              {t('activity.export.action')}
            </Button>
          </>
        }
      >
        <span className="sub num">{count}</span>
      </PageHead>
      <Results />
      <Filters filter={filter} onChange={setFilter} />
      <Split
        panel={
          openEntry === null ? null : <EntryPanel entry={openEntry} onClose={() => setOpenEntry(null)} />
        }
      >
        <DataGrid
          label={t('activity.list')}
          columns={columns}
          rows={rows}
          idOf={idOf}
          openId={openEntry?.id ?? null}
          onOpen={setOpenEntry}
          empty={
            isFiltered ? (
              <NoResults title={describeEmptyResult(filter)}>
                <LinkButton small onPress={() => setFilter(emptyFilter)}>
                  {t('activity.filter.clear')}
                </LinkButton>
              </NoResults>
            ) : (
              <Empty
                icon="activity"
                title={t('activity.empty.title')}
                lead={t('activity.empty.lead')}
                foot={t('activity.empty.foot')}
              />
            )
          }
        />
      </Split>
    </>
  );
}
