/** @file Where the button of each line leads. */
import type { Need } from '../../../shared/model/needs-you.ts';
import { go } from '../../app/routes.ts';

/** Leads to where a line is dealt with, while its profile is the one that is shown. */
export function wayOutOf(need: Need): () => void {
  switch (need.kind) {
    case 'disk-full':
    case 'recovery-unsaved':
      return () => go('settings', { section: 'data' });
    case 'keychain':
    case 'key-to-remove':
      return () => go('settings', { section: 'keychain' });
    case 'update-ready':
    case 'update-failed':
      return () => go('settings', { section: 'about' });
    case 'managed-problems':
      return () => go('settings', { section: 'profiles' });
    case 'library-session-only':
    case 'library-unavailable':
    case 'proofs-paused':
    case 'proofs-failed':
    case 'proofs-lost':
      return () => go('proofs', { proofId: null });
    case 'library-missing':
      return () => go('statements', { tab: 'coverage', statementId: null });
    case 'link-ending':
    case 'link-ended':
    case 'request-unknown':
    case 'request-refused':
    case 'event-overdue':
    case 'event-quarantined':
      return () => go('statements', { tab: 'inbox', statementId: null });
    case 'unknown-outcome':
    case 'id-needed':
    case 'beneficiary-draft':
      return () => go('beneficiaries', { beneficiaryId: need.beneficiaryId });
    case 'documents-withheld':
    case 'documents-failed':
    case 'files-missing':
    case 'batch-paused':
    case 'batch-draft':
      return () => go('documents', { view: 'batch', batchId: need.batchId });
  }
}
