/** @file Drafts the profile of the same company in the other environment. */
import { deriveHost, hostNames } from '../../../shared/model/session/environment.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';
import { createDraft, type ProfileDraft } from './draft.ts';
import { convertHosts, otherEnvironment } from './hosts.ts';
import { findCounterpart } from './order.ts';

/**
 * Creates a draft with the derived hosts of the other environment (specification, section 1). The client ID belongs to
 * one environment and stays empty. `null` when the counterpart exists, or when no host can be derived.
 */
export function createCounterpartDraft(
  entry: ProfileEntry,
  entries: readonly ProfileEntry[],
): ProfileDraft | null {
  const environment = otherEnvironment(entry.environment);
  const isDerivable = hostNames.some((name) => deriveHost(entry.hosts[name], environment) !== null);
  if (!isDerivable || findCounterpart(entry, entries) !== null) return null;
  const draft = createDraft(entry);
  return { ...draft, environment, clientId: '', hosts: convertHosts(draft.hosts, environment) };
}
