/**
 * @file Numbers, lists, sizes, shares, durations, times and dates as a clerk reads them: decimal units, the clerk's own
 * time zone. Everything goes through Intl; the patterns around the numbers are in the catalog `formats`.
 */
import { isCalendarDate } from '../calendar-date.ts';
import { formatters, locale, t } from './intl.ts';

/** Creates a format with its first use: the data of each takes some of the start to load. */
function createOnce<Format>(create: () => Format): () => Format {
  let format: Format | null = null;
  return () => {
    format ??= create();
    return format;
  };
}

const wholeNumbers = createOnce(() => formatters.getNumberFormat(locale, { maximumFractionDigits: 0 }));

/** `12,048` */
export function formatNumber(value: number | bigint): string {
  return wholeNumbers().format(value);
}

const compactNumbers = createOnce(() =>
  formatters.getNumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);

/** `950`, `1.2k`: a count in the space of about four letters. */
export function formatCompactNumber(value: number): string {
  return compactNumbers().format(value).toLowerCase();
}

/** `a, b and c` */
export function formatList(items: readonly string[]): string {
  return formatters.getListFormat(locale, { type: 'conjunction' }).format(items);
}

/** `a, b, c`: facts of one line, or names without *and*. Empty items are left out. */
export function formatPlainList(items: readonly string[]): string {
  return formatters
    .getListFormat(locale, { type: 'unit', style: 'short' })
    .format(items.filter((item) => item !== ''));
}

const sizeUnits = [
  { name: 'KB', bytes: 1e3, decimals: 0 },
  { name: 'MB', bytes: 1e6, decimals: 1 },
  { name: 'GB', bytes: 1e9, decimals: 2 },
  { name: 'TB', bytes: 1e12, decimals: 2 },
] as const;

type SizeUnit = (typeof sizeUnits)[number];

const fixedDecimals = [0, 1, 2].map((decimals) =>
  createOnce(() =>
    formatters.getNumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
  ),
);

function toFixed(value: number, decimals: number): string {
  return fixedDecimals[decimals]?.().format(value) ?? String(value);
}

/** The unit in which a size stays below 1,000 after rounding; `null` for plain bytes. */
function unitOf(bytes: number): SizeUnit | null {
  let chosen: SizeUnit | null = null;
  for (const unit of sizeUnits) {
    const below = chosen;
    const roundedBelow =
      below === null
        ? bytes
        : Math.round((bytes / below.bytes) * 10 ** below.decimals) / 10 ** below.decimals;
    if (roundedBelow < 1000) break;
    chosen = unit;
  }
  return chosen;
}

/** `742 bytes`, `912 KB`, `2.4 MB`, `1.86 GB`: decimal units, no decimals below a megabyte. */
export function formatBytes(bytes: number): string {
  const unit = unitOf(bytes);
  if (unit === null) return t('formats.size.bytes', { count: bytes });
  return t(`formats.size.${unit.name}`, { value: toFixed(bytes / unit.bytes, unit.decimals) });
}

/** `1.17 of 1.86 GB`: both in the unit of the whole. */
export function formatBytesOf(part: number, whole: number): string {
  const unit = unitOf(whole);
  const written =
    unit === null ? formatNumber(part) : toFixed(Math.min(part, whole) / unit.bytes, unit.decimals);
  return t('formats.sizeOf', { part: written, total: formatBytes(whole) });
}

/** `3.4 MB/s` */
export function formatRate(bytesPerSecond: number): string {
  return t('formats.rate', { size: formatBytes(Math.max(0, Math.round(bytesPerSecond))) });
}

/** Returns a share in whole percent: 100 only for the whole, 0 only for nothing. */
export function percentOf(part: number, whole: number): number {
  if (whole <= 0) return 0;
  const percent = (part / whole) * 100;
  if (percent <= 0) return 0;
  if (percent >= 100) return 100;
  return Math.max(1, Math.floor(percent));
}

