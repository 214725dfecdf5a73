import { useEffect, useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { QuarantinedEvent, Statement } from '../../../shared/model/statements.ts';
import { quarantineReasons } from '../../../shared/words/statements.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { navigate, useRouteParams } from '../../app/routes.ts';
import { toast } from '../../app/toasts.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Switch } from '../../components/Checkbox.tsx';
import { CopyableText } from '../../components/CopyableText.tsx';
import { classNames } from '../../components/class-names.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../components/data-grid/paged-rows.ts';
import { Empty } from '../../components/Empty.tsx';
import { formatPeriod } from '../../components/format-period.ts';
import { ErrorNotice, Notice } from '../../components/Notice.tsx';
import { Spread, Toolbar } from '../../components/Page.tsx';
import { Split } from '../../components/Panel.tsx';
import { Badge, Tag } from '../../components/State.tsx';
import { Time } from '../../components/Time.tsx';
import { useQuery } from '../../components/use-query.ts';
import { FolderLine } from './FolderLine.tsx';
import { FolderLinkNotice } from './FolderLinkNotice.tsx';
import { SampleStatements } from './SampleStatements.tsx';
import { LinkEnd, primaryAction, StateMark, WalletName } from './statement-cells.tsx';

const words = statementScreenWords.inbox;

const idOf = ({ id }: Statement) => id;

/** The address holds the listener's token: main takes it out of the clipboard again. */
async function copyListener(): Promise<boolean> {
  const { copied } = await call('statements.copyListener', {});
  return copied;
}

function columnsWith(act: (run: () => Promise<unknown>) => void): readonly Column<Statement>[] {
  return [
    {
      id: 'state',
      word: words.columns.state,
      width: 132,
      cell: ({ state, unreadable }) => <StateMark state={state} unreadable={unreadable} />,
    },
    {
      id: 'wallet',
      word: words.columns.wallet,
      width: 'rest',
      cell: ({ wallet, unknownFields }) => (
        <span className="wallet-name">
          <WalletName wallet={wallet} />
          {unknownFields.length > 0 && (
            <span className="sm faint cut wallet-note">{words.unknownFields(unknownFields)}</span>
          )}
        </span>
      ),
      title: ({ wallet, unknownFields }) =>
        [
          `${wallet.name ?? ''} ${wallet.id}`.trim(),
          ...(unknownFields.length === 0 ? [] : [words.unknownFields(unknownFields)]),
        ].join('. '),
    },
    {
      id: 'period',
      word: words.columns.period,
      width: 152,
      face: 'num',
      cell: ({ since, till, format }) => `${formatPeriod(since, till)}, ${format.toUpperCase()}`,
      title: ({ since, till }) => `${since} – ${till}`,
    },
    {
      id: 'way',
      word: words.columns.way,
      width: 112,
      face: 'dim',
      cell: ({ source, state }) => {
        if (state === 'quarantined') return words.eventAside;
        return source === null ? words.noEvent : words.ways[source];
      },
    },
    {
      id: 'ends',
      word: words.columns.ends,
      width: 200,
      cell: (statement) => <LinkEnd statement={statement} />,
    },
    {
      id: 'act',
      word: words.columns.act,
      width: 164,
      align: 'right',
      cell: (statement) => {
        const usual = primaryAction(statement);
        return usual === null ? null : (
          <Button size="tiny" onPress={() => act(usual.run)}>
            {usual.word}
          </Button>
        );
      },
    },
  ];
}

function EventLine({
  event,
  wanted,
  act,
}: {
  readonly event: QuarantinedEvent;
  /** The inbox was opened for this one. */
  readonly wanted: boolean;
  readonly act: (run: () => Promise<unknown>) => void;
}) {
  const { id, reason, detail, unknownFields, walletId, since, till, host, held, source, seenAt } = event;
  const decide = (decision: 'take' | 'discard') =>
    act(async () => {
      await call('statements.decide', { id, decision });
      toast({ sentence: words.decided[decision] });
    });
  const period = since === null || till === null ? '' : formatPeriod(since, till);
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (wanted) line.current?.focus();
  }, [wanted]);
  return (
    <li
      ref={line}
      className={classNames('aside-event', wanted && 'sel')}
      aria-current={wanted ? 'true' : undefined}
      tabIndex={wanted ? -1 : undefined}
    >
      <Badge icon="alert" tone="warning">
        {words.quarantined}
      </Badge>
      <div>
        <b>{`${quarantineReasons[reason]}${detail === '' ? '' : ` (${detail})`}`}</b>
        <p className="sm dim">
          {[
            walletId === null ? words.unknownWallet : String(walletId),
            period,
            host === null ? '' : words.host(host),
            words.ways[source],
          ]
            .filter((part) => part !== '')
            .join(', ')}{' '}
          <Time value={seenAt} form="moment" />
        </p>
        {unknownFields.length > 0 && <p className="sm dim">{words.unknownFields(unknownFields)}</p>}
        {!held && walletId !== null && <p className="sm dim">{words.linkGone}</p>}
      </div>
      <span className="grow" />
      {held && (
        <Button size="tiny" onPress={() => decide('take')}>
          {words.take}
        </Button>
      )}
      <Button size="tiny" variant="quiet" onPress={() => decide('discard')}>
        {words.discard}
      </Button>
    </li>
  );
}

