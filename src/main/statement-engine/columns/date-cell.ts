/** @file Parses one cell that may be a date, with or without a time. Whether day or month comes first is decided for the column. */
import { croatianMonths, months, weekdays } from '../vocabulary/compiled/locale-names.ts';
import { toCommonYear } from './date-rule.ts';

/** Month that a name means, from 1; 0 for an unknown or ambiguous name. */
interface NamedMonth {
  /** Month in Croatian: some of its names mean the next month in Czech and Polish. */
  readonly croatian: number;
  /** Month in all other languages. */
  readonly other: number;
}

const croatianByName = new Map(Object.entries(croatianMonths));
const monthsByName = new Map(Object.entries(months));
const weekdayNames = new Set(weekdays);

/** Finds the month that a folded word without points names. */
function findMonth(word: string): NamedMonth {
  return { croatian: croatianByName.get(word) ?? 0, other: monthsByName.get(word) ?? 0 };
}

/** True if a folded word without points is the name of a weekday. */
function isWeekday(word: string): boolean {
  return weekdayNames.has(word);
}

/** A date of a cell. */
export interface DateCell {
  /** `known` if the cell alone distinguishes year, month and day; `numeric` if the column decides which part is the day. */
  readonly order: 'known' | 'numeric';
  /** Year, month (or first part) and day (or second part) as decimal digits YYYYMMDD; the year as written. */
  readonly packed: number;
  /** The year has two digits. */
  readonly isShort: boolean;
  /** The parts are separated by points. */
  readonly isDotted: boolean;
  /** Eight digits without separators. */
  readonly isCompact: boolean;
  /** Order of the day and a month that is written as a name; `null` for a month in digits, or a year before the month. */
  readonly named: 'day-first' | 'month-first' | null;
  /**
   * Language of the month's name. A `shared` name means one month earlier in Croatian: `listopada` is October in Croatian
   * and November in Polish.
   */
  readonly language: 'croatian' | 'other' | 'shared' | null;
  /** Milliseconds since midnight, or `null` if the cell has no time. */
  readonly timeMs: number | null;
}

const firstYear = 1900;
const lastYear = 2999;
/** Eight consecutive digits are a date only within these years. */
const compactYears = { first: 1970, last: 2099 };
const maxLength = 60;

const time =
  '(?<hour>\\d{1,2})[:.h](?<minute>\\d{2})(?:[:.](?<second>\\d{2})(?:[.,:](?<fraction>\\d{1,9}))?)? ?(?<half>[ap]\\.?m\\.?)?';
const zone = ' ?(?:z|(?:utc|gmt)? ?[-+]\\d{1,2}(?::?\\d{2})?|[a-z]{2,5})?(?: \\([a-z ]{2,40}\\))?';
const tail = `(?:(?:,? +(?:at |um |a |las |- )?|t|,|-)${time}${zone}| as of \\d{1,4}[-./]\\d{1,2}[-./]\\d{1,4})?`;
const year = "(?<year>\\d{4}|'?\\d{2})";
// Unicode character classes cost megabytes of memory. A name is any run without digits, blanks and signs, and is looked up.
const letter = '[^\\d\\s.,/()\\[\\]:;"#*+=_-]';
// Two Irish months have two words, and short Thai months have a point inside.
const word = `(?<name>${letter}{3,20}(?: fomhair)?\\.?|[\u0e01-\u0e4e]{1,3}\\.[\u0e01-\u0e4e]\\.?)`;
const ordinal = '(?:st|nd|rd|th|er|[.ºªo])?';
const link = "(?:de |del |of |ta['’] |d')?";

