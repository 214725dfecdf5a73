/** @file Facts about profiles by origin. */

import { t } from '../../../shared/messages/index.ts';
import type { ProfileOrigin } from '../../../shared/model/session/profile.ts';

/** What the window shows and permits for an origin. */
interface OriginFacts {
  /** True when the clerk may change and remove the profile. */
  readonly isEditable: boolean;
  /** True when the profile appears in the list of profiles on the sign-in screen. */
  readonly isListed: boolean;
  /** A mark for who manages the profile; `null` for the clerk's own. */
  readonly mark: string | null;
  /** A note on where the profile is changed. */
  readonly detail: string;
}

export const originFacts: Readonly<Record<ProfileOrigin, OriginFacts>> = {
  clerk: { isEditable: true, isListed: true, mark: null, detail: '' },
  managed: {
    isEditable: false,
    isListed: true,
    get mark() {
      return t('profileFacts.managed');
    },
    get detail() {
      return t('profileFacts.managedDetail');
    },
  },
  practice: {
    isEditable: false,
    isListed: false,
    get mark() {
      return t('profileFacts.inside');
    },
    get detail() {
      return t('profileFacts.insideDetail');
    },
  },
};
