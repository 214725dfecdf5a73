import type { ReactNode } from 'react';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import type { IconName } from '../layout/icons.ts';
import styles from './State.module.css';

interface StateProps {
  readonly icon: IconName;
  /** The text; colour alone is not enough. */
  readonly children: ReactNode;
  /** `run` moves, `ok` is done, `plain` waits. */
  readonly tone?: 'plain' | 'run' | 'ok';
}

/** A state that needs no action: icon and text, no background. */
export function State({ icon, children, tone = 'plain' }: StateProps) {
  return (
    <span className={styles.state} data-part="state" data-tone={tone}>
      <Icon name={icon} />
      {children}
    </span>
  );
}

interface BadgeProps {
  readonly icon: IconName;
  readonly children: ReactNode;
  readonly tone: 'danger' | 'warning' | 'info' | 'ok' | 'neutral';
  /** The full text, where a shorter one is shown. */
  readonly title?: string;
}

/** A state that needs the clerk: with a background. */
export function Badge({ icon, children, tone, title }: BadgeProps) {
  return (
    <span className={styles.badge} data-part="badge" data-tone={tone} title={title}>
      <Icon name={icon} size="sm" />
      {children}
    </span>
  );
}

/** The code of a currency. All codes have the same width, so that what stands beside them is aligned. */
export function CurrencyTag({ currency }: { readonly currency: string }) {
  return (
    <span className={classNames(styles.tag, styles.currency)} data-part="currency">
      {currency}
    </span>
  );
}

/** A short text on a background. */
export function Tag({ children }: { readonly children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}
