import { useEffect, useState } from 'react';
import type { DuplicateReferences } from '../../../shared/model/review.ts';
import { call } from '../../bridge.ts';
import { useQuery } from '../../components/use-query.ts';

/** The integrity checks of the open statement, and its references that occur in other statements of the wallet. */
export function useChecks(handle: number) {
  const load = () => call('review.query', { action: 'check', handle });
  const { value, error } = useQuery({ queryKey: String(handle), revision: 0, load });
  const [duplicateReferences, setDuplicateReferences] = useState<DuplicateReferences | null>(null);
  useEffect(() => {
    // If the comparison fails, the point does not mention other statements.
    call('review.query', { action: 'duplicateReferences', handle }).then(
      setDuplicateReferences,
      () => undefined,
    );
  }, [handle]);
  return { points: value?.points ?? null, error, duplicateReferences };
}
