import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';

export interface TooltipProps {
  readonly words: string;
  /** Key that does the same, such as `Ctrl K`. */
  readonly keys?: string;
  /** Something that can be focused: a button, a link. */
  readonly children: ReactElement;
}

/** A few words on hover and on keyboard focus. Nothing that is needed may be said here alone. */
export function Tooltip({ words, keys, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <AriaTooltip className="tooltip" offset={6}>
        {words}
        {keys !== undefined && <kbd>{keys}</kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
