import { ErrorNotice } from '../../components/Notice.tsx';
import { GroupsView } from './GroupsView.tsx';
import { ReviewGrid } from './ReviewGrid.tsx';
import { useReview } from './review-context.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { SumsTable } from './SumsTable.tsx';
import { ViewNotice } from './views/ViewNotice.tsx';

/** The rows or groups under review with their sums, and the error of the last action. */
export function ReviewBody() {
  const { mode, error } = useReview();
  return (
    <>
      <ViewNotice />
      {mode === 'rows' && <SelectionBar />}
      {error !== null && <ErrorNotice error={error} />}
      {mode === 'rows' ? <ReviewGrid /> : <GroupsView />}
      <SumsTable />
    </>
  );
}
