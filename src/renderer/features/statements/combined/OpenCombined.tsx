import { t } from '../../../../shared/messages/index.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { ContextMenu } from '../../../components/actions/Menu.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { State } from '../../../components/messages/State.tsx';
import { AgreementPanel } from '../agreement/AgreementPanel.tsx';
import { ExportMenu } from '../grid/ExportMenu.tsx';
import { type OpenReview, ReviewContext, useReviewState } from '../grid/state/viewer-context.ts';
import reviewStyles from '../grid/Viewer.module.css';
import { panelWidthOf, ReviewBody } from '../grid/ViewerBody.tsx';
import { ReviewToolbar } from '../grid/ViewerToolbar.tsx';
import { HeadActions } from '../head-slot.tsx';
import { useTableChecks } from './CombinedChecks.tsx';
import { TableNotices } from './CombinedNotices.tsx';

/** Opens several statements as one table. */
export function OpenTableReview({ statementIds }: { readonly statementIds: readonly number[] }) {
  const { value, error, retry } = useQuery({
    queryKey: statementIds.join(' '),
    load: () => call('review.openTable', { statementIds: [...statementIds] }),
  });
  if (error !== null)
    return (
      <div className={reviewStyles.reviewProblem}>
        <ErrorNotice
          error={error}
          actions={<Button onPress={retry}>{t('statementReview.tryAgain')}</Button>}
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

/** Review of a table: rows, sums and checks of all its statements. */
function TableRows(props: OpenReview) {
  const review = useReviewState(props);
  const { menu, set } = review;
  const checks = useTableChecks(review);
  return (
    <ReviewContext value={review}>
      <HeadActions>
        <State icon="lock">{t('statementReview.offline')}</State>
        <ExportMenu />
      </HeadActions>
      <ReviewToolbar />
      <Split
        panel={review.isProofShown ? <AgreementPanel /> : checks.panel}
        panelWidth={panelWidthOf(review.mode)}
      >
        {checks.line}
        <TableNotices />
        <ReviewBody />
      </Split>
      {menu !== null && <ContextMenu {...menu} onClose={() => set({ menu: null })} />}
    </ReviewContext>
  );
}
