/** @file The open profiles and the active one. */
import type { Profile } from '../../shared/model/session/profile.ts';
import type { PaymentsService } from '../service/service.ts';

/** A profile with an open session. `service` is `null` while the session is interrupted. */
export interface OpenProfile {
  readonly profile: Profile;
  readonly service: PaymentsService | null;
}

/** All open profiles. At most one is active: the window shows it, and commands apply only to it. */
export interface OpenProfiles {
  readonly all: readonly OpenProfile[];
  readonly active: OpenProfile | null;
}
