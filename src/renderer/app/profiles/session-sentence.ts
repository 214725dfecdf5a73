/** @file The announcement of a session change. */
import { t } from '../../../shared/messages/index.ts';
import type { Session } from '../../../shared/model/session/session.ts';

/**
 * The announcement of a change from the last announced session; `null` when nothing changed for the clerk. A
 * sign-in attempt is not announced.
 */
export function sessionSentence(previous: Session | null, session: Session): string | null {
  if (previous === null) return null;
  switch (session.state) {
    case 'signed-out':
      return previous.state === 'signed-out'
        ? null
        : session.locked
          ? t('shell.session.locked')
          : t('shell.profile.state.signed-out');
    case 'signing-in':
      return null;
    case 'signed-in':
    case 'interrupted': {
      const isSame = previous.state === session.state && previous.profile.id === session.profile.id;
      if (isSame) return null;
      const { name, environment } = session.profile;
      return session.state === 'signed-in'
        ? t('shell.session.signedIn', { profile: name, environment })
        : t('shell.session.interrupted', { profile: name });
    }
  }
}
