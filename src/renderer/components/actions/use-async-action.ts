import { useMemo, useState, useSyncExternalStore } from 'react';
import { type ActionRunner, type ActionState, createAsyncAction } from './async-action.ts';

/** The running action of a screen or dialog, and the error of the last one. Only one action runs at a time. */
export type AsyncAction = ActionState & Pick<ActionRunner, 'dismiss' | 'run' | 'runQueued'>;

/** Returns the {@link AsyncAction} of a component; the same object until its state changes. */
export function useAsyncAction(): AsyncAction {
  const [runner] = useState(createAsyncAction);
  const { busy, error } = useSyncExternalStore(runner.subscribe, runner.current);
  return useMemo(
    () => ({ busy, error, dismiss: runner.dismiss, run: runner.run, runQueued: runner.runQueued }),
    [runner, busy, error],
  );
}
