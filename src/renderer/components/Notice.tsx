import type { ReactNode } from 'react';
import type { PaydeskError } from '../../shared/errors.ts';
import { componentWords } from '../../shared/words/components.ts';
import { wordsOfError } from '../../shared/words/errors.ts';
import { classNames } from './class-names.ts';
import { errorAppearance } from './error-appearance.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

/** `outward` is for what concerns the environment. */
export type NoticeTone = 'neutral' | 'info' | 'warning' | 'danger' | 'outward';

export interface NoticeProps {
  readonly tone?: NoticeTone;
  readonly icon?: IconName;
  readonly title: ReactNode;
  /** What Paydesk did and what can be done. */
  readonly children?: ReactNode;
  /** Status, the service's message, the request ID: small, last. */
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
  /** Actions beneath the words, or at the right end of a wide notice. */
  readonly actionsAt?: 'beneath' | 'end';
  /** Beneath all of it over the whole width: what a button of the notice discloses. */
  readonly details?: ReactNode;
  /** Spoken at once by screen readers: for what appears because of something the clerk did. */
  readonly spoken?: boolean;
}

const iconOfTone: Readonly<Record<NoticeTone, IconName>> = {
  neutral: 'info',
  info: 'info',
  warning: 'alert',
  danger: 'problem',
  outward: 'info',
};

/** Words that stand where they belong, never over work: what happened, what Paydesk did, what can be done. */
export function Notice(props: NoticeProps) {
  const { tone = 'neutral', icon, title, children, facts, actions, actionsAt = 'beneath', details } = props;
  return (
    <div
      className={classNames('notice', tone !== 'neutral' && tone)}
      {...(props.spoken === true ? { role: 'alert' } : {})}
    >
      <Icon name={icon ?? iconOfTone[tone]} />
      <div className="notice-body">
        <strong>{title}</strong>
        {children !== undefined && children !== null && (
          <p className={classNames('more', actionsAt === 'end' && 'more-md')}>{children}</p>
        )}
        {facts !== undefined && facts !== null && <p className="notice-facts">{facts}</p>}
        {actions !== undefined && actionsAt === 'beneath' && <div className="notice-way">{actions}</div>}
      </div>
      {actions !== undefined && actionsAt === 'end' && <div className="notice-acts">{actions}</div>}
      {details !== undefined && <div className="notice-details">{details}</div>}
    </div>
  );
}

export interface ErrorNoticeProps {
  /** A `PaydeskError`, or its data form. */
  readonly error: Pick<PaydeskError, 'code' | 'details' | 'requestId'>;
  readonly actions?: ReactNode;
  readonly actionsAt?: 'beneath' | 'end';
}

/** An error in the words of its code, with the request ID when the service gave one. */
export function ErrorNotice({ error, actions, actionsAt = 'beneath' }: ErrorNoticeProps) {
  const words = wordsOfError(error);
  const appearance = errorAppearance(error.code);
  return (
    <Notice
      tone={appearance.tone}
      icon={appearance.icon}
      title={words.title}
      actionsAt={actionsAt}
      spoken
      {...(error.requestId === null ? {} : { facts: componentWords.requestId(error.requestId) })}
      {...(actions === undefined ? {} : { actions })}
    >
      {words.detail}
    </Notice>
  );
}
