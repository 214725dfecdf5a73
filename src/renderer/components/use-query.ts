import { useEffect, useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';

/** The result of a query to main. The query runs again when the result may have changed. */
export interface QueryResult<Value> {
  /** The latest result, also while the query runs again; `null` before the first result. */
  readonly value: Value | null;
  readonly error: PaydeskError | null;
  readonly retry: () => void;
}

/** A query to main. */
interface Query<Value> {
  /** Identifies everything that the result depends on, except the revision. A new key starts a new query. */
  readonly queryKey: string;
  /** Increases when the result may have changed: the revision of a topic. Absent for a result that stays. */
  readonly revision?: number;
  readonly load: () => Promise<Value>;
  /**
   * Keeps the result of the previous query key until the new result has arrived: for a panel that follows a cursor and
   * must not flicker. Actions on the shown result must then use the IDs in the result.
   */
  readonly keepsPrevious?: boolean;
}

interface QueryOutcome<Value> {
  readonly queryKey: string;
  readonly value: Value | null;
  readonly error: PaydeskError | null;
}

/**
 * Runs a query, and runs it again with every revision. One call runs at a time; requests during a call are combined
 * into one further call. The result of an outdated query key is discarded.
 */
export function useQuery<Value>(query: Query<Value>): QueryResult<Value> {
  const { queryKey, revision = 0, keepsPrevious = false } = query;
  const [outcome, setOutcome] = useState<QueryOutcome<Value>>({ queryKey, value: null, error: null });
  const [retryCount, setRetryCount] = useState(0);
  const latestQuery = useRef(query);
  const runner = useRef({ isRunning: false, isRerunNeeded: false, isUnmounted: false });
  useEffect(() => {
    latestQuery.current = query;
  });
  useEffect(() => {
    const state = runner.current;
    state.isUnmounted = false;
    return () => {
      state.isUnmounted = true;
    };
  }, []);
  const runKey = JSON.stringify([queryKey, revision, retryCount]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key causes the run, which reads the latest query
  useEffect(() => {
    const state = runner.current;
    const runQuery = async () => {
      const { queryKey: loadedQueryKey, load } = latestQuery.current;
      const loaded = await load().then(
        (value) => ({ value, error: null }),
        (thrown: unknown) => ({ value: null, error: toPaydeskError(thrown) }),
      );
      if (state.isUnmounted || loadedQueryKey !== latestQuery.current.queryKey) return;
      setOutcome((previous) => {
        const previousValue = previous.queryKey === loadedQueryKey ? previous.value : null;
        return { queryKey: loadedQueryKey, value: loaded.value ?? previousValue, error: loaded.error };
      });
    };
    const run = async () => {
      state.isRunning = true;
      do {
        state.isRerunNeeded = false;
        await runQuery();
      } while (state.isRerunNeeded && !state.isUnmounted);
      state.isRunning = false;
    };
    if (state.isRunning) state.isRerunNeeded = true;
    else void run();
  }, [runKey]);
  const retry = () => setRetryCount(retryCount + 1);
  if (outcome.queryKey === queryKey) return { value: outcome.value, error: outcome.error, retry };
  return { value: keepsPrevious ? outcome.value : null, error: null, retry };
}
