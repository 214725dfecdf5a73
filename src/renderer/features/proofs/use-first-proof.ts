import { useEffect, useRef } from 'react';
import type { TopicValue } from '../../../shared/contract/index.ts';
import { replaceParams } from '../../app/routes.ts';
import { call } from '../../bridge.ts';

/** Opens the first proof when a fetch brings the first ones and none is open, so that the clerk sees what arrived. */
export function useFirstProof({ revision, counts }: TopicValue<'proofs'>, openProofId: number | null): void {
  const proofCount = counts.saved ?? 0;
  const savedCount = proofCount + (counts.link ?? 0);
  const hadProofs = useRef<boolean | null>(null);
  useEffect(() => {
    // Revision 0 is the value before main has published the topic.
    if (revision === 0) return;
    const isFirst = hadProofs.current === false && savedCount > 0;
    hadProofs.current = savedCount > 0;
    if (!isFirst || openProofId !== null) return;
    const state = proofCount > 0 ? ('saved' as const) : ('link' as const);
    const firstSaved = { offset: 0, limit: 1, state, search: '' };
    call('proofs.list', firstSaved).then(
      ({ rows: [first] }) => {
        if (first !== undefined) replaceParams('proofs', { proofId: first.id });
      },
      // The list shows why proofs cannot be listed.
      () => undefined,
    );
  }, [revision, proofCount, savedCount, openProofId]);
}
