/** @file The end of a retention period, in calendar years. Days are YYYY-MM-DD. */

/** Returns the day some calendar years later. A period from 29 February ends on 28 February of a common year. */
function addYears(day: string, years: number): string {
  const later = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
  const isMissingLeapDay = later.endsWith('-02-29') && new Date(`${later}T00:00:00Z`).getUTCDate() !== 29;
  return isMissingLeapDay ? later.replace('-02-29', '-02-28') : later;
}

/** Returns the first day that is more than some calendar years after a day. */
export function findDueDate(day: string, years: number): string {
  const end = new Date(`${addYears(day, years)}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end.toISOString().slice(0, 10);
}
