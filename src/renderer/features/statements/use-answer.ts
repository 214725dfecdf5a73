import { useEffect, useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';

/** An answer of main that is asked for again when it may have changed; the last one stays until the next is there. */
export interface Answer<Value> {
  readonly value: Value | null;
  readonly error: PaydeskError | null;
  readonly retry: () => void;
}

/** Asks main for every other `question`. An answer that comes too late is dropped. */
export function useAnswer<Value>(question: string, ask: () => Promise<Value>): Answer<Value> {
  const [kept, setKept] = useState<{ value: Value | null; error: PaydeskError | null }>({
    value: null,
    error: null,
  });
  const [tries, setTries] = useState(0);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  const key = `${question} ${tries}`;
  const asked = useRef(key);
  useEffect(() => {
    asked.current = key;
    latest.current().then(
      (value) => {
        if (asked.current === key) setKept({ value, error: null });
      },
      (thrown: unknown) => {
        if (asked.current === key) setKept(({ value }) => ({ value, error: toPaydeskError(thrown) }));
      },
    );
  }, [key]);
  return { ...kept, retry: () => setTries(tries + 1) };
}
