import { useMemo, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';

/** What the clerk started on a screen or in a dialog: one thing at a time, and what went wrong with the last one. */
export interface Work {
  readonly busy: boolean;
  readonly error: PaydeskError | null;
  readonly dismiss: () => void;
  /** Does it, unless something else is under way. Never rejects. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

/** See {@link Work}. The same object until something of it changes. */
export function useWork(): Work {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<PaydeskError | null>(null);
  return useMemo(
    () => ({
      busy,
      error,
      dismiss: () => setError(null),
      async run(work) {
        if (busy) return;
        setBusy(true);
        setError(null);
        try {
          await work();
        } catch (thrown) {
          setError(toPaydeskError(thrown));
        } finally {
          setBusy(false);
        }
      },
    }),
    [busy, error],
  );
}
