import { useTopicPart } from '../../../bridge.ts';

/** Returns a number that increases when the batch or the address book changes, and with them proposed assignments. */
export function useAssignmentRevision(batchId: number): number {
  const addressBookRevision = useTopicPart('beneficiaries', ({ revision }) => revision, 0);
  const batchRevision = useTopicPart(
    'batches',
    (all) => all.find(({ id }) => id === batchId)?.revision ?? 0,
    0,
  );
  return addressBookRevision + batchRevision;
}
