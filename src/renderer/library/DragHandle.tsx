import type { DragEvent } from 'react';
import type { DraggedItem } from '../../shared/contract/drag-out.ts';
import { dragOutWords } from '../../shared/words/drag-out.ts';
import { useFailures } from '../app/failures.ts';
import { call } from '../bridge.ts';
import { Icon } from '../components/Icon.tsx';
import { dragOut } from './drag.ts';

export interface DragHandleProps {
  readonly item: DraggedItem;
  /** The word of the button that does the same with the keyboard. */
  readonly alternative: string;
}

/**
 * A sheet of paper that can be dragged out of the window: the original, as a plain copy. It is for pointers alone;
 * whoever has none finds the button.
 */
export function DragHandle({ item, alternative }: DragHandleProps) {
  const { attempt } = useFailures();
  const words = dragOutWords.handle(alternative);
  const begin = (event: DragEvent) => {
    // The page itself has nothing to drag: the system drags a file.
    event.preventDefault();
    attempt(dragOut(item, { call, page: window }));
  };
  return (
    <span className="drag-handle" aria-hidden="true" title={words} draggable onDragStart={begin}>
      <Icon name="file" size="lg" />
    </span>
  );
}