/** `63 %` */
export function formatPercent(part: number, whole: number): string {
  return t('formats.percent', { percent: percentOf(part, whole) });
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const remainingMinutes = minutes % 60;
  if (hours === 0) return t('formats.duration.minutes', { minutes: remainingMinutes });
  if (remainingMinutes === 0) return t('formats.duration.hours', { hours });
  return t('formats.duration.hoursAndMinutes', { hours, minutes: remainingMinutes });
}

/** `38 min`, `23 h 51 min`, `3 days`: a span in milliseconds, rounded up to the minute; never seconds. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 2 * day) return t('formats.duration.days', { days: Math.floor(milliseconds / day) });
  return formatMinutes(Math.max(1, Math.ceil(milliseconds / minute)));
}

function formatTimeLeftAs(
  key: 'formats.timeLeft.about' | 'formats.timeLeft.short',
  milliseconds: number,
): string {
  if (milliseconds < minute) return t('formats.timeLeft.lessThanMinute');
  const minutes = Math.ceil(milliseconds / minute);
  const step = minutes <= 10 ? 1 : minutes <= 60 ? 5 : 30;
  const rounded = Math.ceil(minutes / step) * step;
  const duration = rounded >= 2 * 24 * 60 ? formatDuration(milliseconds) : formatMinutes(rounded);
  return t(key, { duration });
}

/** `about 3 min left`: rounded to coarser steps for longer times, so that the text changes rarely. */
export const formatTimeLeft = (milliseconds: number) =>
  formatTimeLeftAs('formats.timeLeft.about', milliseconds);

/** `3 min left`, rounded like {@link formatTimeLeft}, for places that are short of space. */
export const formatShortTimeLeft = (milliseconds: number) =>
  formatTimeLeftAs('formats.timeLeft.short', milliseconds);

const dayParts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const clockParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

interface ZoneFormats {
  readonly clock: Intl.DateTimeFormat;
  readonly seconds: Intl.DateTimeFormat;
  readonly day: Intl.DateTimeFormat;
  readonly numbers: Intl.DateTimeFormat;
  readonly offset: Intl.DateTimeFormat;
}

const formatsOfZone = new Map<string | undefined, ZoneFormats>();

/** Returns the formats for a time zone; `undefined` is the clerk's time zone. */
function zoneFormats(timeZone: string | undefined): ZoneFormats {
  const cachedFormats = formatsOfZone.get(timeZone);
  if (cachedFormats !== undefined) return cachedFormats;
  const create = (parts: Intl.DateTimeFormatOptions) =>
    // `en-001` abbreviates September to four letters, all other months to three; `en-US` always uses three letters.
    formatters.getDateTimeFormat('en-US', { ...parts, ...(timeZone === undefined ? {} : { timeZone }) });
  const formats = {
    clock: create(clockParts),
    seconds: create({ ...clockParts, second: '2-digit' }),
    day: create(dayParts),
    numbers: create({ day: '2-digit', month: '2-digit', year: 'numeric' }),
    offset: create({ timeZoneName: 'longOffset' }),
  };
  formatsOfZone.set(timeZone, formats);
  return formats;
}

function partsOf(format: Intl.DateTimeFormat, date: Date): Map<string, string> {
  return new Map(format.formatToParts(date).map((part) => [part.type, part.value]));
}

function dayMonthYear(format: Intl.DateTimeFormat, date: Date): string {
  const parts = partsOf(format, date);
  return t('formats.date', {
    day: parts.get('day') ?? '',
    month: parts.get('month') ?? '',
    year: parts.get('year') ?? '',
  });
}

/** Forms in which a time can be written. */
export type TimeForm = 'clock' | 'seconds' | 'day' | 'moment' | 'sentence';

/** Returns the number of a calendar day; consecutive days have consecutive numbers. */
function dayNumber(format: Intl.DateTimeFormat, date: Date): number {
  const parts = partsOf(format, date);
  const [year, month, dayOfMonth] = ['year', 'month', 'day'].map((type) => Number(parts.get(type)));
  return Date.UTC(year ?? 0, (month ?? 1) - 1, dayOfMonth ?? 1) / day;
}

