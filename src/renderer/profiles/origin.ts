/** @file Facts about profiles by origin. */

import { t } from '../../shared/messages/index.ts';
import type { ProfileOrigin } from '../../shared/model/profile.ts';

/** What the window shows and permits for an origin. */
interface OriginFacts {
  /** The clerk may change and remove it. */
  readonly editable: boolean;
  /** Appears in the list of profiles on the sign-in screen. */
  readonly listed: boolean;
  /** A mark for who manages the profile; `null` for the clerk's own. */
  readonly mark: string | null;
  /** A note on where the profile is changed. */
  readonly detail: string;
}

export const originFacts: Readonly<Record<ProfileOrigin, OriginFacts>> = {
  clerk: { editable: true, listed: true, mark: null, detail: '' },
  managed: {
    editable: false,
    listed: true,
    get mark() {
      return t('profiles.managed');
    },
    get detail() {
      return t('profiles.managedDetail');
    },
  },
  practice: {
    editable: false,
    listed: false,
    get mark() {
      return t('profiles.inside');
    },
    get detail() {
      return t('profiles.insideDetail');
    },
  },
};
