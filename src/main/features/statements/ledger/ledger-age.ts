/** @file Ages of rows in days. */

const millisecondsPerDay = 86_400_000;

/** Returns the number of days from a calendar date to a later one; negative if it is earlier. */
export function daysBetween(date: string, later: string): number {
  return Math.round(
    (Date.parse(`${later}T00:00:00Z`) - Date.parse(`${date}T00:00:00Z`)) / millisecondsPerDay,
  );
}

/** Returns the number of days from a calendar date to now, in the clerk's time zone. */
export function ageInDays(date: string, now: number): number {
  const today = new Date(now);
  const day = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  return Math.round((day - Date.parse(`${date}T00:00:00Z`)) / millisecondsPerDay);
}
