/** @file Values of cells as texts: numbers without rounding, and dates in ISO 8601. */

/** What a number format shows. */
export type NumberFormat = 'number' | 'date' | 'time' | 'date-time';

const millisecondsPerDay = 86_400_000;
const secondsPerDay = 86_400;
/** The day after the last one of both date systems, the year 9999. */
const serialLimit = 2_958_466;

/** Formats that have no code in the workbook. */
const builtInFormats = new Map<number, NumberFormat>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date'] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id) => [id, 'time'] as const),
  [22, 'date-time'],
]);

export function builtInFormat(id: number): NumberFormat {
  return builtInFormats.get(id) ?? 'number';
}

const closingSigns: Readonly<Record<string, string>> = { '"': '"', '[': ']' };

/** Returns the text in quotes or brackets that begins at a place, and where it ends; `null` when nothing begins there. */
function readEnclosed(code: string, at: number): { readonly text: string; readonly end: number } | null {
  const sign = closingSigns[code[at] ?? ''];
  if (sign === undefined) return null;
  const end = code.indexOf(sign, at + 1);
  return end < 0 ? { text: '', end: code.length } : { text: code.slice(at, end).toLowerCase(), end };
}

/** Returns the letters of a format that stand for parts of dates and times. */
function readFormatLetters(code: string): string {
  let letters = '';
  for (let at = 0; at < code.length && code[at] !== ';'; at += 1) {
    const character = code[at] ?? '';
    const enclosed = readEnclosed(code, at);
    if (enclosed !== null) {
      // [h], [mm] and [s] are times of more than a day; others are colours, conditions and languages.
      if (/^\[(?:h+|m+|s+)$/.test(enclosed.text)) letters += 'h';
      at = enclosed.end;
    } else if ('\\_*'.includes(character)) at += 1;
    else letters += character.toLowerCase();
  }
  return letters;
}

/** Returns what a format code shows; only its section for positive numbers counts. */
export function classifyFormat(code: string): NumberFormat {
  const letters = readFormatLetters(code);
  if (letters.trim() === 'general') return 'number';
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[dy]/.test(letters) || (letters.includes('m') && !hasTime);
  if (hasDate) return hasTime ? 'date-time' : 'date';
  return hasTime ? 'time' : 'number';
}

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
const maxNumberLength = 400;

/** Writes the shortest text of a number without an exponent. */
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

/**
 * Returns a stored number as a decimal text: whole numbers as they are, others as the shortest text of the same value.
 * Returns `null` for a text that is no number.
 */
export function exactNumber(stored: string): string | null {
  const text = stored.trim();
  if (text.length > maxNumberLength || !numberPattern.test(text)) return null;
  if (/^-?(?:0|[1-9]\d*)$/.test(text)) return text;
  const value = Number(text);
  return Number.isFinite(value) ? withoutExponent(String(value)) : null;
}

function clockOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(11, 19);
}

/**
 * Returns a stored date or time as `2026-01-31`, `14:05:00` or both. Returns `null` for a number that is none, such as day
 * 60 of the system of 1900, which did not exist.
 */
export function dateText(stored: string, format: NumberFormat, isFrom1904: boolean): string | null {
  const serial = Number(stored);
  if (!Number.isFinite(serial) || serial < 0 || serial >= serialLimit) return null;
  const total = Math.round(serial * secondsPerDay);
  const day = Math.floor(total / secondsPerDay);
  const seconds = total % secondsPerDay;
  if (format === 'time' && day === 0) return clockOf(seconds);
  if (!isFrom1904 && (day === 60 || day === 0)) return null;
  const firstDay = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const date = new Date(firstDay + day * millisecondsPerDay).toISOString().slice(0, 10);
  return seconds === 0 ? date : `${date} ${clockOf(seconds)}`;
}