/** `yesterday`, `today`, `tomorrow`; `in 3 days`, `5 days ago`. */
function formatRelativeDay(days: number): string {
  return formatters.getRelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}

/**
 * Formats a time (ISO 8601 UTC) in local time, or in `timeZone`.
 *
 * - `clock`: `09:31`; `seconds`: `09:33:41`; `day`: `12 Nov 2026`
 * - `moment`: `today, 09:12`, `yesterday, 17:20`, `14 Mar 2026, 16:02`
 * - `sentence`: `today at 09:12`, `yesterday at 16:42`, `on 14 Mar 2026 at 16:02`
 *
 * Returns a text that is no date unchanged.
 */
export function formatTime(iso: string, form: TimeForm, now: Date, timeZone?: string): string {
  const date = new Date(iso);
  // 30 February would be shown as 1 March.
  if (Number.isNaN(date.getTime()) || (/^\d{4}-\d\d-\d\d/.test(iso) && !isCalendarDate(iso.slice(0, 10))))
    return iso;
  const formats = zoneFormats(timeZone);
  if (form === 'clock' || form === 'seconds') return formats[form].format(date);
  if (form === 'day') return dayMonthYear(formats.day, date);
  const days = dayNumber(formats.numbers, date) - dayNumber(formats.numbers, now);
  const isNear = Math.abs(days) <= 1;
  const written = isNear ? formatRelativeDay(days) : dayMonthYear(formats.day, date);
  const time = formats.clock.format(date);
  if (form === 'moment') return t('formats.moment', { date: written, time });
  return t(isNear ? 'formats.sentence.near' : 'formats.sentence.date', { date: written, time });
}

/** `2026-11-21 08:33:41 UTC`: the exact time, for a tooltip. Returns a text that is no date unchanged. */
export function formatUtc(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `+01:00`: the difference from UTC at that moment. */
function formatOffset(format: Intl.DateTimeFormat, date: Date): string {
  return (partsOf(format, date).get('timeZoneName') ?? '').replace('GMT', '');
}

/**
 * `14 Mar 2026, 16:02 (UTC+01:00)`: local time, or that of `timeZone`, for a document that is read on other days and in
 * other places. Returns a text that is no date unchanged.
 */
export function formatTimeWithOffset(iso: string, timeZone?: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const formats = zoneFormats(timeZone);
  return t('formats.momentWithOffset', {
    date: dayMonthYear(formats.day, date),
    time: formats.clock.format(date),
    offset: formatOffset(formats.offset, date),
  });
}

/**
 * `2026-03-14 16:02:11 +01:00`: local time, or that of `timeZone`, for a cell of a spreadsheet. Returns a text that is no
 * date unchanged.
 */
export function formatTimestamp(iso: string, timeZone?: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const formats = zoneFormats(timeZone);
  const parts = partsOf(formats.numbers, date);
  const [year, month, dayOfMonth] = ['year', 'month', 'day'].map((type) => parts.get(type));
  return `${year}-${month}-${dayOfMonth} ${formats.seconds.format(date)} ${formatOffset(formats.offset, date)}`;
}

const monthYear = createOnce(() =>
  formatters.getDateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);
const monthName = createOnce(() =>
  formatters.getDateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }),
);

/** `Oct 2026`, of a month (`2026-10`) or of a calendar date in it. */
export function formatMonth(month: string): string {
  return monthYear().format(new Date(month));
}

/** `Oct`, of a month (`2026-10`). */
export function formatMonthName(month: string): string {
  return monthName().format(new Date(month));
}

/** A calendar date (`2026-10-14`), which has no time zone: `14 Oct 2026`. */
export function formatCalendarDate(date: string): string {
  const midnight = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(midnight.getTime()) ? date : dayMonthYear(zoneFormats('UTC').day, midnight);
}
