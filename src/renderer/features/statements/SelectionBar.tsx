import { t } from '../../../shared/messages/index.ts';
import { Button, LinkButton } from '../../components/Button.tsx';
import { noneSelected } from '../../components/data-grid/selection.ts';
import { Spread, Toolbar } from '../../components/Page.tsx';
import { cellCount } from './cell-range.ts';
import { GroupFilters } from './GroupFilters.tsx';
import { ReadingFacts } from './ReadingFacts.tsx';
import { copyRows, copySelection, fetchProofs } from './review-actions.ts';
import { useReview } from './review-context.ts';

/** Selection with its actions, and the number of rows in the view. */
export function SelectionBar() {
  const review = useReview();
  const { opened, remembered, rows, selected, chosen, range, view, openedGroup } = review;
  const { set, dispatch, attempt } = review;
  const cells = range === null ? 0 : cellCount(range);
  return (
    <Toolbar selected={selected > 0 || cells > 0}>
      {selected > 0 && (
        <>
          <strong className="num">{t('statementReview.selection.count', { count: selected })}</strong>
          <Button size="small" variant="primary" icon="proof" onPress={() => attempt(fetchProofs(review))}>
            {t('statementReview.proofs.get', { count: selected })}
          </Button>
          <Button size="small" icon="copy" onPress={() => attempt(copyRows(review, chosen, false))}>
            {t('statementReview.copy.selection')}
          </Button>
          <Button size="small" variant="quiet" onPress={() => set({ selection: noneSelected })}>
            {t('statements.clear')}
          </Button>
        </>
      )}
      {cells > 0 && (
        <>
          <span className="sm num nowrap" role="status">
            {t('statementReview.cell.count', { count: cells })}
          </span>
          <Button size="small" variant="quiet" icon="copy" onPress={() => attempt(copySelection(review))}>
            {t('statementReview.copy.cells', { count: cells })}
          </Button>
        </>
      )}
      {openedGroup !== null && (
        <Button
          size="small"
          icon="chevron-left"
          startsFocused
          onPress={() => dispatch({ type: 'show', mode: 'groups' })}
        >
          {t('statementGroups.back')}
        </Button>
      )}
      <GroupFilters />
      <span className="sm dim num nowrap" role="status">
        {rows === opened.rows
          ? t('statementReview.shown.all', { all: opened.rows })
          : t('statementReview.shown.some', { count: rows, all: opened.rows })}
      </span>
      <ReadingFacts opened={opened} remembered={remembered} onLines={() => set({ readingDialog: 'lines' })} />
      <Spread />
      {view.filters.length > 0 && (
        <LinkButton small onPress={() => dispatch({ type: 'filter-rows', filter: null })}>
          {t('statementReview.filter.clear', { count: view.filters.length })}
        </LinkButton>
      )}
    </Toolbar>
  );
}
