/** @file Failures of what was started from the frame itself, shown above the screen until they are put away. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';

const store = createStore<{ readonly error: PaydeskError | null }>(() => ({ error: null }));

/** The last failure, and ways to have and to lose one. */
export interface Failures {
  readonly error: PaydeskError | null;
  /** Waits for something and shows what went wrong. */
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

/** See {@link Failures}. For a screen's own actions a notice in the screen is better. */
export function useFailures(): Failures {
  const { error } = useStore(store);
  return { error, attempt, dismiss };
}
