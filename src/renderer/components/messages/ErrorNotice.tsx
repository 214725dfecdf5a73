import type { ReactNode } from 'react';
import type { ErrorCode, PaydeskError } from '../../../shared/errors.ts';
import { describeError } from '../../../shared/messages/error-messages.ts';
import { t } from '../../../shared/messages/index.ts';
import type { IconName } from '../layout/icons.ts';
import { Notice } from './Notice.tsx';

interface ErrorAppearance {
  readonly tone: 'danger' | 'warning' | 'info';
  readonly icon: IconName;
}

const appearances: Readonly<Partial<Record<ErrorCode, ErrorAppearance>>> = {
  'sign-in-needed': { tone: 'warning', icon: 'key' },
  'api-key-needed': { tone: 'warning', icon: 'key' },
  'host-unreachable': { tone: 'warning', icon: 'wifi-off' },
  'certificate-untrusted': { tone: 'warning', icon: 'lock' },
  'proxy-refused': { tone: 'warning', icon: 'lock' },
  'timed-out': { tone: 'warning', icon: 'hourglass' },
  'connection-lost': { tone: 'warning', icon: 'wifi-off' },
  'answer-not-understood': { tone: 'warning', icon: 'help' },
  'answer-too-large': { tone: 'warning', icon: 'help' },
  'service-throttled': { tone: 'warning', icon: 'hourglass' },
  'keychain-absent': { tone: 'warning', icon: 'key' },
  'keychain-locked': { tone: 'warning', icon: 'lock' },
  'keychain-refused': { tone: 'danger', icon: 'key' },
  'keychain-timed-out': { tone: 'warning', icon: 'hourglass' },
  'secret-too-large': { tone: 'warning', icon: 'key' },
  'profile-managed': { tone: 'info', icon: 'lock' },
  'setting-managed': { tone: 'info', icon: 'lock' },
  'profile-in-use': { tone: 'warning', icon: 'alert' },
  'profile-environment-fixed': { tone: 'warning', icon: 'alert' },
  'batch-changed': { tone: 'warning', icon: 'alert' },
  'batch-not-ready': { tone: 'warning', icon: 'alert' },
  'beneficiary-exists': { tone: 'warning', icon: 'alert' },
  'beneficiary-in-use': { tone: 'warning', icon: 'alert' },
  'attach-unknown-elsewhere': { tone: 'warning', icon: 'help' },
  'outcomes-unknown': { tone: 'warning', icon: 'help' },
  'outcome-settled': { tone: 'info', icon: 'info' },
  'recipient-id-needed': { tone: 'warning', icon: 'help' },
  'link-lost': { tone: 'warning', icon: 'ended' },
  'statement-link-ended': { tone: 'warning', icon: 'ended' },
  'statement-gone': { tone: 'warning', icon: 'ended' },
  'answer-lost': { tone: 'warning', icon: 'help' },
  'statement-not-stored': { tone: 'warning', icon: 'hourglass' },
  'event-unusable': { tone: 'warning', icon: 'alert' },
  'recovery-no-library': { tone: 'warning', icon: 'key' },
  'recovery-passphrase-wrong': { tone: 'warning', icon: 'key' },
  'listener-unavailable': { tone: 'warning', icon: 'alert' },
  'statement-closed': { tone: 'info', icon: 'info' },
  'file-locked': { tone: 'warning', icon: 'hourglass' },
  'file-missing': { tone: 'warning', icon: 'hourglass' },
  'saved-file-missing': { tone: 'warning', icon: 'hourglass' },
  'file-not-opened': { tone: 'warning', icon: 'file' },
  cancelled: { tone: 'info', icon: 'minus' },
};

const defaultAppearance: ErrorAppearance = { tone: 'danger', icon: 'problem' };

/** Returns the appearance of an error; errors that are not listed were refused, failed or lost. */
function errorAppearance(code: ErrorCode): ErrorAppearance {
  return appearances[code] ?? defaultAppearance;
}

function joinFacts(facts: ReactNode, requestId: string | null): ReactNode {
  if (facts === undefined) return requestId;
  return (
    <>
      {facts} {requestId}
    </>
  );
}

interface ErrorNoticeProps {
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
