import { t } from '../../../../shared/messages/index.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { AgreementBar } from '../agreement/AgreementBar.tsx';
import { EarlierAnnotations } from '../annotations/EarlierAnnotations.tsx';
import { NoteDialog } from '../annotations/NoteDialog.tsx';
import { useAnnotations } from '../annotations/use-annotations.ts';
import { ChartView } from '../chart/ChartView.tsx';
import { GroupsView } from '../groups/GroupsView.tsx';
import { LedgerMode } from '../ledger/LedgerMode.tsx';
import { ViewNotice } from '../views/ViewNotice.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { SumsTable } from './SumsTable.tsx';
import { useViewer } from './state/viewer-context.ts';
import { ViewerGrid } from './ViewerGrid.tsx';

/** Width of the panel beside the rows, groups or chart in pixels; `null` for the usual width. The rows need more room. */
export const panelWidthOf = (mode: ReturnType<typeof useViewer>['mode']) => (mode === 'rows' ? 288 : null);

/** The rows, groups or chart of the viewer with their sums, and the error of the last action. */
export function ViewerBody() {
  const { mode, error } = useViewer();
  const annotations = useAnnotations();
  return (
    <>
      <ViewNotice />
      <AgreementBar />
      {mode === 'rows' && <SelectionBar />}
      {error !== null && <ErrorNotice error={error} />}
      {annotations.error !== null && <ErrorNotice error={annotations.error} />}
      <EarlierAnnotations rows={annotations.earlierRows} />
      {annotations.misplaced > 0 && (
        <Notice tone="warning" title={t('annotations.misplaced', { count: annotations.misplaced })}>
          {t('annotations.misplacedDetail')}
        </Notice>
      )}
      {mode === 'rows' && <ViewerGrid />}
      {mode === 'groups' && <GroupsView />}
      {mode === 'chart' && <ChartView />}
      {mode === 'ledger' && <LedgerMode />}
      {mode !== 'ledger' && <SumsTable />}
      <NoteDialog />
    </>
  );
}
