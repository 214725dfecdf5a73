import type { ReactNode } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { Button, LinkButton } from '../../components/Button.tsx';
import { Spread, Toolbar } from '../../components/Page.tsx';

interface SelectionBarProps {
  /** Number of selected rows. */
  readonly selected: number;
  /** Number of cells in the selected range; 0 for none. */
  readonly cells: number;
  /** Number of rows in the view. */
  readonly rows: number;
  /** Number of rows in the statement. */
  readonly all: number;
  /** Number of filters of the view. */
  readonly filters: number;
  readonly onProofs: () => void;
  readonly onCopyRows: () => void;
  readonly onCopyCells: () => void;
  readonly onClear: () => void;
  readonly onClearFilters: () => void;
  /** Further details about the rows. */
  readonly children?: ReactNode;
}

/** Selection with its actions, and the number of rows in the view. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, cells, filters } = props;
  return (
    <Toolbar selected={selected > 0 || cells > 0}>
      {selected > 0 && (
        <>
          <strong className="num">{t('statementReview.selection.count', { count: selected })}</strong>
          <Button size="small" variant="primary" icon="proof" onPress={props.onProofs}>
            {t('statementReview.proofs.get', { count: selected })}
          </Button>
          <Button size="small" icon="copy" onPress={props.onCopyRows}>
            {t('statementReview.copy.selection')}
          </Button>
          <Button size="small" variant="quiet" onPress={props.onClear}>
            {t('statements.clear')}
          </Button>
        </>
      )}
      {cells > 0 && (
        <>
          <span className="sm num nowrap" role="status">
            {t('statementReview.cell.count', { count: cells })}
          </span>
          <Button size="small" variant="quiet" icon="copy" onPress={props.onCopyCells}>
            {t('statementReview.copy.cells', { count: cells })}
          </Button>
        </>
      )}
      <span className="sm dim num nowrap" role="status">
        {props.rows === props.all
          ? t('statementReview.shown.all', { all: props.all })
          : t('statementReview.shown.some', { count: props.rows, all: props.all })}
      </span>
      {props.children}
      <Spread />
      {filters > 0 && (
        <LinkButton small onPress={props.onClearFilters}>
          {t('statementReview.filter.clear', { count: filters })}
        </LinkButton>
      )}
    </Toolbar>
  );
}
