/** @file Formats periods as short as possible without becoming ambiguous. */

import { formatCalendarDate, formatMonth, t } from './index.ts';

const dayMs = 86_400_000;

function isLastDayOfMonth(date: string): boolean {
  return new Date(Date.parse(date) + dayMs).getUTCDate() === 1;
}

/** Formats a whole month as the month's name, a part of a month with the month once, and other periods in full. */
export function formatPeriod(since: string, till: string): string {
  const isSameMonth = since.slice(0, 7) === till.slice(0, 7);
  if (isSameMonth && since.endsWith('-01') && isLastDayOfMonth(till)) return formatMonth(since);
  if (since === till) return formatCalendarDate(since);
  const startText = isSameMonth ? String(Number(since.slice(8))) : formatCalendarDate(since);
  return t('formats.period', { since: startText, until: formatCalendarDate(till) });
}
