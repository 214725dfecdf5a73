import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for `pauseMs` milliseconds, so that typing causes a single request. */
export function useDebouncedValue(value: string, pauseMs: number): string {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setDebouncedValue(value), pauseMs);
    return () => window.clearTimeout(timer);
  }, [value, pauseMs]);
  return debouncedValue;
}
