import { useState } from 'react';
import type { CommandResult } from '../../../../shared/contract/index.ts';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { ReadOptions } from '../../../../shared/model/statements/open-statement.ts';
import { navigate, type RouteParams } from '../../../app/routes.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { Empty } from '../../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { OpenCombined } from '../combined/OpenCombined.tsx';
import { addRecentStatement } from '../recent-statements.ts';
import { walletTitle } from '../statement-cells.tsx';
import { CsvViewer } from './CsvViewer.tsx';
import { PdfViewer } from './PdfViewer.tsx';
import { createKeptOpener } from './state/kept-viewers.ts';
import styles from './Viewer.module.css';

interface UnreadableStatementProps {
  readonly statementId: number;
  readonly error: PaydeskError;
  readonly onRetry: () => void;
}

/** Error of a statement that crashed the statement engine, with buttons to export the file or to try again. */
function UnreadableStatement({ statementId, error, onRetry }: UnreadableStatementProps) {
  const [failure, setFailure] = useState<PaydeskError | null>(null);
  const runAction = async (action: () => Promise<void>) => {
    setFailure(null);
    try {
      await action();
    } catch (thrown) {
      setFailure(toPaydeskError(thrown));
    }
  };
  const exportOriginal = async () => {
    toastSaved((await call('viewer.export', { action: 'original', statementId })).savedAs);
  };
  const readAgain = async () => {
    await call('statements.retry', { action: 'read', id: statementId });
    onRetry();
  };
  return (
    <>
      <ErrorNotice
        error={error}
        actions={
          <>
            <Button onPress={() => void runAction(exportOriginal)}>
              {t('statementViewer.exportOriginal')}
            </Button>
            <Button onPress={() => void runAction(readAgain)}>{t('statementViewer.tryAgain')}</Button>
          </>
        }
      />
      {failure !== null && <ErrorNotice error={failure} />}
    </>
  );
}

const openRows = createKeptOpener<CommandResult<'viewer.open'>>();

async function openStatement(statementId: number, options: ReadOptions | null) {
  const statement = await call('statements.get', { id: statementId });
  const { format, wallet, since, till } = statement;
  addRecentStatement({
    name: `${walletTitle(wallet)}, ${formatPeriod(since, till)}`,
    detail: format.toUpperCase(),
    params: { tab: 'viewer', statementId },
  });
  if (format === 'pdf') return { format, ...(await call('viewer.document', { statementId })) };
  const opened = await openRows(String(statementId), {
    open: () => call('viewer.open', { statementId, options }),
    isNew: options !== null,
  });
  return { format, ...opened, statement };
}

type ViewerProps = Pick<RouteParams['statements'], 'statementId' | 'hit' | 'pageHit'>;

/** Viewer of one statement, or of several as one. */
export function StatementViewer({
  combinedIds,
  ...props
}: ViewerProps & Pick<RouteParams['statements'], 'combinedIds'>) {
  return combinedIds === undefined ? (
    <OpenStatementViewer {...props} />
  ) : (
    <OpenCombined statementIds={combinedIds} />
  );
}

/** Viewer of one statement: a CSV with rows, sums and checks, or a PDF with pages. */
function OpenStatementViewer({ statementId, hit, pageHit }: ViewerProps) {
  const [chosenOptions, setChosenOptions] = useState<{ statementId: number; options: ReadOptions } | null>(
    null,
  );
  // Options chosen for one statement do not apply to the next, which uses the stored options of its wallet.
  const options = chosenOptions?.statementId === statementId ? chosenOptions.options : null;
  const { value, error, retry } = useQuery({
    queryKey: JSON.stringify([statementId, options]),
    load: async () => (statementId === null ? null : openStatement(statementId, options)),
    keepsPrevious: true,
  });
  if (error !== null) {
    return (
      <div className={styles.viewerProblem}>
        {error.code === 'statement-unreadable' && statementId !== null ? (
          <UnreadableStatement statementId={statementId} error={error} onRetry={retry} />
        ) : (
          <ErrorNotice
            error={error}
            actions={<Button onPress={retry}>{t('statementViewer.tryAgain')}</Button>}
          />
        )}
      </div>
    );
  }
  if (statementId === null) {
    return (
      <Split>
        <Empty
          icon="ledger"
          title={t('statementViewer.none.title')}
          lead={t('statementViewer.none.lead')}
          actions={
            <Button onPress={() => navigate('statements', { tab: 'coverage', statementId: null })}>
              {t('statementViewer.none.action')}
            </Button>
          }
        />
      </Split>
    );
  }
  if (value === null) return <Skeleton rows={12} pieces={6} />;
  if (value.format === 'pdf') return <PdfViewer {...value} pageHit={pageHit ?? null} />;
  return (
    <CsvViewer
      key={value.handle}
      {...value}
      onOptions={(nextOptions) => setChosenOptions({ statementId, options: nextOptions })}
      searchHit={hit === undefined ? null : hit}
    />
  );
}
