/** @file The dates by which the activity is filtered. They are days of the clerk's time zone. */
import type { ActivityFilter } from '../../../shared/contract/activity.ts';
import { t } from '../../../shared/messages/index.ts';
import { calendarDateSchema } from '../../../shared/model/statements/period.ts';

/** The presets of the filter, in the order of its menu. */
export const datePresets = ['any', 'today', 'week', 'month', 'custom'] as const;

export interface DateFilter {
  readonly preset: (typeof datePresets)[number];
  /** First and last day of a custom range as typed; empty for an open end. */
  readonly since: string;
  readonly till: string;
}

export const anyDate: DateFilter = { preset: 'any', since: '', till: '' };

/** Returns the beginning of a day; `days` counts from `date`. */
function startOfDay(date: Date, days = 0): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

/** Returns the local midnight that begins a typed day, or `null` for an open end and for an invalid date. */
function parseDay(text: string, days: number): string | null {
  const day = calendarDateSchema.safeParse(text.trim());
  if (!day.success) return null;
  const [year = 0, month = 1, date = 1] = day.data.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
}

/** Returns the instants between which entries match. */
export function toInstants(
  { preset, since, till }: DateFilter,
  now: Date,
): Pick<ActivityFilter, 'since' | 'before'> {
  switch (preset) {
    case 'any':
      return { since: null, before: null };
    case 'today':
      return { since: startOfDay(now).toISOString(), before: null };
    case 'week':
      return { since: startOfDay(now, -6).toISOString(), before: null };
    case 'month':
      return { since: new Date(now.getFullYear(), now.getMonth(), 1).toISOString(), before: null };
    case 'custom':
      return { since: parseDay(since, 0), before: parseDay(till, 1) };
  }
}

/** Returns the error of a typed day, or `null`. */
export function dayProblem(text: string): string | null {
  return text.trim() === '' || calendarDateSchema.safeParse(text.trim()).success
    ? null
    : t('activity.dates.invalid');
}
