// oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reached by the keyboard
import type { ReactNode } from 'react';
import { useOverflow } from './use-overflow.ts';

export interface TableScrollProps {
  /** Names the table where it scrolls. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A table that keeps its columns: in a narrow window it scrolls by itself, and is reached by the keyboard. */
export function TableScroll({ label, children }: TableScrollProps) {
  const { watch, scrolls } = useOverflow();
  return (
    <section className="table-scroll" ref={watch} {...(scrolls ? { tabIndex: 0, 'aria-label': label } : {})}>
      {children}
    </section>
  );
}
