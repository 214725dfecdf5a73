/** @file Asynchronous actions of one control, one at a time. */
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';

/** The running action and the last error. */
export interface ActionState {
  readonly busy: boolean;
  readonly error: PaydeskError | null;
}

/** Runs the actions of one control. */
export interface ActionRunner {
  readonly current: () => ActionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly dismiss: () => void;
  /** Runs the action unless another one is running: a button that is pressed twice acts once. Never rejects. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Runs the action after the running one: files dropped or actions chosen meanwhile are not lost. Never rejects. */
  readonly runQueued: (work: () => Promise<void>) => Promise<void>;
}

/** Creates a runner that does nothing yet. */
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
