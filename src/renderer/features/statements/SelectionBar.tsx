import type { ReactNode } from 'react';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { Button, LinkButton } from '../../components/Button.tsx';
import { Spread, Toolbar } from '../../components/Page.tsx';

const words = statementScreenWords.review;

interface SelectionBarProps {
  /** Selected rows. */
  readonly selected: number;
  /** Cells in the chosen range; 0 without one. */
  readonly cells: number;
  /** Rows in view, and of the statement. */
  readonly rows: number;
  readonly all: number;
  readonly filters: number;
  readonly onProofs: () => void;
  readonly onCopyRows: () => void;
  readonly onCopyCells: () => void;
  readonly onClear: () => void;
  readonly onClearFilters: () => void;
  /** More about the rows. */
  readonly children?: ReactNode;
}

/** What is chosen and what can be done with it, and how many rows are in view. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, cells, filters } = props;
  return (
    <Toolbar selected={selected > 0 || cells > 0}>
      {selected > 0 && (
        <>
          <strong className="num">{words.selected(selected)}</strong>
          <Button size="small" variant="primary" icon="proof" onPress={props.onProofs}>
            {words.proofs(selected)}
          </Button>
          <Button size="small" icon="copy" onPress={props.onCopyRows}>
            {words.copy}
          </Button>
          <Button size="small" variant="quiet" onPress={props.onClear}>
            {statementScreenWords.clear}
          </Button>
        </>
      )}
      {cells > 0 && (
        <>
          <span className="sm num nowrap" role="status">
            {words.cells(cells)}
          </span>
          <Button size="small" variant="quiet" icon="copy" onPress={props.onCopyCells}>
            {words.copyCells(cells)}
          </Button>
        </>
      )}
      <span className="sm dim num nowrap" role="status">
        {words.shown(props.rows, props.all)}
      </span>
      {props.children}
      <Spread />
      {filters > 0 && (
        <LinkButton small onPress={props.onClearFilters}>
          {words.clearFilters(filters)}
        </LinkButton>
      )}
    </Toolbar>
  );
}
