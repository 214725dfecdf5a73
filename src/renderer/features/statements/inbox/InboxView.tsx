import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatList, t } from '../../../../shared/messages/index.ts';
import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { navigate, useRouteParams } from '../../../app/routes.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import type { Column } from '../../../components/data-grid/columns.ts';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { Split } from '../../../components/layout/Panel.tsx';
import { Empty } from '../../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { openComparison } from '../compare/CompareDialog.tsx';
import { SampleStatements } from '../requests/SampleStatements.tsx';
import statementsStyles from '../Statements.module.css';
import { LinkEnd, primaryAction, StateMark, WalletName, walletTitle } from '../statement-cells.tsx';
import { EventSources } from './EventSources.tsx';
import inboxStyles from './Inbox.module.css';
import { QuarantinedEvents } from './QuarantinedEvents.tsx';

const idOf = ({ id }: Statement) => id;

function createColumns(runAction: (run: () => Promise<unknown>) => void): readonly Column<Statement>[] {
  return [
    {
      id: 'state',
      label: t('statementInbox.column.state'),
      width: 160,
      cell: (statement) => <StateMark {...statement} />,
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
      width: 208,
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

/** List of requested statements with their states; quarantined events come first. */
export function InboxView() {
  const revision = useTopicPart('statements', (value) => value.revision, 0);
  const [error, setError] = useState<PaydeskError | null>(null);
  const { requestedItem } = useRouteParams('statements');
  const targetEvent = requestedItem?.kind === 'event' ? requestedItem.id : null;
  const targetStatement = requestedItem?.kind === 'statement' ? requestedItem.id : null;
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

  return (
    <Split>
      <EventSources runAction={runAction} />
      {error !== null && <ErrorNotice error={error} />}
      <FolderLinkNotice />
      <QuarantinedEvents targetId={targetEvent} runAction={runAction} />
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

/** Notice about a link that prevents the use of the watched folder. */
function FolderLinkNotice() {
  const inbox = useTopicPart('statements', (value) => value.inbox, null);
  const link = inbox?.folderLink ?? null;
  const folder = inbox?.folder ?? null;
  if (inbox === null || link === null || folder === null) return null;
  const isInside = link !== folder && link.startsWith(folder);
  const messageKey = inbox.folderManaged ? 'statementInbox.link.managed' : 'statementInbox.link.own';
  return (
    <Notice tone="warning" title={t('statementInbox.link.title')}>
      {isInside ? t('statementInbox.link.inside', { link }) : t(messageKey, { link, folder })}
    </Notice>
  );
}
