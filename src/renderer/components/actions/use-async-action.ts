import { useMemo, useState, useSyncExternalStore } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';

interface ActionState {
  readonly busy: boolean;
  readonly error: PaydeskError | null;
}

interface ActionRunner {
  readonly current: () => ActionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly dismiss: () => void;
  /** Runs the action unless another one is running: a button that is pressed twice acts once. Never rejects. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Runs the action after the running one: files dropped or actions chosen meanwhile are not lost. Never rejects. */
  readonly runQueued: (work: () => Promise<void>) => Promise<void>;
}

export function createAsyncAction(): ActionRunner {
  let state: ActionState = { busy: false, error: null };
  let lastRun: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function setState(nextState: ActionState): void {
    state = nextState;
    for (const listener of listeners) listener();
  }

  async function runAfter(previousRun: Promise<void> | null, work: () => Promise<void>): Promise<void> {
    await previousRun;
    try {
      await work();
    } catch (thrown) {
      setState({ ...state, error: toPaydeskError(thrown) });
    }
  }

  function runQueued(work: () => Promise<void>): Promise<void> {
    // The error of the previous action must stay readable.
    if (lastRun === null) setState({ busy: true, error: null });
    const thisRun = runAfter(lastRun, work).then(() => {
      if (lastRun !== thisRun) return;
      lastRun = null;
      setState({ ...state, busy: false });
    });
    lastRun = thisRun;
    return thisRun;
  }

  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dismiss: () => setState({ ...state, error: null }),
    run: (work) => (lastRun === null ? runQueued(work) : Promise.resolve()),
    runQueued,
  };
}

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
