/** @file Periods as they are read: the shorter the better, and never to be mistaken. */
import { formatCalendarDate } from '../../shared/messages/index.ts';

const monthYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

function isLastOfMonth(date: string): boolean {
  return new Date(Date.parse(date) + 86_400_000).getUTCDate() === 1;
}

/** A whole month by its name, days of one month with the month once, and everything else in full. */
export function formatPeriod(since: string, till: string): string {
  const sameMonth = since.slice(0, 7) === till.slice(0, 7);
  if (sameMonth && since.endsWith('-01') && isLastOfMonth(till)) return monthYear.format(new Date(since));
  if (since === till) return formatCalendarDate(since);
  const from = sameMonth ? String(Number(since.slice(8))) : formatCalendarDate(since);
  return `${from} to ${formatCalendarDate(till)}`;
}
