/**
 * @file Writes the names of months and weekdays in the languages of statements, full and short, and the codes of currencies.
 * They are written when Paydesk is built, because Electron has only a part of the data of ICU.
 */
import { foldText } from '../../src/main/statement-engine/read/fold.ts';

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

  /** Returns the names of one number each. */
  unambiguous(): Record<string, number> {
    return Object.fromEntries([...this.#numbers].filter(([, number]) => number > 0));
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

/** Returns the module of the tables. Throws on a Node without the data of a language. */
export function writeLocaleNames(): string {
  const allLocales = [...locales, ...croatian];
  const missing = allLocales.filter((locale) => Intl.DateTimeFormat.supportedLocalesOf(locale).length === 0);
  if (missing.length > 0) throw new Error(`This Node has no data of the languages ${missing.join(', ')}`);
  const other = collectMonths(locales);
  for (const [name, month] of Object.entries(bankSpellings)) other.add(name, month);
  const tables = {
    croatianMonths: collectMonths(croatian).unambiguous(),
    months: other.unambiguous(),
    weekdays: Object.keys(collectWeekdays().unambiguous()),
    currencies: Intl.supportedValuesOf('currency'),
  };
  return [
    '/** Numbers of months, from 1, by folded names without points. */',
    `export const croatianMonths: Readonly<Record<string, number>> = ${JSON.stringify(tables.croatianMonths)};`,
    `export const months: Readonly<Record<string, number>> = ${JSON.stringify(tables.months)};`,
    `export const weekdays: readonly string[] = ${JSON.stringify(tables.weekdays)};`,
    '/** Codes of ISO 4217. */',
    `export const currencies: readonly string[] = ${JSON.stringify(tables.currencies)};`,
    '',
  ].join('\n');
}
