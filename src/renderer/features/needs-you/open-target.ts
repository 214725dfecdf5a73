/** @file Opens the target of an entry's button. */
import type { NeedTarget } from '../../../shared/model/need-target.ts';
import { navigate, type RouteParams } from '../../app/routes.ts';

function createInboxParams(kind: 'statement' | 'event', id: number): RouteParams['statements'] {
  return { tab: 'inbox', statementId: null, requestedItem: { kind, id } };
}

/** Opens a target. The profile of the target must be active. */
export function openTarget(target: NeedTarget): void {
  switch (target.screen) {
    case 'documents': {
      const { batchId, group } = target;
      navigate('documents', { view: 'batch', batchId, ...(group === null ? {} : { group }) });
      break;
    }
    case 'beneficiaries': {
      const { beneficiaryId, state } = target;
      navigate('beneficiaries', { beneficiaryId, state });
      break;
    }
    case 'proofs': {
      const { proofId, state } = target;
      navigate('proofs', { proofId, ...(state === null ? {} : { state }) });
      break;
    }
    case 'statement':
      navigate('statements', createInboxParams('statement', target.statementId));
      break;
    case 'event':
      navigate('statements', createInboxParams('event', target.eventId));
      break;
    case 'settings':
      navigate('settings', { section: target.section });
  }
}
