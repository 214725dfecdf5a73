import type { CommandResult } from '../../../shared/contract/index.ts';
import { t } from '../../../shared/messages/index.ts';
import { navigate } from '../../app/routes.ts';
import { toastSaved } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { ContextMenu } from '../../components/Menu.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Split } from '../../components/Panel.tsx';
import { State } from '../../components/State.tsx';
import { HeadActions } from './head-slot.tsx';
import { IntegrityPanel } from './IntegrityPanel.tsx';
import { ReadingDialogs } from './ReadingDialogs.tsx';
import { ReadingNotices } from './ReadingNotices.tsx';
import { ReviewGrid } from './ReviewGrid.tsx';
import { ReviewToolbar } from './ReviewToolbar.tsx';
import { visibleIndexes } from './review-actions.ts';
import { type OpenReview, ReviewContext, useReviewState } from './review-context.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { SumsTable } from './SumsTable.tsx';
import { useChecks } from './use-checks.ts';

/** Review of a CSV statement: rows, sums and checks. */
export function TableReview(props: OpenReview) {
  const review = useReviewState(props);
  const { handle, statement, menu, error, set, dispatch, attempt } = review;
  const checks = useChecks(handle);
  const toastExport = async (task: Promise<CommandResult<'review.export'>>) =>
    toastSaved((await task).savedAs);
  return (
    <ReviewContext value={review}>
      <HeadActions>
        <State icon="lock">{t('statementReview.offline')}</State>
        <Button
          onPress={() =>
            attempt(toastExport(call('review.export', { action: 'original', statementId: statement.id })))
          }
        >
          {t('statementReview.exportOriginal')}
        </Button>
        <Button
          icon="download"
          onPress={() =>
            attempt(
              toastExport(
                call('review.export', { action: 'view', handle, columns: [...visibleIndexes(review)] }),
              ),
            )
          }
        >
          {t('statementReview.exportView')}
        </Button>
      </HeadActions>
      <ReviewToolbar />
      <ReadingDialogs />
      <Split
        panel={
          <IntegrityPanel
            {...checks}
            onShowRows={(rows) =>
              dispatch({ type: 'filter-rows', filter: { kind: 'rows', rows: [...rows] } })
            }
            onOpenOther={({ statementId, row, column }) =>
              navigate('statements', { tab: 'review', statementId, hit: { row, column } })
            }
          />
        }
      >
        <ReadingNotices />
        <SelectionBar />
        {error !== null && <ErrorNotice error={error} />}
        <ReviewGrid />
        <SumsTable />
      </Split>
      {menu !== null && <ContextMenu {...menu} onClose={() => set({ menu: null })} />}
    </ReviewContext>
  );
}
