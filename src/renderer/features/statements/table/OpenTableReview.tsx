import { t } from '../../../../shared/messages/index.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/Button.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { ContextMenu } from '../../../components/Menu.tsx';
import { Split } from '../../../components/Panel.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { State } from '../../../components/State.tsx';
import { useQuery } from '../../../components/use-query.ts';
import { AgreementPanel } from '../agreement/AgreementPanel.tsx';
import { ExportMenu } from '../ExportMenu.tsx';
import { HeadActions } from '../head-slot.tsx';
import reviewStyles from '../Review.module.css';
import { panelWidthOf, ReviewBody } from '../ReviewBody.tsx';
import { ReviewToolbar } from '../ReviewToolbar.tsx';
import { type OpenReview, ReviewContext, useReviewState } from '../review-context.ts';
import { useTableChecks } from './TableChecks.tsx';
import { TableNotices } from './TableNotices.tsx';

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
