/** @file Errors of actions that were started from the frame itself, shown as a banner until they are dismissed. */
import { create } from 'zustand';
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';

const useStore = create<{ readonly error: PaydeskError | null }>(() => ({ error: null }));

interface Failures {
  readonly error: PaydeskError | null;
  /** Awaits the work and shows its error. */
  readonly attempt: (work: Promise<unknown>) => void;
  readonly dismiss: () => void;
}

function attempt(work: Promise<unknown>): void {
  useStore.setState({ error: null });
  work.catch((thrown: unknown) => {
    const error = toPaydeskError(thrown);
    // What the clerk cancelled is no failure.
    if (error.code !== 'cancelled') useStore.setState({ error });
  });
}

function dismiss(): void {
  useStore.setState({ error: null });
}

/** Returns the failures. For a screen's own actions a notice in the screen is better. */
export function useFailures(): Failures {
  const { error } = useStore();
  return { error, attempt, dismiss };
}