/** What was asked for and what came of it; events that fit nothing stand on top. */
export function InboxView() {
  const revision = useTopicPart('statements', (value) => value.revision, 0);
  const inbox = useTopicPart('statements', (value) => value.inbox, null);
  const [error, setError] = useState<PaydeskError | null>(null);
  const { wanted } = useRouteParams('statements');
  const wantedEvent = wanted?.kind === 'event' ? wanted.id : null;
  const wantedStatement = wanted?.kind === 'statement' ? wanted.id : null;
  const aside = useQuery({
    source: String(wantedEvent),
    revision,
    load: () => call('statements.quarantine', { offset: 0, limit: 50, first: wantedEvent }),
  });
  const rows = usePagedRows({
    source: String(wantedStatement),
    revision,
    fetchPage: (offset, limit) =>
      call('statements.list', { state: null, first: wantedStatement, offset, limit }),
  });
  const act = (run: () => Promise<unknown>) => {
    setError(null);
    run().catch((thrown: unknown) => setError(toPaydeskError(thrown)));
  };
  const [columns] = useState(() => columnsWith(act));
  const events = aside.value;
  const folder = inbox?.folder ?? null;
  const isManaged = inbox?.folderManaged ?? false;
  const removed = useTopicPart('statements', (value) => value.removedEvents, 0);

  return (
    <Split>
      <Toolbar roomy>
        <FolderLine />
        {isManaged ? (
          <Tag>{words.byIt}</Tag>
        ) : (
          <Button size="small" icon="folder" onPress={() => act(() => call('statements.chooseFolder', {}))}>
            {words.choose}
          </Button>
        )}
        {folder !== null && !isManaged && (
          <Button size="small" variant="quiet" onPress={() => act(() => call('statements.forgetFolder', {}))}>
            {words.stop}
          </Button>
        )}
        <Spread />
        {inbox?.listener !== null && inbox?.listener !== undefined && (
          <CopyableText text={inbox.listener} label={words.listen} onCopy={copyListener} />
        )}
        <Switch
          checked={inbox?.listener !== null && inbox?.listener !== undefined}
          onChange={(on) => act(() => call('statements.setListener', { on }))}
          hint={words.listenHint}
        >
          {words.listen}
        </Switch>
      </Toolbar>
      {error !== null && <ErrorNotice error={error} />}
      <FolderLinkNotice />
      {events !== null && events.total > 0 && (
        <Notice
          tone="warning"
          title={words.quarantineTitle(events.total)}
          details={
            <ul className="aside-events">
              {events.rows.map((event) => (
                <EventLine key={event.id} event={event} wanted={event.id === wantedEvent} act={act} />
              ))}
            </ul>
          }
        >
          {words.quarantineLead}
          {removed > 0 && ` ${words.removedEvents(removed)}`}
        </Notice>
      )}
      <SampleStatements />
      <DataGrid
        label={words.label}
        columns={columns}
        rows={rows}
        idOf={idOf}
        openId={wantedStatement}
        focusId={wantedStatement}
        roomy
        empty={
          <Empty
            icon="ledger"
            title={words.empty}
            lead={words.emptyLead}
            actions={
              <Button onPress={() => navigate('statements', { tab: 'coverage', statementId: null })}>
                {statementScreenWords.commands.ask}
              </Button>
            }
          />
        }
      />
    </Split>
  );
}
