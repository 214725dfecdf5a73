import { useEffect, useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatList, formatPlainList, t } from '../../../../shared/messages/index.ts';
import type { QuarantinedEvent, Statement } from '../../../../shared/model/statements/statements.ts';
import { navigate, useRouteParams } from '../../../app/routes.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import type { Column } from '../../../components/data-grid/columns.ts';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { Split } from '../../../components/layout/Panel.tsx';
import { Time } from '../../../components/layout/Time.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { Empty } from '../../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { Badge } from '../../../components/messages/State.tsx';
import { openComparison } from '../compare/CompareDialog.tsx';
import { SampleStatements } from '../requests/SampleStatements.tsx';
import statementsStyles from '../Statements.module.css';
import { LinkEnd, primaryAction, StateMark, WalletName, walletTitle } from '../statement-cells.tsx';
import { EventSources } from './EventSources.tsx';
import { FolderLinkNotice } from './FolderLinkNotice.tsx';
import inboxStyles from './Inbox.module.css';

const idOf = ({ id }: Statement) => id;
const maxQuarantinedEvents = 50;

function createColumns(runAction: (run: () => Promise<unknown>) => void): readonly Column<Statement>[] {
  return [
    {
      id: 'state',
      label: t('statementInbox.column.state'),
      width: 132,
      cell: ({ state, unreadable }) => <StateMark state={state} unreadable={unreadable} />,
    },
    {
      id: 'wallet',
      label: t('statementInbox.column.wallet'),
      width: 'rest',
      cell: ({ wallet, unknownFields }) => (
        <span className={statementsStyles.walletName}>
          <WalletName wallet={wallet} />
          {unknownFields.length > 0 && (
            <span className={classNames('sm faint cut', statementsStyles.walletNote)}>
              {t('statementInbox.unknownFields', {
                names: formatList(unknownFields),
                count: unknownFields.length,
              })}
            </span>
          )}
        </span>
      ),
      title: ({ wallet, unknownFields }) =>
        [
          walletTitle(wallet),
          ...(unknownFields.length === 0
            ? []
            : [
                t('statementInbox.unknownFields', {
                  names: formatList(unknownFields),
                  count: unknownFields.length,
                }),
              ]),
        ].join('. '),
    },
    {
      id: 'period',
      label: t('statementInbox.column.period'),
      width: 152,
      face: 'num',
      cell: ({ since, till, format }) => `${formatPeriod(since, till)}, ${format.toUpperCase()}`,
      title: ({ since, till }) => `${since} – ${till}`,
    },
    {
      id: 'way',
      label: t('statementInbox.column.source'),
      width: 112,
      face: 'dim',
      cell: ({ source, state }) => {
        if (state === 'quarantined') return t('statementInbox.eventQuarantined');
        return source === null ? t('statementInbox.noEvent') : t(`statementInbox.source.${source}`);
      },
    },
    {
      id: 'ends',
      label: t('statementInbox.column.link'),
      width: 176,
      cell: (statement) => <LinkEnd statement={statement} />,
    },
    {
      id: 'act',
      label: t('statementInbox.column.action'),
      width: 168,
      align: 'right',
      cell: (statement) => {
        const action = primaryAction(statement);
        const { id, earlierVersion } = statement;
        return action === null ? null : (
          <span className={inboxStyles.actions}>
            {earlierVersion !== null && !earlierVersion.isIdentical && (
              <Button size="tiny" onPress={() => openComparison(id, earlierVersion.id)}>
                {t('statementCompare.compare')}
              </Button>
            )}
            <Button size="tiny" onPress={() => runAction(action.run)}>
              {action.label}
            </Button>
          </span>
        );
      },
    },
  ];
}

