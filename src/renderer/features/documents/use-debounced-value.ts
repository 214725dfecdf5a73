import { useEffect, useState } from 'react';

/** A value that follows another one when that has rested for some milliseconds, so that typing asks only once. */
export function useDebouncedValue(value: string, pause: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), pause);
    return () => window.clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
