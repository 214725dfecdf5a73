/** @file What screens show of a profile by where it comes from. */
import type { ProfileOrigin } from '../../shared/model/profile.ts';
import { profilesScreenWords as words } from '../../shared/words/profiles-screen.ts';

/** What an origin means for a clerk. */
export interface OriginFacts {
  /** The clerk may change and remove it. */
  readonly editable: boolean;
  /** It stands in the list of profiles to sign in with; what does not has a way of its own there. */
  readonly listed: boolean;
  /** Who looks after it; `null` for the clerk's own. */
  readonly mark: string | null;
  /** Where it is changed instead. */
  readonly detail: string;
}

/** See {@link OriginFacts}. */
export const originFacts: Readonly<Record<ProfileOrigin, OriginFacts>> = {
  clerk: { editable: true, listed: true, mark: null, detail: '' },
  managed: { editable: false, listed: true, mark: words.managed, detail: words.managedDetail },
  practice: { editable: false, listed: false, mark: words.inside, detail: words.insideDetail },
};
