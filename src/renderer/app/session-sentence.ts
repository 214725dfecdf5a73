/** @file What a screen reader is told of the session. */
import type { Session } from '../../shared/model/session.ts';
import { shellWords } from '../../shared/words/shell.ts';

const words = shellWords.session;

/**
 * The sentence about a session that was `before` when it was last spoken of; `null` where nothing new is to be said.
 * While a sign-in is tried, what was said last stays true.
 */
export function sessionSentence(before: Session | null, now: Session): string | null {
  if (before === null) return null;
  switch (now.state) {
    case 'signed-out':
      return before.state === 'signed-out' ? null : now.locked ? words.locked : words.signedOut;
    case 'signing-in':
      return null;
    case 'signed-in':
    case 'interrupted': {
      const isSame = before.state === now.state && before.profile.id === now.profile.id;
      if (isSame) return null;
      const { name, environment } = now.profile;
      return now.state === 'signed-in' ? words.signedIn(name, environment) : words.interrupted(name);
    }
  }
}
