/** @file Values of cells as texts: numbers as spreadsheets show them, and dates in ISO 8601. */

/** What a number format shows. `elapsed` counts hours beyond a day. */
export type NumberFormat = 'number' | 'date' | 'time' | 'date-time' | 'elapsed';

const millisecondsPerDay = 86_400_000;
const secondsPerDay = 86_400;
const secondsPerHour = 3_600;
/** The day after the last one of both date systems, the year 9999. */
const serialLimit = 2_958_466;

/** Formats that have no code in the workbook. */
const builtInFormats = new Map<number, NumberFormat>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date'] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, 'time'] as const),
  [22, 'date-time'],
  [46, 'elapsed'],
]);

export function builtInFormat(id: number): NumberFormat {
  return builtInFormats.get(id) ?? 'number';
}

/** Quoted texts, escaped characters, padding, and brackets with colours, conditions and languages. */
const literals = /"[^"]*(?:"|$)|[\\_*].?|\[(?!(?:h+|m+|s+)\])[^\]]*(?:\]|$)/g;
const dateToken = /^(?:y{1,4}|m{1,5}|d{1,4}|a{3,4}|b{2}|b{4}|e{1,2}|g{1,3}|h{1,2}|s{1,2})$/;

/**
 * Returns what a format code shows by ECMA-376, part 1, 18.8.31. Only the first section with more than literals counts; it
 * is a date or time if all its letters are tokens of these, and no digit of a number has a place in it.
 */
export function classifyFormat(code: string): NumberFormat {
  const sections = code.toLowerCase().replace(literals, '').split(';');
  const section = sections.find((text) => /[a-z0#?@]/.test(text)) ?? '';
  const tokens = section.replace(/am\/pm|a\/p/g, 'h').replace(/s\.0+/, 's');
  const runs = tokens.match(/([a-z])\1*/g) ?? [];
  const elapsed = /\[[hms]+\]/.exec(tokens)?.[0].slice(1, -1);
  if (/[0#?@]/.test(tokens) || !runs.every((run) => run === elapsed || dateToken.test(run))) return 'number';
  const hasTime = runs.some((run) => /[hs]/.test(run));
  const hasDate = /[ydabeg]/.test(tokens) || (tokens.includes('m') && !hasTime);
  if (hasDate) return hasTime ? 'date-time' : 'date';
  if (elapsed !== undefined) return 'elapsed';
  return hasTime ? 'time' : 'number';
}

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
const maxNumberLength = 400;

/** Writes the text of a number without an exponent. */
function withoutExponent(text: string): string {
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Digits of a number that a spreadsheet shows: further ones are noise of calculations, as in 57.699999999999996. */
const shownDigits = 15;

/**
 * Returns a stored number as a decimal text: whole numbers as they are, others as a spreadsheet shows them. Returns `null`
 * for a text that is no number.
 */
export function numberText(stored: string): string | null {
  const text = stored.trim();
  if (text.length > maxNumberLength || !numberPattern.test(text)) return null;
  if (/^-?(?:0|[1-9]\d*)$/.test(text)) return text;
  const value = Number(text);
  return Number.isFinite(value) ? withoutExponent(String(Number(value.toPrecision(shownDigits)))) : null;
}

function clockOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(11, 19);
}

/**
 * Returns a stored date or time as `2026-01-31`, `14:05:00` or both. A number that has none, such as day 60 of the system of
 * 1900, which did not exist, follows the name of the error that spreadsheets have for it.
 */
export function dateText(stored: string, format: NumberFormat, isFrom1904: boolean): string {
  const serial = Number(stored);
  const total = Math.round(serial * secondsPerDay);
  const day = Math.floor(total / secondsPerDay);
  const seconds = total % secondsPerDay;
  const isDay = isFrom1904 || (day !== 60 && day !== 0);
  const isInRange = serial >= 0 && serial < serialLimit;
  if (isInRange && format === 'elapsed')
    return `${String(Math.floor(total / secondsPerHour)).padStart(2, '0')}${clockOf(total % secondsPerHour).slice(2)}`;
  if (isInRange && format === 'time' && day === 0) return clockOf(seconds);
  if (!isInRange || !isDay) return `#NUM! ${stored.trim()}`;
  const firstDay = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const date = new Date(firstDay + day * millisecondsPerDay).toISOString().slice(0, 10);
  return seconds === 0 ? date : `${date} ${clockOf(seconds)}`;
}
