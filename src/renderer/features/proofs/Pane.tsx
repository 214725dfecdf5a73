import type { ReactNode } from 'react';

/** Props of {@link Pane}. */
export interface PaneProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A part that scrolls by itself, and so can be reached by the keyboard. */
export function Pane({ label, className, children }: PaneProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls must be reached by the keyboard
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
