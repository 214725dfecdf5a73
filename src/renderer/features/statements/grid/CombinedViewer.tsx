import { t } from '../../../../shared/messages/index.ts';
import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { Explanation } from '../../../app/help/Explanation.tsx';
import { navigate } from '../../../app/routes.ts';
import { call } from '../../../bridge.ts';
import { ContextMenu } from '../../../components/actions/Menu.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { State } from '../../../components/messages/State.tsx';
import { AgreementPanel } from '../agreement/AgreementPanel.tsx';
import { CompareButton, EarlierVersionNotice } from '../compare/EarlierVersion.tsx';
import { HeadActions } from '../head-slot.tsx';
import { ReadingDialogs } from '../interpretation/InterpretationDialogs.tsx';
import { ReadingNotices } from '../interpretation/InterpretationNotices.tsx';
import { SignOffButton } from '../sign-off/SignOffButton.tsx';
import { SignOffLine } from '../sign-off/SignOffLine.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { useIntegrity } from './IntegrityPanel.tsx';
import { type OpenReview, ReviewContext, useReviewState } from './state/viewer-context.ts';
import { panelWidthOf, ReviewBody } from './ViewerBody.tsx';
import { ReviewToolbar } from './ViewerToolbar.tsx';

/** The integrity checks of the open statement, and its references that occur in other statements of the wallet. */
function useChecks(handle: number) {
  const queryKey = String(handle);
  const checks = useQuery({ queryKey, load: () => call('review.query', { action: 'check', handle }) });
  // If the comparison fails, the point does not mention other statements.
  const duplicates = useQuery({
    queryKey,
    load: () => call('review.query', { action: 'duplicateReferences', handle }),
  });
  return {
    points: checks.value?.points ?? null,
    error: checks.error,
    duplicateReferences: duplicates.value,
  };
}

type TableReviewProps = Omit<OpenReview, 'table'> & { readonly statement: Statement };

/** Review of a CSV statement: rows, sums and checks. */
export function TableReview(props: TableReviewProps) {
  const { statement } = props;
  const review = useReviewState({ ...props, table: null });
  const { handle, menu, set, dispatch } = review;
  const integrity = useIntegrity({
    ...useChecks(handle),
    onShowRows: (rows) => dispatch({ type: 'filter-rows', filter: { kind: 'rows', rows: [...rows] } }),
    onOpenOther: ({ statementId, row, column }) =>
      navigate('statements', { tab: 'review', statementId, hit: { row, column } }),
  });
  return (
    <ReviewContext value={review}>
      <HeadActions>
        <State icon="lock">{t('statementReview.offline')}</State>
        <Explanation word="sealed" />
        <SignOffButton />
        <CompareButton statement={statement} />
        <ExportMenu />
      </HeadActions>
      <ReviewToolbar />
      <ReadingDialogs />
      <Split
        panel={review.isProofShown ? <AgreementPanel /> : integrity.panel}
        panelWidth={panelWidthOf(review.mode)}
      >
        {integrity.line}
        <SignOffLine />
        <EarlierVersionNotice statement={statement} />
        <ReadingNotices />
        <ReviewBody />
      </Split>
      {menu !== null && <ContextMenu {...menu} onClose={() => set({ menu: null })} />}
    </ReviewContext>
  );
}
