/**
 * @file Names of months and weekdays in the languages of statements, full and short, folded. The tables are created when
 * a cell first contains a word.
 */
import { foldText } from '../read/fold.ts';

/** Croatian is separate: some of its month names mean the next month in Czech and Polish. */
const croatian = ['hr'];
const locales =
  'en en-GB en-AU de de-AT fr fr-CA es es-MX it pt pt-PT ca ro nl nl-BE da sv nb is fi et lv lt pl cs sk sl hu bg sr sr-Latn mk ru uk el tr id ms sq ga mt he ar bs be eu gl cy lb rm hy ka az kk th'.split(
    ' ',
  );
/** Spellings of banks that are not in any locale. */
const bankSpellings: Readonly<Record<string, number>> = { mrz: 3, maer: 3, sept: 9, okt: 10, dez: 12 };
const shortNameLength = 3;

const decoder = new TextDecoder();
const foldName = (text: string) =>
  decoder
    .decode(foldText(text))
    .replace(/[.\u200e\u200f]/gu, '')
    .trim();

/** Numbers by name; 0 for an ambiguous name. */
class Names {
  readonly #numbers = new Map<string, number>();

  add(name: string, number: number): void {
    const key = foldName(name);
    if (key === '' || /\d/.test(key)) return;
    const previous = this.#numbers.get(key);
    this.#numbers.set(key, previous === undefined || previous === number ? number : 0);
  }

  addIfMissing(name: string, number: number): void {
    if (!this.#numbers.has(foldName(name))) this.add(name, number);
  }

  get(name: string): number {
    return this.#numbers.get(name) ?? 0;
  }
}

function findPart(format: Intl.DateTimeFormat, date: Date, type: 'month' | 'weekday'): string {
  return format.formatToParts(date).find((part) => part.type === type)?.value ?? '';
}

/** The names of the twelve months as a locale formats them. */
function listMonths(locale: string, style: 'long' | 'short', day: 'numeric' | undefined): string[] {
  const format = new Intl.DateTimeFormat(locale, { month: style, day, timeZone: 'UTC', calendar: 'gregory' });
  return Array.from({ length: 12 }, (_, index) =>
    findPart(format, new Date(Date.UTC(2026, index, 1)), 'month'),
  );
}

function collectMonths(localesToRead: readonly string[]): Names {
  const names = new Names();
  const beginnings: [string, number][] = [];
  for (const locale of localesToRead) {
    // Many languages inflect the name next to a day.
    for (const day of [undefined, 'numeric'] as const) {
      for (const [index, name] of listMonths(locale, 'short', day).entries()) names.add(name, index + 1);
      for (const [index, name] of listMonths(locale, 'long', day).entries()) {
        names.add(name, index + 1);
        const beginning = foldName(name).slice(0, shortNameLength);
        if (beginning.length === shortNameLength) beginnings.push([beginning, index + 1]);
      }
    }
  }
  // Banks cut names to three letters. A beginning of two different months is ambiguous.
  const shortNames = new Names();
  for (const [beginning, month] of beginnings) shortNames.add(beginning, month);
  for (const [beginning] of beginnings) {
    const month = shortNames.get(beginning);
    if (month > 0) names.addIfMissing(beginning, month);
  }
  return names;
}

function collectWeekdays(): Names {
  const names = new Names();
  for (const locale of [...locales, ...croatian]) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' });
      // Only the names matter, not which day they mean.
      for (let day = 1; day <= 7; day += 1)
        names.add(findPart(format, new Date(Date.UTC(2026, 0, day)), 'weekday'), 1);
    }
  }
  return names;
}

/** Usual names of the months, for which the tables need not be created. */
const usualNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Month that a name means, from 1; 0 for an unknown or ambiguous name. */
export interface NamedMonth {
  /** Month in Croatian. */
  readonly croatian: number;
  /** Month in all other languages. */
  readonly other: number;
}

let months: { readonly croatian: Names; readonly other: Names } | null = null;
let weekdays: Names | null = null;

function collectAllMonths() {
  const other = collectMonths(locales);
  for (const [name, month] of Object.entries(bankSpellings)) other.add(name, month);
  return { croatian: collectMonths(croatian), other };
}

/** Finds the month that a folded word without points names. */
export function findMonth(word: string): NamedMonth {
  const usualMonth = usualNames.indexOf(word) + 1;
  if (usualMonth > 0) return { croatian: 0, other: usualMonth };
  months ??= collectAllMonths();
  return { croatian: months.croatian.get(word), other: months.other.get(word) };
}

/** True if a folded word without points is the name of a weekday. */
export function isWeekday(word: string): boolean {
  weekdays ??= collectWeekdays();
  return weekdays.get(word) > 0;
}
