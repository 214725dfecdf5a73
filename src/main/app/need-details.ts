/** @file Names what an entry of *Needs you* counts: the documents of a batch, or the references of proofs. */
import { reasonMessage } from '../../shared/document-reason-message.ts';
import { describeError } from '../../shared/messages/error-messages.ts';
import { formatPlainList, t } from '../../shared/messages/index.ts';
import type { Need } from '../../shared/model/needs-you/needs-you.ts';
import { listNamedDocuments } from '../features/documents/database/named-documents.ts';
import { listOpenReferences } from '../features/proofs/open-work.ts';
import type { ProofsFeature } from '../features/proofs/proofs-feature.ts';
import type { Store } from '../storage/store/store.ts';

/** Most names of one entry. */
const maxNames = 200;

interface NeedDetailsDeps {
  readonly store: Store;
  readonly proofs: Pick<ProofsFeature, 'listLost'>;
}

/** Returns a line for each document or reference, and a last one for those that are not named; none for other kinds. */
type ListNeedDetails = (need: Need) => Promise<readonly string[]>;

export function createNeedDetails({ store, proofs }: NeedDetailsDeps): ListNeedDetails {
  const nameReferences = async (profileId: string | null, state: 'failed' | 'queued') => {
    const args = { profileId: profileId ?? '', state, limit: maxNames };
    const references = await store.run(listOpenReferences, args);
    return references.map(({ reference, error }) => {
      if (error === null) return reference;
      const { title, detail } = describeError(error);
      return named(reference, t('handover.details.cause', { title, detail }));
    });
  };
  const nameDocuments = async (batchId: number, state: 'failed' | 'waiting-for-file') => {
    const documents = await store.run(listNamedDocuments, { batchId, state, limit: maxNames });
    return documents.map(({ name, label, reason }) =>
      named(formatPlainList([name, label ?? '']), reason === null ? '' : reasonMessage(reason).short),
    );
  };
  const withRest = (lines: readonly string[], count: number) => [
    ...lines,
    ...(count > lines.length ? [t('handover.details.more', { count: count - lines.length })] : []),
  ];
  return async (need) => {
    switch (need.kind) {
      case 'documents-failed':
        return withRest(await nameDocuments(need.batchId, 'failed'), need.documents);
      case 'files-missing':
        return withRest(await nameDocuments(need.batchId, 'waiting-for-file'), need.documents);
      case 'proofs-failed':
        return withRest(await nameReferences(need.profileId, 'failed'), need.proofs);
      case 'proofs-paused':
        return withRest(await nameReferences(need.profileId, 'queued'), need.proofs);
      case 'proofs-lost':
        return withRest((await proofs.listLost(need.profileId ?? '')).slice(0, maxNames), need.proofs);
      default:
        return [];
    }
  };
}

const named = (name: string, reason: string) =>
  reason === '' ? name : t('handover.details.reason', { name, reason });