function EventLine({
  event,
  isTarget,
  runAction,
}: {
  readonly event: QuarantinedEvent;
  /** True for the entry for which the inbox was opened. */
  readonly isTarget: boolean;
  readonly runAction: (run: () => Promise<unknown>) => void;
}) {
  const { id, reason, detail, unknownFields, walletId, since, till, host, held, source, seenAt } = event;
  const decide = (decision: 'take' | 'discard') =>
    runAction(async () => {
      await call('statements.decide', { id, decision });
      toast({ sentence: t(`statementInbox.decided.${decision}`) });
    });
  const period = since === null || till === null ? '' : formatPeriod(since, till);
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isTarget) element.current?.focus();
  }, [isTarget]);
  return (
    <li
      ref={element}
      className={classNames(inboxStyles.quarantinedEvent, isTarget && inboxStyles.sel)}
      aria-current={isTarget ? 'true' : undefined}
      tabIndex={isTarget ? -1 : undefined}
    >
      <Badge icon="alert" tone="warning">
        {t('statementInbox.state.quarantined')}
      </Badge>
      <div>
        <b>
          {detail === ''
            ? t(`statementInbox.reason.${reason}`)
            : t('statementInbox.reasonDetail', { reason: t(`statementInbox.reason.${reason}`), detail })}
        </b>
        <p className="sm dim">
          {formatPlainList([
            walletId === null ? t('statementInbox.quarantine.noWallet') : String(walletId),
            period,
            host === null ? '' : t('statementInbox.quarantine.host', { host }),
            t(`statementInbox.source.${source}`),
          ])}{' '}
          <Time value={seenAt} form="moment" />
        </p>
        {unknownFields.length > 0 && (
          <p className="sm dim">
            {t('statementInbox.unknownFields', {
              names: formatList(unknownFields),
              count: unknownFields.length,
            })}
          </p>
        )}
        {!held && walletId !== null && <p className="sm dim">{t('statementInbox.quarantine.linkLost')}</p>}
      </div>
      <span className="grow" />
      {held && (
        <Button size="tiny" onPress={() => decide('take')}>
          {t('statementInbox.accept')}
        </Button>
      )}
      <Button size="tiny" variant="quiet" onPress={() => decide('discard')}>
        {t('statementInbox.discard')}
      </Button>
    </li>
  );
}

/** List of requested statements with their states; quarantined events come first. */
export function InboxView() {
  const revision = useTopicPart('statements', (value) => value.revision, 0);
  const [error, setError] = useState<PaydeskError | null>(null);
  const { requestedItem } = useRouteParams('statements');
  const targetEvent = requestedItem?.kind === 'event' ? requestedItem.id : null;
  const targetStatement = requestedItem?.kind === 'statement' ? requestedItem.id : null;
  const quarantined = useQuery({
    queryKey: String(targetEvent),
    revision,
    load: () => call('statements.quarantine', { offset: 0, limit: maxQuarantinedEvents, first: targetEvent }),
  });
  const rows = usePagedRows({
    source: String(targetStatement),
    revision,
    fetchPage: (offset, limit) =>
      call('statements.list', { state: null, first: targetStatement, offset, limit }),
  });
  const runAction = (run: () => Promise<unknown>) => {
    setError(null);
    run().catch((thrown: unknown) => setError(toPaydeskError(thrown)));
  };
  const [columns] = useState(() => createColumns(runAction));
  const events = quarantined.value;
  const removed = useTopicPart('statements', (value) => value.removedEvents, 0);

  return (
    <Split>
      <EventSources runAction={runAction} />
      {error !== null && <ErrorNotice error={error} />}
      <FolderLinkNotice />
      {events !== null && events.total > 0 && (
        <Notice
          tone="warning"
          title={t('statementInbox.quarantine.title', { count: events.total })}
          details={
            <ul className={inboxStyles.quarantinedEvents}>
              {events.rows.map((event) => (
                <EventLine
                  key={event.id}
                  event={event}
                  isTarget={event.id === targetEvent}
                  runAction={runAction}
                />
              ))}
            </ul>
          }
        >
          {t('statementInbox.quarantine.lead')}
          {removed > 0 && ` ${t('statementInbox.quarantine.removed', { count: removed })}`}
        </Notice>
      )}
      <SampleStatements />
      <DataGrid
        label={t('statementInbox.label')}
        columns={columns}
        rows={rows}
        idOf={idOf}
        openId={targetStatement}
        focusId={targetStatement}
        roomy
        empty={
          <Empty
            icon="ledger"
            title={t('statementInbox.empty')}
            lead={t('statementInbox.emptyLead')}
            actions={
              <Button onPress={() => navigate('statements', { tab: 'coverage', statementId: null })}>
                {t('statements.command.request')}
              </Button>
            }
          />
        }
      />
    </Split>
  );
}
