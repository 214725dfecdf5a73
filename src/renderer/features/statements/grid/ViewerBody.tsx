import type { ReactNode } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { ContextMenu } from '../../../components/actions/Menu.tsx';
import { FoldingBar, type FoldingItem } from '../../../components/layout/FoldingBar.tsx';
import { lowWindowQuery, useMedia } from '../../../components/layout/media.ts';
import { Split } from '../../../components/layout/Panel.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { AgreementBar } from '../agreement/AgreementBar.tsx';
import { AgreementPanel } from '../agreement/AgreementPanel.tsx';
import { EarlierAnnotations, useAnnotations } from '../annotations/Annotations.tsx';
import { NoteDialog } from '../annotations/NoteDialog.tsx';
import { ChartView } from '../chart/ChartView.tsx';
import { GroupsView } from '../groups/GroupsView.tsx';
import { HeadActions } from '../head-slot.tsx';
import { LedgerMode } from '../ledger/LedgerMode.tsx';
import { ViewNotice } from '../views/ViewNotice.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { RowsBar } from './RowsBar.tsx';
import { SumsTable } from './SumsTable.tsx';
import { useViewer, type Viewer, ViewerContext } from './state/viewer-context.ts';
import { ViewerGrid } from './ViewerGrid.tsx';
import { TitleBar, ViewerToolbar } from './ViewerToolbar.tsx';

/** The rows, groups or chart of the viewer with their sums, and the error of the last action. */
function ViewerBody() {
  const { mode, error } = useViewer();
  const isLow = useMedia(lowWindowQuery);
  const annotations = useAnnotations();
  return (
    <>
      <ViewNotice />
      <AgreementBar />
      {mode === 'rows' && !isLow && <RowsBar />}
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

/** Width of the panel beside the rows, which need more room than groups and charts, in pixels. */
const panelWidthOfRows = 288;

interface ViewerFrameProps {
  readonly viewer: Viewer;
  /** Actions in the screen header, before the exports. */
  readonly head?: readonly FoldingItem[];
  /** The checks: a panel, or their result beside the title. */
  readonly checks: { readonly panel: ReactNode; readonly line: ReactNode };
  readonly signOff?: ReactNode;
  /** Notices above the rows. */
  readonly children: ReactNode;
}

/** The viewer of one statement, or of several as one: rows, sums and checks. */
export function ViewerFrame({ viewer, head = [], checks, signOff, children }: ViewerFrameProps) {
  const { menu, mode, isProofShown, set } = viewer;
  return (
    <ViewerContext value={viewer}>
      <HeadActions>
        <FoldingBar
          size="medium"
          items={[...head, { id: 'export', content: <ExportMenu />, isAtEnd: head.length === 0 }]}
        />
      </HeadActions>
      <TitleBar>
        {checks.line}
        {signOff}
      </TitleBar>
      <ViewerToolbar />
      <Split
        panel={isProofShown ? <AgreementPanel /> : checks.panel}
        panelWidth={mode === 'rows' ? panelWidthOfRows : null}
      >
        {children}
        <ViewerBody />
      </Split>
      {menu !== null && <ContextMenu {...menu} onClose={() => set({ menu: null })} />}
    </ViewerContext>
  );
}
