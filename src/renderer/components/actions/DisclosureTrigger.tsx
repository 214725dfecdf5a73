import type { ReactNode } from 'react';
import { Button as AriaButton, Heading } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import styles from './DisclosureTrigger.module.css';

interface DisclosureTriggerProps {
  /** The level of the heading that contains the button. */
  readonly level: number;
  readonly children: ReactNode;
}

/** The heading that shows and hides the panel of a `Disclosure`. */
export function DisclosureTrigger({ level, children }: DisclosureTriggerProps) {
  return (
    <Heading level={level}>
      <AriaButton slot="trigger" className={classNames(styles.trigger)} data-small-target="">
        <Icon name="chevron-right" />
        {children}
      </AriaButton>
    </Heading>
  );
}
