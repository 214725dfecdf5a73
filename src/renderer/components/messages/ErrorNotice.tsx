import type { ReactNode } from 'react';
import type { PaydeskError } from '../../../shared/errors.ts';
import { describeError } from '../../../shared/messages/error-messages.ts';
import { t } from '../../../shared/messages/index.ts';
import { errorAppearance } from './error-appearance.ts';
import { Notice } from './Notice.tsx';

function joinFacts(facts: ReactNode, requestId: string | null): ReactNode {
  if (facts === undefined) return requestId;
  return (
    <>
      {facts} {requestId}
    </>
  );
}

interface ErrorNoticeProps {
  /** A `PaydeskError`, or its data form. */
  readonly error: Pick<PaydeskError, 'code' | 'details' | 'requestId'>;
  /** Facts before the request ID, such as the time of the last attempt. */
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
  readonly actionsAt?: 'beneath' | 'end';
}

/** An error with the message of its code, and the request ID when the service returned one. */
export function ErrorNotice({ error, facts, actions, actionsAt = 'beneath' }: ErrorNoticeProps) {
  const message = describeError(error);
  const appearance = errorAppearance(error.code);
  const requestId = error.requestId === null ? null : t('components.requestId', { id: error.requestId });
  const hasFacts = facts !== undefined || requestId !== null;
  return (
    <Notice
      tone={appearance.tone}
      icon={appearance.icon}
      title={message.title}
      actionsAt={actionsAt}
      spoken
      {...(hasFacts ? { facts: joinFacts(facts, requestId) } : {})}
      {...(actions === undefined ? {} : { actions })}
    >
      {message.detail}
    </Notice>
  );
}
