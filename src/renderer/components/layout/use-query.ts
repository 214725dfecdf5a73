import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { PaydeskError } from '../../../shared/errors.ts';
import { type CallSlots, createCallSlots, createQuery, type Query } from './query.ts';

/** The result of a query to main. The query runs again when the result may have changed. */
export interface QueryResult<Value> {
  /** The latest result, also while the query runs again; `null` before the first result. */
  readonly value: Value | null;
  readonly error: PaydeskError | null;
  /** Runs the query again, also without an error. */
  readonly retry: () => void;
}

interface QueryOptions<Value> {
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

/**
 * Holds the query of the latest key. `shown` is the last query that has responded, the current one at first. Queries of
 * previous keys start no more calls, and their results are discarded unless they are shown.
 */
export function useKeyedQuery<Load, Current extends Query<unknown, Load>>(options: {
  readonly queryKey: string;
  readonly revision: number;
  readonly load: Load;
  readonly maxCalls: number;
  readonly create: (slots: CallSlots) => Current;
}) {
  const { queryKey, revision, load, create } = options;
  const [slots] = useState(() => createCallSlots(options.maxCalls));
  const createKeyed = () => ({ queryKey, query: create(slots) });
  const [current, setCurrent] = useState(createKeyed);
  const [previous, setPrevious] = useState<typeof current | null>(null);
  const { query } = current;
  const hasResponded = query.hasResponded();
  if (current.queryKey !== queryKey) {
    if (hasResponded) setPrevious(current);
    setCurrent(createKeyed());
  }
  useSyncExternalStore(query.subscribe, query.version);
  useLayoutEffect(() => query.setLoad(load));
  useLayoutEffect(() => query.start(revision), [query, revision]);
  return { current, shown: previous !== null && !hasResponded ? previous : current };
}

/**
 * Runs a query, and runs it again with every revision. One call runs at a time; requests during a call are combined
 * into one further call. The result of an outdated query key is discarded.
 */
export function useQuery<Value>(options: QueryOptions<Value>): QueryResult<Value> {
  const { queryKey, revision = 0, keepsPrevious = false } = options;
  const load = (_part: number) => options.load();
  const create = (slots: CallSlots) => createQuery({ load, wantedParts: () => [0], slots, revision });
  const { current, shown } = useKeyedQuery({ queryKey, revision, load, maxCalls: 1, create });
  const { query } = keepsPrevious ? shown : current;
  return {
    value: query.newest(),
    error: query === current.query ? query.error() : null,
    retry: current.query.retry,
  };
}
