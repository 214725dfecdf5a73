/** @file Opens what the button of a line leads to. */
import type { NeedTarget } from '../../../shared/model/need-target.ts';
import { go, type Places } from '../../app/routes.ts';

function inboxAt(kind: 'statement' | 'event', id: number): Places['statements'] {
  return { tab: 'inbox', statementId: null, wanted: { kind, id } };
}

/** Opens the thing itself, while its profile is the one that is shown. */
export function openTarget(target: NeedTarget): void {
  switch (target.screen) {
    case 'documents': {
      const { batchId, group } = target;
      go('documents', { view: 'batch', batchId, ...(group === null ? {} : { group }) });
      break;
    }
    case 'beneficiaries': {
      const { beneficiaryId, state } = target;
      go('beneficiaries', { beneficiaryId, state });
      break;
    }
    case 'proofs': {
      const { proofId, state } = target;
      go('proofs', { proofId, ...(state === null ? {} : { state }) });
      break;
    }
    case 'statement':
      go('statements', inboxAt('statement', target.statementId));
      break;
    case 'event':
      go('statements', inboxAt('event', target.eventId));
      break;
    case 'settings':
      go('settings', { section: target.section });
  }
}
