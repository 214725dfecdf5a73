import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';

/** One act of a dialog: whether it runs, and why it failed the last time. */
export interface Act {
  readonly acting: boolean;
  readonly error: PaydeskError | null;
  /** Runs it, unless it runs already. Never rejects. */
  run(work: () => Promise<void>): void;
}

/** See {@link Act}. */
export function useAct(): Act {
  const [acting, setActing] = useState(false);
  const [error, setError] = useState<PaydeskError | null>(null);
  const perform = async (work: () => Promise<void>) => {
    setActing(true);
    setError(null);
    try {
      await work();
    } catch (thrown) {
      setError(toPaydeskError(thrown));
    } finally {
      setActing(false);
    }
  };
  return {
    acting,
    error,
    run(work) {
      if (!acting) void perform(work);
    },
  };
}
