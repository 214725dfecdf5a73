import type { CommandResult } from '../../../../shared/contract/index.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import type { CombinedLeftReason } from '../../../../shared/model/statements/open-statement.ts';
import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { navigate } from '../../../app/routes.ts';
import { call } from '../../../bridge.ts';
import { Button, LinkButton } from '../../../components/actions/Button.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { createKeptOpener } from '../grid/state/kept-viewers.ts';
import { type OpenedStatement, useViewer, useViewerState } from '../grid/state/viewer-context.ts';
import viewerStyles from '../grid/Viewer.module.css';
import { ViewerFrame } from '../grid/ViewerBody.tsx';
import { describeCombined } from '../grid/ViewerTitle.tsx';
import { addRecentStatement } from '../recent-statements.ts';
import { walletTitle } from '../statement-cells.tsx';
import { useCombinedChecks } from './CombinedChecks.tsx';

/** Statements that a notice names; the others are counted. */
const maxNamed = 4;

function nameOf({ wallet, since, till }: Statement): string {
  return `${walletTitle(wallet)}, ${formatPeriod(since, till)}`;
}

function nameStatements(statements: readonly Statement[]): string {
  const named = statements.slice(0, maxNamed).map(nameOf);
  const more = statements.length - named.length;
  return formatPlainList(more > 0 ? [...named, t('statementViewer.table.more', { count: more })] : named);
}

function LeftStatements({
  reason,
  statements,
}: {
  reason: CombinedLeftReason;
  statements: readonly Statement[];
}) {
  return (
    <Notice tone="warning" title={t(`statementViewer.table.left.${reason}`, { count: statements.length })}>
      {nameStatements(statements)}
    </Notice>
  );
}

/** What is not in a table, what may be read wrongly, and which rows it has twice. */
function CombinedNotices() {
  const { table, countsRepeatedOnce, dispatch } = useViewer();
  if (table === null) return null;
  const { left, statements, repeated } = table;
  const doubtful = statements.flatMap(({ statement, isDoubtful }) => (isDoubtful ? [statement] : []));
  const leftByReason = Map.groupBy(left, ({ reason }) => reason);
  return (
    <>
      {[...leftByReason].map(([reason, found]) => (
        <LeftStatements key={reason} reason={reason} statements={found.map(({ statement }) => statement)} />
      ))}
      {doubtful.length > 0 && (
        <Notice
          tone="info"
          title={t('statementViewer.table.doubtful', { count: doubtful.length })}
          actions={doubtful.slice(0, maxNamed).map((statement) => (
            <LinkButton
              key={statement.id}
              small
              onPress={() => navigate('statements', { tab: 'viewer', statementId: statement.id })}
            >
              {nameOf(statement)}
            </LinkButton>
          ))}
        >
          {doubtful.length > maxNamed &&
            t('statementViewer.table.more', { count: doubtful.length - maxNamed })}
        </Notice>
      )}
      {repeated === 0 && <Notice tone="info" title={t('statementViewer.table.overlapping')} />}
      {repeated !== null && repeated > 0 && (
        <Notice
          tone="warning"
          title={t(
            countsRepeatedOnce ? 'statementViewer.table.onceShown' : 'statementViewer.table.repeated',
            {
              count: repeated,
            },
          )}
          actionsAt="end"
          actions={
            <Button
              size="small"
              onPress={() => dispatch({ type: 'count-repeated', once: !countsRepeatedOnce })}
            >
              {t(countsRepeatedOnce ? 'statementViewer.table.showRepeated' : 'statementViewer.table.once')}
            </Button>
          }
        />
      )}
    </>
  );
}

const openTable = createKeptOpener<CommandResult<'viewer.openCombined'>>();

export function OpenCombined({ statementIds }: { readonly statementIds: readonly number[] }) {
  const { value, error, retry } = useQuery({
    queryKey: statementIds.join(' '),
    load: async () => {
      const table = await openTable(statementIds.join(' '), {
        open: () => call('viewer.openCombined', { statementIds: [...statementIds] }),
        isNew: false,
      });
      addRecentStatement({
        name: describeCombined(table),
        detail: t('statementViewer.table.title', { count: table.statements.length }),
        params: { tab: 'viewer', statementId: null, combinedIds: [...statementIds] },
      });
      return table;
    },
  });
  if (error !== null)
    return (
      <div className={viewerStyles.viewerProblem}>
        <ErrorNotice
          error={error}
          actions={<Button onPress={retry}>{t('statementViewer.tryAgain')}</Button>}
        />
      </div>
    );
  if (value === null) return <Skeleton rows={12} pieces={6} />;
  return (
    <TableRows
      key={value.handle}
      {...value}
      table={value}
      statement={null}
      remembered="none"
      onOptions={() => undefined}
      searchHit={null}
    />
  );
}

/** Viewer of a combined statement: rows, sums and checks of all its statements. */
function TableRows(props: OpenedStatement) {
  const viewer = useViewerState(props);
  const checks = useCombinedChecks(viewer);
  return (
    <ViewerFrame viewer={viewer} checks={checks}>
      <CombinedNotices />
    </ViewerFrame>
  );
}
