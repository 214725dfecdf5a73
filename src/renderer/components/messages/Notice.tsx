import type { ReactNode } from 'react';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import type { IconName } from '../layout/icons.ts';
import styles from './Notice.module.css';

/** `outward` is for messages about the environment. */
export type NoticeTone = 'neutral' | 'info' | 'warning' | 'danger' | 'outward';

interface NoticeProps {
  readonly tone?: NoticeTone;
  readonly icon?: IconName;
  readonly title: ReactNode;
  /** What Paydesk did and what can be done. */
  readonly children?: ReactNode;
  /** Status, the service's message, the request ID: small, last. */
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
  /** Actions beneath the text, or at the right end of a wide notice. */
  readonly actionsAt?: 'beneath' | 'end';
  /** Full-width content beneath the notice: what one of its buttons discloses. */
  readonly details?: ReactNode;
  /** Announced at once by screen readers; for notices that an action of the clerk caused. */
  readonly spoken?: boolean;
}

const iconOfTone: Readonly<Record<NoticeTone, IconName>> = {
  neutral: 'info',
  info: 'info',
  warning: 'alert',
  danger: 'problem',
  outward: 'info',
};

/** A notice in place: what happened, what Paydesk did, what the clerk can do. It never covers work. */
export function Notice(props: NoticeProps) {
  const { tone = 'neutral', icon, title, children, facts, actions, actionsAt = 'beneath', details } = props;
  return (
    <div
      className={styles.notice}
      data-part="notice"
      data-tone={tone}
      {...(props.spoken === true ? { role: 'alert' } : {})}
    >
      <Icon name={icon ?? iconOfTone[tone]} />
      <div className={styles.body}>
        <strong>{title}</strong>
        {children !== undefined && children !== null && (
          <p className={classNames('sm dim', actionsAt === 'end' && styles.moreMd)}>{children}</p>
        )}
        {facts !== undefined && facts !== null && <p className={styles.facts}>{facts}</p>}
        {actions !== undefined && actionsAt === 'beneath' && (
          <div className={styles.actionsBeneath}>{actions}</div>
        )}
      </div>
      {actions !== undefined && actionsAt === 'end' && <div className={styles.actionsEnd}>{actions}</div>}
      {details !== undefined && <div className={styles.details}>{details}</div>}
    </div>
  );
}
