import { useEffect, useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';

/** The result of a query to main, repeated when it may have changed. */
export interface QueryResult<Value> {
  /** The latest result, also while a newer one is loading; `null` before the first. */
  readonly value: Value | null;
  readonly error: PaydeskError | null;
  readonly retry: () => void;
}

/** A query to main. */
export interface Query<Value> {
  /** Identifies everything that the result depends on besides the revision. A new source is a new query. */
  readonly source: string;
  /** Increases when the result may have changed. */
  readonly revision: number;
  readonly load: () => Promise<Value>;
  /**
   * Keeps the result of the previous source until the new one has arrived: for a panel that follows a cursor and must
   * not flicker. Actions on the shown result must then take their IDs from it.
   */
  readonly keepsPrevious?: boolean;
}

interface Settled<Value> {
  readonly source: string;
  readonly value: Value | null;
  readonly error: PaydeskError | null;
}

/**
 * Runs a query, again with every revision, one call at a time: of the requests during a call, only the last is kept.
 * An outdated result is dropped.
 */
export function useQuery<Value>(query: Query<Value>): QueryResult<Value> {
  const { source, revision, keepsPrevious = false } = query;
  const [settled, setSettled] = useState<Settled<Value>>({ source, value: null, error: null });
  const [retries, setRetries] = useState(0);
  const latest = useRef(query);
  const loop = useRef({ running: false, again: false, gone: false });
  useEffect(() => {
    latest.current = query;
  });
  useEffect(() => {
    const now = loop.current;
    now.gone = false;
    return () => {
      now.gone = true;
    };
  }, []);
  const queryKey = JSON.stringify([source, revision, retries]);
  const lastKey = useRef('');
  useEffect(() => {
    lastKey.current = queryKey;
    const now = loop.current;
    const runQuery = async () => {
      const { source: from, load } = latest.current;
      const answer = await load().then(
        (value) => ({ value, error: null }),
        (thrown: unknown) => ({ value: null, error: toPaydeskError(thrown) }),
      );
      if (now.gone || from !== latest.current.source) return;
      setSettled((before) => {
        const previous = before.source === from ? before.value : null;
        return { source: from, value: answer.value ?? previous, error: answer.error };
      });
    };
    const run = async () => {
      now.running = true;
      do {
        now.again = false;
        await runQuery();
      } while (now.again && !now.gone);
      now.running = false;
    };
    if (now.running) now.again = true;
    else void run();
  }, [queryKey]);
  const retry = () => setRetries(retries + 1);
  if (settled.source === source) return { value: settled.value, error: settled.error, retry };
  return { value: keepsPrevious ? settled.value : null, error: null, retry };
}
