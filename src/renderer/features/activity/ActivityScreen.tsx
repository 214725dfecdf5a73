import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { type ActivityEntry, toShownOutcome } from '../../../shared/model/activity.ts';
import { createViewState, useViewState } from '../../app/view-state.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button, LinkButton } from '../../components/actions/Button.tsx';
import type { Column } from '../../components/data-grid/columns.ts';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../components/data-grid/paged-rows.ts';
import { FileName } from '../../components/files/FileName.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { useNow } from '../../components/layout/clock-tick.ts';
import pageStyles from '../../components/layout/Page.module.css';
import { PageHead } from '../../components/layout/Page.tsx';
import { Split } from '../../components/layout/Panel.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { Empty, NoResults } from '../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import styles from './Activity.module.css';
import { EntryPanel } from './EntryPanel.tsx';
import { describeEntry } from './entry-text.ts';
import { Filters } from './Filters.tsx';
import { describeEmptyResult, emptyFilter, isNarrowed, toActivityFilter } from './filter.ts';
import { type ChainResult, dismissResult, exportActivity, useActivityJobs, verifyChain } from './jobs.ts';
import { Outcome } from './Outcome.tsx';
import { PackCheckDialog } from './PackCheckDialog.tsx';
import { checkPack, usePackCheck } from './pack-check.ts';

const columns: readonly Column<ActivityEntry>[] = [
  {
    id: 'at',
    get label() {
      return t('activity.field.time');
    },
    width: 148,
    cell: (entry) => <Time value={entry.at} form="moment" />,
  },
  {
    id: 'sentence',
    get label() {
      return t('activity.field.sentence');
    },
    width: 'rest',
    cell: (entry) => <FileName name={describeEntry(entry)} />,
  },
  {
    id: 'outcome',
    get label() {
      return t('activity.field.outcome');
    },
    width: 116,
    cell: (entry) => <Outcome outcome={toShownOutcome(entry)} />,
  },
  {
    id: 'profile',
    get label() {
      return t('activity.field.profile');
    },
    width: 144,
    cell: (entry) => entry.profile ?? '',
    title: (entry) => entry.profile ?? '',
    face: 'dim',
  },
];

function DismissButton({ resultKey }: { readonly resultKey: Parameters<typeof dismissResult>[0] }) {
  return (
    <Button size="small" onPress={() => dismissResult(resultKey)}>
      {t('activity.chain.dismiss')}
    </Button>
  );
}

function Chain({ chain }: { readonly chain: ChainResult }) {
  if (chain.brokenAt !== null) {
    return (
      <Notice
        tone="danger"
        title={t('activity.chain.broken', { id: chain.brokenAt })}
        spoken
        actionsAt="end"
        actions={<DismissButton resultKey="chain" />}
      >
        {t('activity.chain.brokenDetail', { id: chain.brokenAt, before: chain.brokenAt - 1 })}
      </Notice>
    );
  }
  if (chain.seal === 'broken') {
    return (
      <Notice
        tone="danger"
        title={t('activity.chain.unsealed')}
        spoken
        actionsAt="end"
        actions={<DismissButton resultKey="chain" />}
      >
        {t('activity.chain.unsealedDetail', { count: chain.entries })}
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      icon="check-circle"
      title={
        chain.entries === 0 ? t('activity.chain.none') : t('activity.chain.intact', { count: chain.entries })
      }
      spoken
      actionsAt="end"
      actions={<DismissButton resultKey="chain" />}
    >
      {chain.entries === 0 ? null : t(`activity.chain.detail.${chain.seal}`)}
    </Notice>
  );
}

/** Result of the integrity check and errors, above the list. */
function Results() {
  const { chain, error } = useActivityJobs();
  if (chain === null && error === null) return null;
  return (
    <div className={styles.results}>
      {chain !== null && <Chain chain={chain} />}
      {error !== null && (
        <ErrorNotice error={error} actionsAt="end" actions={<DismissButton resultKey="error" />} />
      )}
    </div>
  );
}

const savedFilter = createViewState(emptyFilter);
const idOf = (entry: ActivityEntry) => entry.id;

export function ActivityScreen() {
  const revision = useTopicPart('activity', (activity) => activity.entries, 0);
  const { isVerifying, isExporting } = useActivityJobs();
  const isCheckingPack = usePackCheck(({ isRunning }) => isRunning);
  const [filter, setFilter] = useViewState(savedFilter);
  const [openEntry, setOpenEntry] = useState<ActivityEntry | null>(null);
  const activityFilter = toActivityFilter(filter, useNow());
  const rows = usePagedRows<ActivityEntry>({
    source: JSON.stringify(activityFilter),
    revision,
    fetchPage: (offset, limit) => call('activity.list', { offset, limit, filter: activityFilter }),
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
            <Button icon="proof" disabled={isCheckingPack} onPress={checkPack}>
              {t('evidence.check.action')}
            </Button>
            <Button icon="check-circle" disabled={isVerifying} onPress={verifyChain}>
              {t(isVerifying ? 'activity.verify.running' : 'activity.verify.action')}
            </Button>
            <Button icon="save" disabled={isExporting} onPress={() => exportActivity(activityFilter)}>
              {t('activity.export.action')}
            </Button>
          </>
        }
      >
        <span className={classNames(pageStyles.sub, 'num')}>{count}</span>
      </PageHead>
      <Results />
      <PackCheckDialog />
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
