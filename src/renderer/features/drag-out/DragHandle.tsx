import type { DragEvent } from 'react';
import type { DraggedItem } from '../../../shared/contract/drag-out.ts';
import { t } from '../../../shared/messages/index.ts';
import { useFailures } from '../../app/failures.ts';
import { call } from '../../bridge.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import styles from './DragHandle.module.css';
import { dragOut } from './drag.ts';

interface DragHandleProps {
  readonly item: DraggedItem;
  /** Label of the button that keyboard users press instead of dragging. */
  readonly alternative: string;
}

/**
 * A handle to drag the original out of the window as an unsealed copy. Works with a pointer only; keyboard users press
 * the button named by `alternative`.
 */
export function DragHandle({ item, alternative }: DragHandleProps) {
  const { attempt } = useFailures();
  const hint = t('dragOut.handle', { alternative });
  const startDrag = (event: DragEvent) => {
    // Prevents the drag of the page, because the system drags the file.
    event.preventDefault();
    attempt(dragOut(item, { call, page: window }));
  };
  return (
    <span className={styles.dragHandle} aria-hidden="true" title={hint} draggable onDragStart={startDrag}>
      <Icon name="file" size="lg" />
    </span>
  );
}
