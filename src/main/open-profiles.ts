/** @file The profiles that work is done for, and the one whose work the window shows. */
import type { Profile } from '../shared/model/profile.ts';
import type { PaymentsService } from './service/service.ts';

/** A profile whose session is open: signed in, or interrupted and then without a service. */
export interface OpenProfile {
  readonly profile: Profile;
  readonly service: PaymentsService | null;
}

/** All open profiles; at most one of them is active, and commands concern that one alone. */
export interface OpenProfiles {
  readonly all: readonly OpenProfile[];
  readonly active: OpenProfile | null;
}
