import { useMemo, useState, useSyncExternalStore } from 'react';
import { createAsyncAction, type WorkRunner, type WorkState } from './async-action.ts';

/** What the clerk started on a screen or in a dialog: one thing at a time, and what went wrong with the last one. */
export type AsyncAction = WorkState & Pick<WorkRunner, 'dismiss' | 'run' | 'runInTurn'>;

/** See {@link AsyncAction}. The same object until something of it changes. */
export function useAsyncAction(): AsyncAction {
  const [runner] = useState(createAsyncAction);
  const { busy, error } = useSyncExternalStore(runner.subscribe, runner.current);
  return useMemo(
    () => ({ busy, error, dismiss: runner.dismiss, run: runner.run, runInTurn: runner.runInTurn }),
    [runner, busy, error],
  );
}
