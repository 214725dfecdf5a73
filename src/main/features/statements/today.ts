/** @file Calendar dates in the time zone of the machine. */
import type { Clock } from '../../platform.ts';

/** Returns the calendar date of an instant in the machine's time zone, as YYYY-MM-DD. */
function dayOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`;
}

/** Today's calendar date in the machine's time zone. */
export function todayOf(clock: Pick<Clock, 'now'>): string {
  return dayOf(clock.now());
}
