import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Session } from '../../../shared/model/session/session.ts';
import { useTopicPart } from '../../bridge.ts';

function profileOf(session: Session): Profile | null {
  return session.state === 'signed-out' ? null : session.profile;
}

/** The shown profile, or `null` while none is signed in. */
export function useProfile(): Profile | null {
  return useTopicPart('session', profileOf, null);
}
