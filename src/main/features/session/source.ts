/** @file A profile that brings its own service and key with it. Whoever uses it cannot tell it from any other. */
import type { Profile } from '../../../shared/model/profile.ts';
import type { ApiKey } from '../../service/secret.ts';

/** Somewhere a profile and its key come from. */
export interface ProfileSource {
  /** ID of the profile, the same at every start. */
  readonly id: string;
  /** The profile, or `null` before {@link ProfileSource.open}. */
  profile(): Profile | null;
  /** Makes the service reachable and gives the key. */
  open(): Promise<ApiKey>;
}
