/** @file A profile with its own service and key, such as the practice company. Other code treats it like any other. */
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { ApiKey } from '../../service/secret.ts';

/** Provides a profile and its key. */
export interface ProfileSource {
  /** ID of the profile, the same at every start. */
  readonly id: string;
  /** The profile, or `null` before {@link ProfileSource.open}. */
  profile(): Profile | null;
  /** Starts the service and returns the key. */
  open(): Promise<ApiKey>;
}
