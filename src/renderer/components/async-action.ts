/** @file Work that a clerk started at one place of the window, one thing at a time. */
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';

/** What is under way, and what went wrong last. */
export interface WorkState {
  readonly busy: boolean;
  readonly error: PaydeskError | null;
}

/** Runs what the clerk starts. */
export interface WorkRunner {
  readonly current: () => WorkState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly dismiss: () => void;
  /** Does it, unless something else is under way: a button that is pressed twice acts once. Never rejects. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Does it after what is under way: files that are dropped or acts that are chosen meanwhile are not lost. Never rejects. */
  readonly runInTurn: (work: () => Promise<void>) => Promise<void>;
}

/** Creates a runner that does nothing yet. */
export function createAsyncAction(): WorkRunner {
  let state: WorkState = { busy: false, error: null };
  let last: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function set(next: WorkState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function doAfter(before: Promise<void> | null, work: () => Promise<void>): Promise<void> {
    await before;
    try {
      await work();
    } catch (thrown) {
      set({ ...state, error: toPaydeskError(thrown) });
    }
  }

  function runInTurn(work: () => Promise<void>): Promise<void> {
    // An error of what is done before this one is still to be read.
    if (last === null) set({ busy: true, error: null });
    const mine = doAfter(last, work).then(() => {
      if (last !== mine) return;
      last = null;
      set({ ...state, busy: false });
    });
    last = mine;
    return mine;
  }

  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dismiss: () => set({ ...state, error: null }),
    run: (work) => (last === null ? runInTurn(work) : Promise.resolve()),
    runInTurn,
  };
}
