import { useEffect, useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';

/** An answer of main that is asked for again when it may have changed. */
export interface Answer<Value> {
  /** The last answer, also while a newer one is awaited; `null` before the first one. */
  readonly value: Value | null;
  readonly error: PaydeskError | null;
  readonly retry: () => void;
}

interface Kept<Value> {
  readonly source: string;
  readonly value: Value | null;
  readonly error: PaydeskError | null;
}

/**
 * Asks main, again for another `source` and for another `revision`. An answer that comes too late is dropped; the one
 * before stays until the next is there, so that nothing flickers.
 */
export function useAnswer<Value>(source: string, revision: number, ask: () => Promise<Value>): Answer<Value> {
  const [kept, setKept] = useState<Kept<Value>>({ source, value: null, error: null });
  const [tries, setTries] = useState(0);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  const question = JSON.stringify([source, revision, tries]);
  const asked = useRef('');
  useEffect(() => {
    asked.current = question;
    const isWanted = () => asked.current === question;
    latest.current().then(
      (value) => {
        if (isWanted()) setKept({ source, value, error: null });
      },
      (thrown: unknown) => {
        if (!isWanted()) return;
        const error = toPaydeskError(thrown);
        setKept((before) => ({ source, value: before.source === source ? before.value : null, error }));
      },
    );
  }, [question, source]);
  return { value: kept.value, error: kept.error, retry: () => setTries(tries + 1) };
}
