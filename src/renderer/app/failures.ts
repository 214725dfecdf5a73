/** @file Errors of actions that were started from the frame itself, shown as a banner until they are dismissed. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';

const store = createStore<{ readonly error: PaydeskError | null }>(() => ({ error: null }));

/** The last error, and functions to report and dismiss one. */
interface Failures {
  readonly error: PaydeskError | null;
  /** Awaits the work and shows its error. */
  readonly attempt: (work: Promise<unknown>) => void;
  readonly dismiss: () => void;
}

function attempt(work: Promise<unknown>): void {
  store.setState({ error: null });
  work.catch((thrown: unknown) => store.setState({ error: toPaydeskError(thrown) }));
}

function dismiss(): void {
  store.setState({ error: null });
}

/** Returns the failures. For a screen's own actions a notice in the screen is better. */
export function useFailures(): Failures {
  const { error } = useStore(store);
  return { error, attempt, dismiss };
}
