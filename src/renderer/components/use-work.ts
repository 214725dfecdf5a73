import { useMemo, useState, useSyncExternalStore } from 'react';
import { createWork, type WorkRunner, type WorkState } from './work.ts';

/** What the clerk started on a screen or in a dialog: one thing at a time, and what went wrong with the last one. */
export type Work = WorkState & Pick<WorkRunner, 'dismiss' | 'run' | 'runInTurn'>;

/** See {@link Work}. The same object until something of it changes. */
export function useWork(): Work {
  const [runner] = useState(createWork);
  const { busy, error } = useSyncExternalStore(runner.subscribe, runner.current);
  return useMemo(
    () => ({ busy, error, dismiss: runner.dismiss, run: runner.run, runInTurn: runner.runInTurn }),
    [runner, busy, error],
  );
}