const pattern = (text: string) => new RegExp(`^${text}${tail}$`);
const yearFirst = pattern(
  '(?<year>\\d{4})(?<divider>[-./]|\\. ?)(?<month>\\d{1,2})\\k<divider>(?<day>\\d{1,2})(?:\\.|z|[-+]\\d{2}:\\d{2})?',
);
const eastern = pattern('(?<year>\\d{4}) ?[年년] ?(?<month>\\d{1,2}) ?[月월] ?(?<day>\\d{1,2}) ?[日일]');
const yearLast = pattern(`(?<one>\\d{1,2})(?<divider>[-./]|\\. )(?<two>\\d{1,2})\\k<divider>${year}\\.?`);
const dayNamed = pattern(
  `(?<day>\\d{1,2})${ordinal}[-./ ]*${link}${word}[-./, ]*${link}${year}(?:\\.| ?г\\.?)?`,
);
const monthNamed = pattern(`${word}[-./ ]*(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?(?:,? +|[-./])${year}`);
const yearNamed = pattern(`(?<year>\\d{4})[-./ ]{1,2}${word}[-./ ](?<day>\\d{1,2})\\.?`);
// Lithuanian and Latvian: 2025 m. gruodžio 5 d., 2025. gada 5. decembris
const yearOfNamed = pattern(`(?<year>\\d{4}) m\\. ${word} (?<day>\\d{1,2}) d\\.`);
const yearOfDayNamed = pattern(`(?<year>\\d{4})\\. ?gada (?<day>\\d{1,2})\\. ?${word}`);
/** Dates of Japanese eras and of the Republic of China with the name of the era. */
const ofEra = pattern(
  '(?<era>令和|平成|昭和|大正|明治|民國|民国|中華民國|[rhs]) ?(?<year>\\d{1,3}|元) ?[年./-] ?(?<month>\\d{1,2}) ?[月./-] ?(?<day>\\d{1,2}) ?日?',
);
/** Dates of the Republic of China without the name, from the year 100. */
const ofRepublic = pattern('(?<year>1\\d{2})(?<divider>[-./])(?<month>\\d{1,2})\\k<divider>(?<day>\\d{1,2})');
/** The year before the first year of each era. */
const eras: Readonly<Record<string, number>> = {
  令和: 2018,
  r: 2018,
  平成: 1988,
  h: 1988,
  昭和: 1925,
  s: 1925,
  大正: 1911,
  明治: 1867,
};
/** The year before the first year of the Republic of China. */
const beforeRepublic = 1911;
const compact =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:t?(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})(?:\.\d{1,6})?)?(?:z|\[[-+\d.]*:?[a-z]*\])?$/;
const compactTimed = pattern('(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})');
const weekday = new RegExp(`^(?<name>${letter}{2,20})\\.?,? +(?=\\S)`);

