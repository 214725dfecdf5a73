import type { ReactNode } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { Button } from '../actions/Button.tsx';
import { classNames } from './class-names.ts';
import styles from './ListBar.module.css';
import pageStyles from './Page.module.css';

interface ListBarProps {
  /** The name of the selection, for screen readers. */
  readonly label: string;
  /** What is selected, with its number; `null` when nothing is. */
  readonly selected: string | null;
  readonly actions: ReactNode;
  readonly onClear: () => void;
  /** Content that stays when something is selected. */
  readonly lead?: ReactNode;
  /** The number of rows, and what else belongs to the whole list. */
  readonly children?: ReactNode;
}

/**
 * The line above a list: the number of its rows, or in the same place the selection with its actions. Both have the same
 * height, so that the list does not move under the pointer.
 */
export function ListBar({ label, selected, actions, onClear, lead, children }: ListBarProps) {
  const isSelected = selected !== null;
  return (
    <section
      className={classNames(pageStyles.toolbar, isSelected && styles.selected)}
      data-part="toolbar"
      data-selection-bar={isSelected ? '' : undefined}
      aria-label={isSelected ? label : undefined}
    >
      {lead}
      {isSelected ? (
        <>
          <strong className="num nowrap" role="status">
            {selected}
          </strong>
          {actions}
          <span className={styles.clear}>
            <Button variant="quiet" size="small" onPress={onClear}>
              {t('components.clearSelection')}
            </Button>
          </span>
        </>
      ) : (
        children
      )}
    </section>
  );
}
