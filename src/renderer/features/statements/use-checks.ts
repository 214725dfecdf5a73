import { call } from '../../bridge.ts';
import { useQuery } from '../../components/use-query.ts';

/** The integrity checks of the open statement, and its references that occur in other statements of the wallet. */
export function useChecks(handle: number) {
  const queryKey = String(handle);
  const checks = useQuery({ queryKey, load: () => call('review.query', { action: 'check', handle }) });
  // If the comparison fails, the point does not mention other statements.
  const duplicates = useQuery({
    queryKey,
    load: () => call('review.query', { action: 'duplicateReferences', handle }),
  });
  return {
    points: checks.value?.points ?? null,
    error: checks.error,
    duplicateReferences: duplicates.value,
  };
}
