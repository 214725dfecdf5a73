/** @file Shows ticks and notes in the rows of a statement that was opened. */
import { useEffect } from 'react';
import type { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import { announce } from '../../../app/toasts/announcer.ts';
import { call } from '../../../bridge.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { useViewer } from '../grid/state/viewer-context.ts';

/**
 * Reads them once for each opened statement. Returns the number of rows with annotations in the earlier version, the number
 * of changes that are not shown, and the error when they cannot be read.
 */
export function useAnnotations(): {
  readonly earlierRows: number;
  readonly misplaced: number;
  readonly error: PaydeskError | null;
} {
  const { handle, dispatch, set, signOffs, statesRevision } = useViewer();
  const { value, error } = useQuery({
    queryKey: String(handle),
    load: () => call('viewer.annotations', { action: 'show', handle }),
  });
  useEffect(() => {
    if (value !== null) dispatch({ type: 'annotated', counts: value.counts, signOffs: value.signOffs });
  }, [value, dispatch]);
  // A change of the matching ends a sign-off in main.
  const isSigned = signOffs?.at(-1)?.type === 'signed';
  const signed = useQuery({
    queryKey: `${handle} ${isSigned}`,
    revision: statesRevision,
    load: async () => (isSigned ? call('viewer.annotations', { action: 'show', handle }) : null),
  });
  useEffect(() => {
    const history = signed.value?.signOffs;
    if (history === undefined || history.at(-1)?.type === 'signed') return;
    set({ signOffs: history });
    announce(t('signOff.reopened', { count: 1 }));
  }, [signed.value, set]);
  return { earlierRows: value?.earlierRows ?? 0, misplaced: value?.misplaced ?? 0, error };
}
