import { useState } from 'react';
import { toPaydeskError } from '../../../../shared/errors.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatList, formatPlainList, formatUtc, t } from '../../../../shared/messages/index.ts';
import {
  allEvents,
  type EventFilter,
  type QuarantinedEvent,
  quarantineReasonSchema,
} from '../../../../shared/model/statements/statements.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import type { Column } from '../../../components/data-grid/columns.ts';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import { ConfirmDialog } from '../../../components/dialogs/Dialog.tsx';
import { SearchField } from '../../../components/fields/SearchField.tsx';
import { Select } from '../../../components/fields/Select.tsx';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import { Time } from '../../../components/layout/Time.tsx';
import { NoResults } from '../../../components/messages/Empty.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { Badge } from '../../../components/messages/State.tsx';
import inboxStyles from './Inbox.module.css';

type RunAction = (run: () => Promise<unknown>) => void;
type Decision = 'take' | 'claim' | 'discard';

const idOf = ({ id }: QuarantinedEvent) => id;
const rowHeight = 52;
const headHeight = 34;
const maxListHeight = 248;
const maxTextLength = 200;

const reasonOf = ({ reason, detail }: QuarantinedEvent) =>
  detail === ''
    ? t(`statementInbox.reason.${reason}`)
    : t('statementInbox.reasonDetail', { reason: t(`statementInbox.reason.${reason}`), detail });

type FirstEvent = NonNullable<QuarantinedEvent['first']>;

function describeContent({ transactions, madeAt, host, source }: FirstEvent): string {
  return formatPlainList([
    transactions === null ? '' : t('statementCoverage.transactions', { count: transactions }),
    madeAt === null ? '' : t('statementInbox.quarantine.created', { time: formatUtc(madeAt) }),
    host === null ? '' : t('statementInbox.quarantine.host', { host }),
    source === null ? '' : t(`statementInbox.source.${source}`),
  ]);
}

/** Shows an event beside the first one for its statement, from which it differs. */
function describeDifference(event: QuarantinedEvent, first: FirstEvent): string {
  const contents = { event: describeContent(event), first: describeContent(first) };
  const isElsewhere =
    event.transactions === first.transactions && event.madeAt === first.madeAt && event.host === first.host;
  const elsewhere = isElsewhere ? ` ${t('statementInbox.quarantine.differsElsewhere')}` : '';
  return `${t('statementInbox.quarantine.differs', contents)}${elsewhere}`;
}

const describeEvent = ({ walletId, since, till, host, source }: QuarantinedEvent) =>
  formatPlainList([
    walletId === null ? t('statementInbox.quarantine.noWallet') : String(walletId),
    since === null || till === null ? '' : formatPeriod(since, till),
    host === null ? '' : t('statementInbox.quarantine.host', { host }),
    t(`statementInbox.source.${source}`),
  ]);

function describeProblems(event: QuarantinedEvent): string {
  const { unknownFields, held, walletId, first } = event;
  const names = formatList(unknownFields);
  return [
    ...(first === null ? [] : [describeDifference(event, first)]),
    ...(names === '' ? [] : [t('statementInbox.unknownFields', { names, count: unknownFields.length })]),
    ...(held || walletId === null ? [] : [t('statementInbox.quarantine.linkLost')]),
  ].join(' ');
}

function createColumns(runAction: RunAction): readonly Column<QuarantinedEvent>[] {
  const decide = (id: number, decision: Decision) =>
    runAction(async () => {
      try {
        await call('statements.decide', { id, decision });
      } catch (thrown) {
        // The clerk did not approve the host: the event stays.
        if (toPaydeskError(thrown).code === 'cancelled') return;
        throw thrown;
      }
      toast({ sentence: t(`statementInbox.decided.${decision}`) });
    });
  return [
    {
      id: 'event',
      label: t('statementInbox.column.event'),
      width: 'rest',
      cell: (event) => (
        <span className="row gap-3 min-w-0">
          <Badge icon="alert" tone="warning">
            {t('statementInbox.state.quarantined')}
          </Badge>
          <span className="cut">
            <b>{reasonOf(event)}</b>
            <br />
            <span className="sm dim">
              {describeEvent(event)} <Time value={event.seenAt} form="moment" /> {describeProblems(event)}
            </span>
          </span>
        </span>
      ),
      title: (event) => `${reasonOf(event)}. ${describeEvent(event)}. ${describeProblems(event)}`.trim(),
    },
    {
      id: 'act',
      label: t('statementInbox.column.action'),
      width: 200,
      align: 'right',
      cell: ({ id, held, claimable }) => (
        <span className={inboxStyles.actions}>
          {held && (
            <Button size="tiny" onPress={() => decide(id, claimable ? 'claim' : 'take')}>
              {t(claimable ? 'statementInbox.claim' : 'statementInbox.accept')}
            </Button>
          )}
          <Button size="tiny" variant="quiet" onPress={() => decide(id, 'discard')}>
            {t('statementInbox.discard')}
          </Button>
        </span>
      ),
    },
  ];
}

