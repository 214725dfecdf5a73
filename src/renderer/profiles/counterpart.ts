/** @file The profile of the same company in the other environment, begun from one that exists. */
import { deriveHost, hostNames } from '../../shared/model/environment.ts';
import type { ProfileEntry } from '../../shared/model/profile.ts';
import { draftOf, type ProfileDraft } from './draft.ts';
import { hostsIn, otherEnvironment } from './hosts.ts';
import { counterpartOf } from './order.ts';

/**
 * A new profile with the hosts that follow from this one's (specification, section 1), for the clerk to complete: the
 * client ID belongs to one environment and is left empty. `null` when there is such a profile already, or when the
 * hosts do not tell.
 */
export function counterpartDraft(entry: ProfileEntry, entries: readonly ProfileEntry[]): ProfileDraft | null {
  const environment = otherEnvironment(entry.environment);
  const tells = hostNames.some((name) => deriveHost(entry.hosts[name], environment) !== null);
  if (!tells || counterpartOf(entry, entries) !== null) return null;
  const draft = draftOf(entry);
  return { ...draft, environment, clientId: '', hosts: hostsIn(draft.hosts, environment) };
}
