/** @file Opens a screen with the item of a target, in the profile of the item. */

import type { ScreenTarget } from '../../shared/model/needs-you/screen-target.ts';
import type { ProfileEntry } from '../../shared/model/session/profile.ts';
import { useTopicPart } from '../bridge.ts';
import { useFailures } from './failures.ts';
import { goToProfile } from './first-screen.ts';
import { leave } from './profiles/leave.ts';
import { useProfile } from './profiles/use-profile.ts';
import { navigate, type RouteParams } from './routes.ts';

function createInboxParams(kind: 'statement' | 'event', id: number): RouteParams['statements'] {
  return { tab: 'inbox', statementId: null, requestedItem: { kind, id } };
}

/** Opens a target. The profile of the target must be active. */
function openTarget(target: ScreenTarget): void {
  switch (target.screen) {
    case 'documents': {
      const { batchId, group } = target;
      navigate('documents', { view: 'batch', batchId, ...(group === null ? {} : { group }) });
      break;
    }
    case 'beneficiaries': {
      const { beneficiaryId, state } = target;
      navigate('beneficiaries', { beneficiaryId, ...(state === null ? {} : { state }) });
      break;
    }
    case 'proofs': {
      const { proofId, state } = target;
      navigate('proofs', { proofId, ...(state === null ? {} : { state }) });
      break;
    }
    case 'statements':
      navigate('statements', { tab: target.tab, statementId: null });
      break;
    case 'statement':
      navigate(
        'statements',
        target.tab === 'viewer'
          ? { tab: 'viewer', statementId: target.statementId }
          : createInboxParams('statement', target.statementId),
      );
      break;
    case 'event':
      navigate('statements', createInboxParams('event', target.eventId));
      break;
    case 'settings':
      navigate('settings', { section: target.section });
  }
}

const noEntries: readonly ProfileEntry[] = [];

/**
 * Returns the function that opens a target. It switches to the target's profile first; `null` is a target that is the
 * same in every profile. Without its profile, the list of profiles opens.
 */
export function useOpenTarget(): (profileId: string | null, target: ScreenTarget) => void {
  const { attempt } = useFailures();
  const entries = useTopicPart('profiles', (profiles) => profiles.entries, noEntries);
  const shownId = useProfile()?.id ?? null;
  return (profileId, target) => {
    if (profileId === null || profileId === shownId) return openTarget(target);
    const entry = entries.find(({ id }) => id === profileId);
    if (entry === undefined) return navigate('settings', { section: 'profiles' });
    leave(() => attempt(goToProfile(entry, () => openTarget(target))));
  };
}