/** True for a day that exists, in a plausible year. */
export function isDay(yearNumber: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  if (yearNumber < firstYear || yearNumber > lastYear) return false;
  const daysIn = (year: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day <= 28 || day <= Math.max(daysIn(yearNumber), daysIn(toCommonYear(yearNumber)));
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Parses a time to milliseconds since midnight; `null` for no time, `undefined` for a time that does not exist. */
function parseTime(groups: Groups): number | null | undefined {
  if (groups['hour'] === undefined) return null;
  const meridiem = groups['half'];
  const statedHour = Number(groups['hour']);
  if (meridiem !== undefined && (statedHour < 1 || statedHour > 12)) return undefined;
  const hour = meridiem === undefined ? statedHour : (statedHour % 12) + (meridiem.startsWith('p') ? 12 : 0);
  const minute = Number(groups['minute']);
  const second = Number(groups['second'] ?? 0);
  if (hour > 24 || minute > 59 || second > 60) return undefined;
  const fraction = Math.floor(Number(`0.${groups['fraction'] ?? 0}`) * 1000);
  return ((hour * 60 + minute) * 60 + second) * 1000 + fraction;
}

function knownCell(groups: Groups, month: number, otherProperties: Partial<DateCell> = {}): DateCell | null {
  const text = (groups['year'] ?? '').replace("'", '');
  const isShort = text.length === 2;
  const yearNumber = Number(text);
  const day = Number(groups['day']);
  const timeMs = parseTime(groups);
  // With a two-digit year the century is not known yet, so February 29 must be allowed: 2000 was a leap year.
  if (timeMs === undefined || !isDay(isShort ? 2000 : yearNumber, month, day)) return null;
  return {
    order: 'known',
    packed: yearNumber * 10_000 + month * 100 + day,
    isShort,
    isDotted: false,
    isCompact: false,
    named: null,
    language: null,
    ...otherProperties,
    timeMs,
  };
}

function numericCell(groups: Groups): DateCell | null {
  const text = (groups['year'] ?? '').replace("'", '');
  const isShort = text.length === 2;
  const yearNumber = Number(text);
  const firstPart = Number(groups['one']);
  const secondPart = Number(groups['two']);
  const timeMs = parseTime(groups);
  if (
    timeMs === undefined ||
    firstPart < 1 ||
    secondPart < 1 ||
    firstPart > 31 ||
    secondPart > 31 ||
    (firstPart > 12 && secondPart > 12)
  )
    return null;
  if (!isShort && (yearNumber < firstYear || yearNumber > lastYear)) return null;
  const isDotted = (groups['divider'] ?? '').startsWith('.');
  const packed = yearNumber * 10_000 + firstPart * 100 + secondPart;
  return {
    order: 'numeric',
    packed,
    isShort,
    isDotted,
    isCompact: false,
    named: null,
    language: null,
    timeMs,
  };
}

/** Determines the month and the language of its name; `null` if the name is not a month. */
function identifyMonth({
  croatian,
  other,
}: NamedMonth): (Pick<DateCell, 'language'> & { month: number }) | null {
  if (croatian === 0 && other === 0) return null;
  if (croatian === other) return { month: other, language: null };
  if (croatian === 0) return { month: other, language: 'other' };
  if (other === 0) return { month: croatian, language: 'croatian' };
  return croatian === other - 1 ? { month: other, language: 'shared' } : null;
}

function namedCell(
  groups: Groups,
  order: DateCell['named'],
  { month, language }: NonNullable<ReturnType<typeof identifyMonth>>,
): DateCell | null {
  const cell = knownCell(groups, month, { named: order, language });
  if (cell !== null || language !== 'shared') return cell;
  // The day exists only in the earlier, Croatian month: parses the cell as that month, then adds one month.
  const cellOfMonthBefore = knownCell(groups, month - 1, { named: order, language });
  return cellOfMonthBefore === null ? null : { ...cellOfMonthBefore, packed: cellOfMonthBefore.packed + 100 };
}

/** Parses a date whose month is written as a name. */
function parseNamedMonth(text: string): DateCell | null {
  for (const [datePattern, order] of [
    [dayNamed, 'day-first'],
    [monthNamed, 'month-first'],
    [yearNamed, null],
    [yearOfNamed, null],
    [yearOfDayNamed, null],
  ] as const) {
    const groups = datePattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const namedMonth = identifyMonth(findMonth((groups['name'] ?? '').replaceAll('.', '')));
    if (namedMonth !== null) return namedCell(groups, order, namedMonth);
  }
  return null;
}

/** Parses a date after a weekday. The word is looked up only if a date follows it. */
function parseAfterWeekday(text: string): DateCell | null {
  const name = weekday.exec(text)?.groups?.['name'];
  if (name === undefined) return null;
  const textAfterWeekday = text.replace(weekday, '');
  const cell =
    (startsWithDigit(textAfterWeekday) ? parseNumericDate(textAfterWeekday) : null) ??
    parseNamedMonth(textAfterWeekday);
  return cell !== null && isWeekday(name) ? cell : null;
}

function startsWithDigit(text: string): boolean {
  return /^\d/.test(text);
}

/** Parses a date in years of a Japanese era or of the Republic of China. */
function parseEraDate(text: string): DateCell | null {
  const groups = (ofEra.exec(text) ?? ofRepublic.exec(text))?.groups;
  if (groups === undefined) return null;
  const { era = '', year: statedYear = '' } = groups;
  const yearNumber = (eras[era] ?? beforeRepublic) + (statedYear === '元' ? 1 : Number(statedYear));
  return knownCell({ ...groups, year: String(yearNumber) }, Number(groups['month']));
}

function parseNumericDate(text: string): DateCell | null {
  const yearFirstGroups = (yearFirst.exec(text) ?? eastern.exec(text))?.groups;
  if (yearFirstGroups !== undefined) return knownCell(yearFirstGroups, Number(yearFirstGroups['month']));
  const yearLastGroups = yearLast.exec(text)?.groups;
  if (yearLastGroups !== undefined) return numericCell(yearLastGroups);
  const compactGroups = (compact.exec(text) ?? compactTimed.exec(text))?.groups;
  if (compactGroups === undefined) return null;
  const yearNumber = Number(compactGroups['year']);
  if (yearNumber < compactYears.first || yearNumber > compactYears.last) return null;
  return knownCell(compactGroups, Number(compactGroups['month']), { isCompact: true });
}

/** Maximum number of digits of a date with a time and a fraction of a second. */
const maxDigits = 26;
/** Minimum number of digits; the first year of an era is written without digits. */
const minDigits = 2;
const compactDigits = 8;

/** True if the number of digits is possible for a date. Rejects most texts quickly. */
function hasDateDigits(text: string): boolean {
  let digitCount = 0;
  let runCount = 0;
  let isInRun = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isDigit = code >= 0x30 && code <= 0x39;
    if (isDigit) digitCount += 1;
    if (isDigit && !isInRun) runCount += 1;
    isInRun = isDigit;
  }
  if (runCount === 1) return digitCount >= compactDigits && startsWithDigit(text);
  return digitCount >= minDigits && digitCount <= maxDigits;
}

/** Parses a folded, trimmed cell; `null` if it is not a date. */
export function parseDateCell(text: string): DateCell | null {
  if (text.length > maxLength || text.length < 6 || !hasDateDigits(text)) return null;
  const cleaned = text.replace(/ {2,}/g, ' ').replace(/[\u200e\u200f]/g, '');
  const cell = (startsWithDigit(cleaned) ? parseNumericDate(cleaned) : null) ?? parseEraDate(cleaned);
  return cell ?? parseNamedMonth(cleaned) ?? parseAfterWeekday(cleaned);
}
