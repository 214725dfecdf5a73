import { t } from '../../../../shared/messages/index.ts';
import { Button, LinkButton } from '../../../components/actions/Button.tsx';
import { noneSelected } from '../../../components/data-grid/selection.ts';
import { FoldingBar, type FoldingItem } from '../../../components/layout/FoldingBar.tsx';
import { ListBar } from '../../../components/layout/ListBar.tsx';
import { AnnotateSelection, AnnotationCounts } from '../annotations/Annotations.tsx';
import { GroupFilters } from '../groups/GroupFilters.tsx';
import { columnNameOf, noColumn } from '../interpretation/column-names.ts';
import { linesBeforeMessage } from '../interpretation/interpretation-doubt.ts';
import { cellCount, cursorAt } from './state/cell-range.ts';
import { understoodNumbers } from './state/filters.ts';
import { copyRows, copySelection, fetchSelectedProofs } from './state/viewer-actions.ts';
import { useViewer } from './state/viewer-context.ts';

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

/** Number of the rows in view, and the button back to the groups. */
export function useRowCount(): readonly FoldingItem[] {
  const { opened, rows, openedGroup, dispatch } = useViewer();
  return [
    {
      id: 'groups',
      content: openedGroup !== null && (
        <Button
          size="small"
          icon="chevron-left"
          startsFocused
          onPress={() => dispatch({ type: 'show', mode: 'groups' })}
        >
          {t('statementGroups.back')}
        </Button>
      ),
    },
    {
      id: 'rows',
      content: (
        <span className="sm dim num nowrap" role="status">
          {rows === opened.rows
            ? t('statementViewer.shown.all', { all: opened.rows })
            : t('statementViewer.shown.some', { count: rows, all: opened.rows })}
        </span>
      ),
    },
  ];
}

/** Ticks, notes and filters of the rows in view. */
export function useRowFacts(): readonly FoldingItem[] {
  const { opened, remembered, view, isComparing, set, dispatch } = useViewer();
  const linesBefore = linesBeforeMessage(opened);
  return [
    { id: 'annotations', content: <AnnotationCounts /> },
    { id: 'group-filters', content: <GroupFilters /> },
    {
      id: 'lines',
      content: linesBefore !== null && (
        <LinkButton small onPress={() => set({ interpretationDialog: 'lines' })}>
          {linesBefore}
        </LinkButton>
      ),
    },
    {
      id: 'remembered',
      content: remembered === 'applied' && (
        <span className="sm dim nowrap">{t('statementInterpretation.remembered.applied')}</span>
      ),
    },
    { id: 'notes', content: <FilterNotes />, isAtEnd: true },
    {
      id: 'clear',
      content: view.filters.length > 0 && (
        <LinkButton small onPress={() => dispatch({ type: 'filter-rows', filter: null })}>
          {t('statementViewer.filter.clear', { count: view.filters.length })}
        </LinkButton>
      ),
    },
    {
      id: 'proofs',
      content: !isComparing && (
        <Button size="small" icon="proof" onPress={() => set({ isComparing: true })}>
          {t('statementAgreement.compare')}
        </Button>
      ),
    },
  ];
}

/** True when rows, or several cells, are selected. */
export function useHasSelection(): boolean {
  const { selected, range } = useViewer();
  return selected > 0 || (range !== null && cellCount(range) > 0);
}

/** The number of rows in the view, or the selection with its actions. */
export function RowsBar() {
  const viewer = useViewer();
  const { selected, chosen, range, cursor, set, attempt } = viewer;
  const cells = range === null ? 0 : cellCount(range);
  const count = useRowCount();
  const facts = useRowFacts();
  const actions: readonly FoldingItem[] = [
    ...(selected === 0
      ? []
      : [
          {
            id: 'fetch',
            content: (
              <Button
                size="small"
                variant="primary"
                icon="proof"
                onPress={() => attempt(fetchSelectedProofs(viewer))}
              >
                {t('statementViewer.proofs.get', { count: selected })}
              </Button>
            ),
          },
          {
            id: 'copy',
            content: (
              <Button size="small" icon="copy" onPress={() => attempt(copyRows(viewer, chosen, false))}>
                {t('statementViewer.copy.selection')}
              </Button>
            ),
          },
          { id: 'annotate', content: <AnnotateSelection /> },
        ]),
    {
      id: 'cells',
      content: cells > 0 && (
        <Button size="small" variant="quiet" icon="copy" onPress={() => attempt(copySelection(viewer))}>
          {t('statementViewer.copy.cells', { count: cells })}
        </Button>
      ),
    },
  ];
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
      actions={<FoldingBar items={actions} />}
      onClear={() => set({ selection: noneSelected, cursor: cursorAt(cursor.row, cursor.column) })}
    >
      <FoldingBar items={[...count, ...facts]} />
    </ListBar>
  );
}
