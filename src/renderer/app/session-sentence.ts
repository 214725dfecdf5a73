/** @file The announcement of a session change. */
import { t } from '../../shared/messages/index.ts';
import type { Session } from '../../shared/model/session.ts';

/**
 * The announcement of a change from the last announced session; `null` when there is nothing new. A sign-in
 * attempt announces nothing.
 */
export function sessionSentence(before: Session | null, now: Session): string | null {
  if (before === null) return null;
  switch (now.state) {
    case 'signed-out':
      return before.state === 'signed-out'
        ? null
        : now.locked
          ? t('shell.session.locked')
          : t('shell.profile.state.signed-out');
    case 'signing-in':
      return null;
    case 'signed-in':
    case 'interrupted': {
      const isSame = before.state === now.state && before.profile.id === now.profile.id;
      if (isSame) return null;
      const { name, environment } = now.profile;
      return now.state === 'signed-in'
        ? t('shell.session.signedIn', { profile: name, environment })
        : t('shell.session.interrupted', { profile: name });
    }
  }
}
