import type { ProfileEntry } from '../../../shared/model/session/profile.ts';
import type { ProfileDraft } from './draft.ts';

/** An existing profile, or a new one with its initial draft; `null` for an empty draft. */
export type EditedProfile =
  | { readonly kind: 'existing'; readonly entry: ProfileEntry }
  | { readonly kind: 'new'; readonly draft: ProfileDraft | null };

export const newProfile: EditedProfile = { kind: 'new', draft: null };
