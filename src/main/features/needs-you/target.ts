/** @file The screen that the button of each entry opens. */
import type { NeedLine } from '../../../shared/model/needs-you/need-line.ts';
import type { Need } from '../../../shared/model/needs-you/needs-you.ts';
import type { ScreenTarget } from '../../../shared/model/needs-you/screen-target.ts';

function targetOf(need: Need): ScreenTarget {
  switch (need.kind) {
    case 'disk-full':
    case 'recovery-unsaved':
    case 'keychain':
    case 'key-to-remove':
      return { screen: 'settings', section: 'data' };
    case 'update-ready':
    case 'update-failed':
      return { screen: 'settings', section: 'about' };
    case 'retention-due':
      return { screen: 'settings', section: 'retention' };
    case 'clock-wrong':
    case 'managed-problems':
      return { screen: 'settings', section: 'profiles' };
    case 'library-session-only':
      return need.content === 'proofs'
        ? { screen: 'proofs', state: null, proofId: null }
        : { screen: 'statements', tab: 'inbox' };
    case 'event-incomplete':
      return { screen: 'statements', tab: 'inbox' };
    case 'library-unavailable':
    case 'library-missing':
      return { screen: 'proofs', state: null, proofId: null };
    case 'proofs-paused':
      return { screen: 'proofs', state: 'queued', proofId: need.proofId };
    case 'proofs-failed':
      return { screen: 'proofs', state: 'failed', proofId: need.proofId };
    case 'proofs-lost':
      return { screen: 'proofs', state: 'lost', proofId: need.proofId };
    case 'link-ending':
    case 'link-ended':
    case 'download-failing':
    case 'request-unknown':
    case 'request-refused':
    case 'event-overdue':
      return { screen: 'statement', tab: 'inbox', statementId: need.statementId };
    case 'checks-failed':
      return { screen: 'statement', tab: 'viewer', statementId: need.statementId };
    case 'month-unsigned':
      return { screen: 'statements', tab: 'coverage' };
    case 'event-quarantined':
      return { screen: 'event', eventId: need.eventId };
    case 'unknown-outcome':
      return { screen: 'beneficiaries', beneficiaryId: need.beneficiaryId, state: 'unknown' };
    case 'id-needed':
      return { screen: 'beneficiaries', beneficiaryId: need.beneficiaryId, state: 'id-needed' };
    case 'beneficiary-draft':
      return { screen: 'beneficiaries', beneficiaryId: need.beneficiaryId, state: 'draft' };
    case 'documents-failed':
      return { screen: 'documents', batchId: need.batchId, group: 'problem' };
    case 'files-missing':
      return { screen: 'documents', batchId: need.batchId, group: 'waiting-for-file' };
    case 'documents-withheld':
      return { screen: 'documents', batchId: need.batchId, group: need.onHold ? 'on-hold' : 'stored' };
    case 'batch-paused':
    case 'batch-draft':
      return { screen: 'documents', batchId: need.batchId, group: null };
  }
}

/** Adds to an entry the screen that the button of the entry opens. */
export function toNeedLine(need: Need): NeedLine {
  return { ...need, target: targetOf(need) };
}
