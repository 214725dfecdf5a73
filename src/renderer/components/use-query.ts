import { useEffect, useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';

/** What main answers to one question, asked again when it may have changed. */
export interface QueryResult<Value> {
  /** The newest answer, also while a newer one is awaited; `null` before the first one. */
  readonly value: Value | null;
  readonly error: PaydeskError | null;
  readonly retry: () => void;
}

/** What is asked. */
export interface Query<Value> {
  /** Names everything the answer is about besides the revision. Another name is another question. */
  readonly source: string;
  /** Grows when the answer may have changed. */
  readonly revision: number;
  readonly load: () => Promise<Value>;
  /**
   * The answer to the question before stays until this one's is there: for a panel that follows a cursor and must not
   * flicker. Whatever is done with what is shown must then name it by the answer.
   */
  readonly keepsPrevious?: boolean;
}

interface Settled<Value> {
  readonly source: string;
  readonly value: Value | null;
  readonly error: PaydeskError | null;
}

/**
 * Asks main and asks again with every revision, one call at a time: while one is under way, later questions wait for
 * its end and only the last of them is asked. An answer that comes too late is dropped.
 */
export function useQuery<Value>(question: Query<Value>): QueryResult<Value> {
  const { source, revision, keepsPrevious = false } = question;
  const [settled, setSettled] = useState<Settled<Value>>({ source, value: null, error: null });
  const [tries, setTries] = useState(0);
  const latest = useRef(question);
  const work = useRef({ running: false, again: false, gone: false });
  useEffect(() => {
    latest.current = question;
  });
  useEffect(() => {
    const now = work.current;
    now.gone = false;
    return () => {
      now.gone = true;
    };
  }, []);
  const queryKey = JSON.stringify([source, revision, tries]);
  const lastKey = useRef('');
  useEffect(() => {
    lastKey.current = queryKey;
    const now = work.current;
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
  const retry = () => setTries(tries + 1);
  if (settled.source === source) return { value: settled.value, error: settled.error, retry };
  return { value: keepsPrevious ? settled.value : null, error: null, retry };
}
