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
import { emptyResultText, everything, filterKey, isNarrowed, kindOptions, outcomeChips } from './filter.ts';
import { exportActivity, useActivityJobs, verifyChain } from './jobs.ts';
import { Results } from './Results.tsx';

const maxSearchLength = 200;
const keptFilter = createViewState(everything);
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
          options={kindOptions()}
          value={filter.kind ?? 'any'}
          onChange={(kind) => onChange({ ...filter, kind: kind === 'any' ? null : kind })}
        />
      </div>
      <ToolbarLine />
      <Chips
        label={t('activity.field.outcome')}
        chips={outcomeChips()}
        value={filter.outcome ?? 'any'}
        onChange={(outcome) => onChange({ ...filter, outcome: outcome === 'any' ? null : outcome })}
      />
    </Toolbar>
  );
}

/** The Activity screen: list, filters, integrity check and export. */
export function ActivityScreen() {
  const revision = useTopicPart('activity', (activity) => activity.entries, 0);
  const { verifying, exporting } = useActivityJobs();
  const [filter, setFilter] = useViewState(keptFilter);
  const [opened, setOpened] = useState<ActivityEntry | null>(null);
  const rows = usePagedRows<ActivityEntry>({
    source: filterKey(filter),
    revision,
    fetchPage: (offset, limit) =>
      call('activity.list', { offset, limit, filter: { ...filter, text: filter.text.trim() } }),
  });
  const narrowed = isNarrowed(filter);
  const count =
    rows.total === null ? null : t(narrowed ? 'activity.found' : 'activity.count', { count: rows.total });
  return (
    <>
      <PageHead
        title={t('activity.title')}
        actions={
          <>
            <Button icon="check-circle" disabled={verifying} onPress={verifyChain}>
              {t(verifying ? 'activity.verify.running' : 'activity.verify.action')}
            </Button>
            <Button icon="save" disabled={exporting} onPress={() => exportActivity(filter)}>
              {t('activity.export.action')}
            </Button>
          </>
        }
      >
        <span className="sub num">{count}</span>
      </PageHead>
      <Results />
      <Filters filter={filter} onChange={setFilter} />
      <Split panel={opened === null ? null : <EntryPanel entry={opened} onClose={() => setOpened(null)} />}>
        <DataGrid
          label={t('activity.list')}
          columns={columns}
          rows={rows}
          idOf={idOf}
          openId={opened?.id ?? null}
          onOpen={setOpened}
          empty={
            narrowed ? (
              <NoResults title={emptyResultText(filter)}>
                <LinkButton small onPress={() => setFilter(everything)}>
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