/** The events that a command discards, as the clerk saw them. */
interface ShownEvents {
  readonly filter: EventFilter;
  readonly count: number;
  readonly newestId: number;
}

function DiscardEventsDialog({
  shown: { filter, count, newestId },
  onClose,
}: {
  readonly shown: ShownEvents;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('statementInbox.discardShown.title', { count })}
      lead={t('statementInbox.discardShown.lead')}
      cancelLabel={t('statementInbox.discardShown.keep')}
      confirmLabel={t('statementInbox.discardShown.confirm', { count })}
      variant="danger"
      onConfirm={async () => {
        const { discarded } = await call('statements.inbox', {
          action: 'discardShown',
          filter,
          newestId,
        });
        toast({ sentence: t('statementInbox.discardShown.done', { count: discarded }) });
      }}
    />
  );
}

interface QuarantinedEventsProps {
  /** The event for which the inbox was opened. */
  readonly targetId: number | null;
  readonly runAction: RunAction;
}

/** The events that need a decision, with a filter; absent without any. */
export function QuarantinedEvents({ targetId, runAction }: QuarantinedEventsProps) {
  const revision = useTopicPart('statements', (value) => value.revision, 0);
  const quarantined = useTopicPart('statements', (value) => value.quarantined, 0);
  const removed = useTopicPart('statements', (value) => value.removedEvents, 0);
  const [filter, setFilter] = useState(allEvents);
  const [discarding, setDiscarding] = useState<ShownEvents | null>(null);
  const [columns] = useState(() => createColumns(runAction));
  const rows = usePagedRows({
    source: `${targetId} ${filter.reason} ${filter.text}`,
    revision,
    fetchPage: (offset, limit) => call('statements.quarantine', { first: targetId, filter, offset, limit }),
  });
  const askToDiscard = () =>
    runAction(async () => {
      const page = await call('statements.quarantine', { filter, offset: 0, limit: 1 });
      if (page.newestId !== null) setDiscarding({ filter, count: page.total, newestId: page.newestId });
    });
  if (quarantined === 0) return null;
  const shownCount = rows.total ?? 0;
  const height = Math.min(maxListHeight, headHeight + quarantined * rowHeight);
  return (
    <Notice
      tone="warning"
      title={t('statementInbox.quarantine.title', { count: quarantined })}
      details={
        <>
          <Toolbar>
            <SearchField
              label={t('statementInbox.quarantine.filter')}
              placeholder={t('statementInbox.quarantine.filter')}
              value={filter.text}
              onChange={(text) => setFilter({ ...filter, text: text.slice(0, maxTextLength) })}
              width={200}
            />
            <div className={inboxStyles.reason}>
              <Select
                label={t('statementInbox.quarantine.reason')}
                labelHidden
                size="small"
                options={[
                  { id: 'any' as const, label: t('statementInbox.quarantine.allReasons') },
                  ...quarantineReasonSchema.options.map((id) => ({
                    id,
                    label: t(`statementInbox.reason.${id}`),
                  })),
                ]}
                value={filter.reason ?? 'any'}
                onChange={(reason) => setFilter({ ...filter, reason: reason === 'any' ? null : reason })}
              />
            </div>
            <Spread />
            <Button size="small" disabled={shownCount === 0} onPress={askToDiscard}>
              {t('statementInbox.discardShown.action', { count: shownCount })}
            </Button>
          </Toolbar>
          <div className={inboxStyles.quarantinedEvents} style={{ height }}>
            <DataGrid
              label={t('statementInbox.quarantine.title', { count: quarantined })}
              columns={columns}
              rows={rows}
              idOf={idOf}
              rowHeight={rowHeight}
              openId={targetId}
              focusId={targetId}
              empty={<NoResults title={t('statementInbox.quarantine.noResults')} />}
            />
          </div>
          {discarding !== null && (
            <DiscardEventsDialog shown={discarding} onClose={() => setDiscarding(null)} />
          )}
        </>
      }
    >
      {t('statementInbox.quarantine.lead')}
      {removed > 0 && ` ${t('statementInbox.quarantine.removed', { count: removed })}`}
    </Notice>
  );
}
