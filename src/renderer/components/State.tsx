import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
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

/** A short text on a background, such as a currency. */
export function Tag({ children }: { readonly children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}
