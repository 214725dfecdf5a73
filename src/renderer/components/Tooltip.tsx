import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';

interface TooltipProps {
  readonly text: string;
  /** Keys of the described action, such as `Ctrl K`. */
  readonly keys?: string;
  /** Something that can be focused: a button, a link. */
  readonly children: ReactElement;
}

/** A tooltip on hover and keyboard focus. It must not be the only place of necessary information. */
export function Tooltip({ text, keys, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <AriaTooltip className="tooltip" offset={6}>
        {text}
        {keys !== undefined && <kbd>{keys}</kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
