import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatBytesOf,
  formatCalendarDate,
  formatDuration,
  formatPercent,
  formatRate,
  formatShortTimeLeft,
  formatTime,
  formatTimeLeft,
  formatTimestamp,
  formatTimeWithOffset,
  formatUtc,
  percentOf,
} from '../../../src/shared/messages/formats.ts';
import { rowsOf } from '../rows-of.ts';

/** Replaces non-breaking spaces by spaces. */
const withPlainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('sizes', () => {
  test.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [999_499, '999 KB'],
    [999_500, '1.0 MB'],
    [999_950_000, '1.00 GB'],
    [1_860_000_000, '1.86 GB'],
    [3_000_000_000_000, '3.00 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(withPlainSpaces(formatBytes(bytes))).toBe(text);
  });

  test('of a part and its whole are in the unit of the whole, and limited to the whole', () => {
    const sizes = [
      [1.17e9, 1.86e9],
      [40_000, 3.1e6],
      [10, 742],
      [3.2e6, 3.1e6],
    ] as const;
    expect(sizes.map(([part, whole]) => withPlainSpaces(formatBytesOf(part, whole)))).toEqual([
      '1.17 of 1.86 GB',
      '0.0 of 3.1 MB',
      '10 of 742 bytes',
      '3.1 of 3.1 MB',
    ]);
  });

  test('have a non-breaking space between number and unit', () => {
    expect(formatBytes(2_400_000)).not.toContain(' ');
    expect(formatRate(3_400_000)).toBe('3.4\u00a0MB/s');
  });
});

test('percent have a narrow non-breaking space, and are 100 or 0 only when nothing is missing or done', () => {
  expect(formatPercent(63, 100)).toBe('63\u202f%');
  const parts = [9_999, 10_000, 1, 0].map((part) => percentOf(part, 10_000));
  expect([...parts, percentOf(0, 0)]).toEqual([99, 100, 1, 0, 0]);
});

describe('durations', () => {
  const minute = 60_000;
  test.each([
    [1, '1 min'],
    [38 * minute, '38 min'],
    [(23 * 60 + 51) * minute, '23 h 51 min'],
    [72 * 60 * minute, '3 days'],
  ])('of %d milliseconds are %s', (milliseconds, text) => {
    expect(withPlainSpaces(formatDuration(milliseconds))).toBe(text);
  });

  test.each([
    [20_000, 'less than a minute left'],
    [2.5 * minute, 'about 3 min left'],
    [12 * minute, 'about 15 min left'],
    [100 * 60 * minute, 'about 4 days left'],
  ])('of %d milliseconds that are left are %s', (milliseconds, text) => {
    expect(withPlainSpaces(formatTimeLeft(milliseconds))).toBe(text);
    expect(withPlainSpaces(formatShortTimeLeft(milliseconds))).toBe(text.replace('about ', ''));
  });
});

describe('times', () => {
  const zone = 'Europe/Berlin';
  const now = new Date('2026-11-21T08:40:00Z');

  test.each([
    ['2026-11-21T08:33:41Z', 'clock', '09:33'],
    ['2026-11-12T08:33:41Z', 'day', '12 Nov 2026'],
    ['2026-11-21T08:12:00Z', 'sentence', 'today at 09:12'],
    ['2026-11-20T15:42:00Z', 'sentence', 'yesterday at 16:42'],
    ['2026-03-14T15:02:00Z', 'sentence', 'on 14 Mar 2026 at 16:02'],
    ['2026-11-20T16:20:00Z', 'moment', 'yesterday, 17:20'],
    // In the time zone of the clerk, not in UTC.
    ['2026-11-20T23:30:00Z', 'moment', 'today, 00:30'],
    // Never 24:00.
    ['2026-11-20T23:00:00Z', 'clock', '00:00'],
    ['soon', 'moment', 'soon'],
    ['2026-02-30', 'day', '2026-02-30'],
  ] as const)('%s as %s is %s', (iso, form, text) => {
    expect(formatTime(iso, form, now, zone)).toBe(text);
  });

  test('yesterday is one calendar day, also after a daylight saving change', () => {
    const afterChange = new Date('2026-10-25T22:00:00Z');
    expect(formatTime('2026-10-24T10:00:00Z', 'sentence', afterChange, zone)).toBe('yesterday at 12:00');
  });

  test('are shown in exact UTC in the tooltip', () => {
    expect(formatUtc('2026-11-21T08:33:41.512Z')).toBe('2026-11-21 08:33:41 UTC');
    expect(formatUtc('soon')).toBe('soon');
  });

  test.each(
    rowsOf(`
Europe/Berlin => 2026-07-01T22:15:00Z => 2 Jul 2026, 00:15 (UTC+02:00) => 2026-07-02 00:15:00 +02:00
Europe/Berlin => 2026-01-09T08:05:07Z => 9 Jan 2026, 09:05 (UTC+01:00) => 2026-01-09 09:05:07 +01:00
America/St_Johns => 2026-01-01T00:00:00Z => 31 Dec 2025, 20:30 (UTC-03:30) => 2025-12-31 20:30:00 -03:30
UTC => 2026-01-09T08:05:07Z => 9 Jan 2026, 08:05 (UTC+00:00) => 2026-01-09 08:05:07 +00:00
UTC => soon => soon => soon
`),
  )('in %s, %s has its offset in a document', (timeZone, iso, text, cell) => {
    expect(formatTimeWithOffset(iso, timeZone)).toBe(text);
    expect(formatTimestamp(iso, timeZone)).toBe(cell);
  });

  test('a calendar date has no zone', () => {
    const dates = ['2026-01-01', '2026-10-14'].map(formatCalendarDate);
    expect(dates).toEqual(['1 Jan 2026', '14 Oct 2026']);
  });
});
