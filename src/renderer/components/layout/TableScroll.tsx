// oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reached by the keyboard
import type { ReactNode } from 'react';
import styles from './TableScroll.module.css';
import { useOverflow } from './use-overflow.ts';

interface TableScrollProps {
  /** Name of the scrollable region, for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A table that keeps its column widths and scrolls in a narrow window; the keyboard can reach it. */
export function TableScroll({ label, children }: TableScrollProps) {
  const { ref, isScrollable } = useOverflow();
  return (
    <section
      className={styles.tableScroll}
      ref={ref}
      {...(isScrollable ? { tabIndex: 0, 'aria-label': label } : {})}
    >
      {children}
    </section>
  );
}
