// oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a pane that scrolls must be reached by the keyboard
import type { ReactNode, RefCallback } from 'react';

interface PaneProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
  readonly onScroll?: () => void;
  readonly paneRef?: RefCallback<HTMLElement>;
}

/** A scrollable region that the keyboard can reach. Takes `data-…` attributes as well. */
export function Pane({ label, className, children, onScroll, paneRef, ...data }: PaneProps) {
  return (
    <section
      className={className}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls must be reached by the keyboard
      tabIndex={0}
      {...data}
      {...(onScroll === undefined ? {} : { onScroll })}
      {...(paneRef === undefined ? {} : { ref: paneRef })}
    >
      {children}
    </section>
  );
}
