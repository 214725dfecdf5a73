import type { ReactNode } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { Button, LinkButton } from '../../../components/actions/Button.tsx';
import { ContextMenu } from '../../../components/actions/Menu.tsx';
import { noneSelected } from '../../../components/data-grid/selection.ts';
import { ListBar } from '../../../components/layout/ListBar.tsx';
import { Spread } from '../../../components/layout/Page.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { AgreementBar } from '../agreement/AgreementBar.tsx';
import { AgreementPanel } from '../agreement/AgreementPanel.tsx';
import {
  AnnotateSelection,
  AnnotationCounts,
  EarlierAnnotations,
  useAnnotations,
} from '../annotations/Annotations.tsx';
import { NoteDialog } from '../annotations/NoteDialog.tsx';
import { ChartView } from '../chart/ChartView.tsx';
import { GroupFilters } from '../groups/GroupFilters.tsx';
import { GroupsView } from '../groups/GroupsView.tsx';
import { HeadActions } from '../head-slot.tsx';
import { columnNameOf, noColumn } from '../interpretation/column-names.ts';
import { linesBeforeMessage } from '../interpretation/interpretation-doubt.ts';
import { LedgerMode } from '../ledger/LedgerMode.tsx';
import { ViewNotice } from '../views/ViewNotice.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { SumsTable } from './SumsTable.tsx';
import { cellCount, cursorAt } from './state/cell-range.ts';
import { understoodNumbers } from './state/filters.ts';
import { copyRows, copySelection, fetchSelectedProofs } from './state/viewer-actions.ts';
import { useViewer, type Viewer, ViewerContext } from './state/viewer-context.ts';
import { ViewerGrid } from './ViewerGrid.tsx';
import { ViewerToolbar } from './ViewerToolbar.tsx';

/** How the ambiguous numbers of filters were read. */
function FilterNotes() {
  const { opened, filterTexts } = useViewer();
  return [...filterTexts].map(([index, text]) => {
    const column = opened.columns[index] ?? noColumn;
    const numbers = understoodNumbers(text, column);
    return (
      numbers !== null && (
        <span key={index} className="sm dim num nowrap" role="status">
          {t('statementViewer.filter.understood', { column: columnNameOf(column, index), numbers })}
        </span>
      )
    );
  });
}

/** The number of rows in the view, or the selection with its actions. */
function SelectionBar() {
  const viewer = useViewer();
  const { opened, remembered, rows, selected, chosen, range, view, openedGroup } = viewer;
  const { cursor, set, dispatch, attempt } = viewer;
  const cells = range === null ? 0 : cellCount(range);
  const linesBefore = linesBeforeMessage(opened);
  const actions = (
    <>
      {selected > 0 && (
        <>
          <Button
            size="small"
            variant="primary"
            icon="proof"
            onPress={() => attempt(fetchSelectedProofs(viewer))}
          >
            {t('statementViewer.proofs.get', { count: selected })}
          </Button>
          <Button size="small" icon="copy" onPress={() => attempt(copyRows(viewer, chosen, false))}>
            {t('statementViewer.copy.selection')}
          </Button>
          <AnnotateSelection />
        </>
      )}
      {cells > 0 && (
        <Button size="small" variant="quiet" icon="copy" onPress={() => attempt(copySelection(viewer))}>
          {t('statementViewer.copy.cells', { count: cells })}
        </Button>
      )}
    </>
  );
  return (
    <ListBar
      label={t('statementViewer.selection.label')}
      selected={
        selected > 0
          ? t('statementViewer.selection.count', { count: selected })
          : cells > 0
            ? t('statementViewer.cell.count', { count: cells })
            : null
      }
      actions={actions}
      onClear={() => set({ selection: noneSelected, cursor: cursorAt(cursor.row, cursor.column) })}
      lead={
        openedGroup !== null && (
          <Button
            size="small"
            icon="chevron-left"
            startsFocused
            onPress={() => dispatch({ type: 'show', mode: 'groups' })}
          >
            {t('statementGroups.back')}
          </Button>
        )
      }
    >
      <GroupFilters />
      <AnnotationCounts />
      <span className="sm dim num nowrap" role="status">
        {rows === opened.rows
          ? t('statementViewer.shown.all', { all: opened.rows })
          : t('statementViewer.shown.some', { count: rows, all: opened.rows })}
      </span>
      {linesBefore !== null && (
        <LinkButton small onPress={() => set({ interpretationDialog: 'lines' })}>
          {linesBefore}
        </LinkButton>
      )}
      {remembered === 'applied' && (
        <span className="sm dim nowrap">{t('statementInterpretation.remembered.applied')}</span>
      )}
      <Spread />
      <FilterNotes />
      {!viewer.isComparing && (
        <Button size="small" icon="proof" onPress={() => set({ isComparing: true })}>
          {t('statementAgreement.compare')}
        </Button>
      )}
      {view.filters.length > 0 && (
        <LinkButton small onPress={() => dispatch({ type: 'filter-rows', filter: null })}>
          {t('statementViewer.filter.clear', { count: view.filters.length })}
        </LinkButton>
      )}
    </ListBar>
  );
}

/** The rows, groups or chart of the viewer with their sums, and the error of the last action. */
function ViewerBody() {
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

/** Width of the panel beside the rows, which need more room than groups and charts, in pixels. */
const panelWidthOfRows = 288;

interface ViewerFrameProps {
  readonly viewer: Viewer;
  /** Actions in the screen header, before the exports. */
  readonly head?: ReactNode;
  /** The checks: a panel, or one line above the rows. */
  readonly checks: { readonly panel: ReactNode; readonly line: ReactNode };
  /** Notices above the rows. */
  readonly children: ReactNode;
}

/** The viewer of one statement, or of several as one: rows, sums and checks. */
export function ViewerFrame({ viewer, head, checks, children }: ViewerFrameProps) {
  const { menu, mode, isProofShown, set } = viewer;
  return (
    <ViewerContext value={viewer}>
      <HeadActions>
        {head}
        <ExportMenu />
      </HeadActions>
      <ViewerToolbar />
      <Split
        panel={isProofShown ? <AgreementPanel /> : checks.panel}
        panelWidth={mode === 'rows' ? panelWidthOfRows : null}
      >
        {checks.line}
        {children}
        <ViewerBody />
      </Split>
      {menu !== null && <ContextMenu {...menu} onClose={() => set({ menu: null })} />}
    </ViewerContext>
  );
}
