import { useEffect, useState } from 'react';

/** Returns a value after it has not changed for some milliseconds, so that typing causes one request. */
export function useDebouncedValue(value: string, pause: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), pause);
    return () => window.clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
