/**
 * @file Compares the names of two parties: case, accents, spellings of a letter, legal forms, connectives and the order of
 * words do not matter; words may be abbreviated or cut off.
 */
import { haveOtherForms, type ParsedName, parseName } from './parse-name.ts';

/**
 * `same`: certainly one name. `alike`: another legal form, one or two wrong letters or words that many
 * companies have tell the names apart, and only a person can decide. `other-script`: a
 * transliteration is not certain. `not-stated`: one of the texts is empty, an account or a bank.
 */
export type NameComparison = 'same' | 'alike' | 'different' | 'other-script' | 'not-stated';

const connectives = new Set(
  'e i en ja the of de del la le el los las les di da do dos van von der den'.split(' '),
);
/** Words that many companies have in their names: they make no names different. */
const widespreadTerms = new Set(
  'trading holding holdings group international services service solutions logistics industries enterprises partners systems consulting bank supplies import export global europe technologies technology transport construction'.split(
    ' ',
  ),
);
/** A BIC of eight or eleven characters. */
const bicPattern = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
/** Maximum share of the letters of a word that its abbreviation has. */
const maxAbbreviation = 0.6;
/** Minimum length of a word that makes names alike. */
const minAlikeLength = 4;
/** Minimum length of a word with two wrong letters. */
const minTwiceEditable = 8;
/** Minimum number of characters of a name that was cut off. */
const minCutLength = 10;
/** Maximum number of words that are compared. */
const maxTerms = 12;

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Devanagari}/u,
] as const;

/** True if one word is the beginning of the other, or an abbreviation with its first and last letter. */
function isShortened(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (/\p{N}/u.test(short)) return false;
  if (long.startsWith(short)) return true;
  if (short.length > long.length * maxAbbreviation || short.length < 3) return false;
  if (short.at(0) !== long.at(0) || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** Returns how many words of `few` are in `many` entirely, and shortened; `null` if one is not. Each word counts once. */
function countEqual(few: readonly string[], many: readonly string[]): Record<'whole' | 'cut', number> | null {
  const left = [...many];
  const take = (place: number) => {
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  };
  // Equal words are taken first, so that an initial does not take the word that another one needs.
  const rest = few.filter((word) => !take(left.indexOf(word)));
  const isCut = (word: string) => take(left.findIndex((candidate) => isShortened(word, candidate)));
  return rest.every(isCut)
    ? { whole: few.length - rest.length, cut: rest.filter((word) => word.length > 2).length }
    : null;
}

function haveAllTerms(one: readonly string[], other: readonly string[]): boolean {
  return one.length <= other.length ? countEqual(one, other) !== null : countEqual(other, one) !== null;
}

/** Number of letters that must be changed, added or removed; more than two count as three. */
function countChanges(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (previous[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (previous[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    previous = next;
  }
  return Math.min(3, previous.at(-1) ?? 3);
}

/** True if every word of the shorter name is in the other one, with at most two wrong letters. */
function areNear(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  const left = [...many];
  return few.every((word) => {
    const place = left.findIndex((candidate) => {
      const allowed = Math.min(word.length, candidate.length) >= minTwiceEditable ? 2 : 1;
      return (
        isShortened(word, candidate) ||
        (Math.min(word.length, candidate.length) >= minAlikeLength &&
          countChanges(word, candidate) <= allowed)
      );
    });
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

function findScripts(name: string): RegExp[] {
  return scripts.filter((script) => script.test(name));
}

/** True for a text without a name: an account or a bank. */
function isNoName(text: string): boolean {
  return (
    bicPattern.test(text) || findScripts(text).length === 0 || /^[A-Z]{2}\d{2}[A-Z0-9 ]{10,}$/.test(text)
  );
}

/** A name with what is compared. */
interface PreparedName extends ParsedName {
  readonly text: string;
  readonly scripts: readonly RegExp[];
  /** The words that tell the name from others, at most twelve; `null` for a text without a name. */
  readonly terms: readonly string[] | null;
}

function prepare(name: string): PreparedName {
  const text = name.trim();
  const parsed = parseName(text);
  const own = parsed.words.filter((word) => !connectives.has(word));
  const terms = (own.length === 0 ? parsed.words : own).slice(0, maxTerms);
  return {
    ...parsed,
    text: text.toUpperCase(),
    scripts: findScripts(text),
    terms: isNoName(text) ? null : terms,
  };
}

/** Returns the words without those that many companies have in their names, if others are left. */
function withoutWidespread(terms: readonly string[]): readonly string[] {
  const own = terms.filter((word) => !widespreadTerms.has(word));
  return own.length === 0 ? terms : own;
}

/** True if the words of the names are the same for certain. */
function haveSameTerms(one: readonly string[], other: readonly string[]): boolean {
  const [joined, otherJoined] = [one.join(''), other.join('')];
  const [short, long] = joined.length <= otherJoined.length ? [joined, otherJoined] : [otherJoined, joined];
  if (short === long || (short.length >= minCutLength && long.startsWith(short))) return true;
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  const equal = countEqual(few, many);
  // The beginning of a word is a name of its own: Max and Maxwell, Sun and Sunrise.
  return equal !== null && (equal.whole > 0 || equal.cut > 1);
}

function comparePrepared(one: PreparedName, other: PreparedName): NameComparison {
  if (one.text === other.text && one.text !== '') return 'same';
  if (one.terms === null || other.terms === null) return 'not-stated';
  if (!one.scripts.some((script) => other.scripts.includes(script))) return 'other-script';
  if (haveSameTerms(one.terms, other.terms)) return haveOtherForms(one, other) ? 'alike' : 'same';
  const areAlike =
    areNear(one.terms, other.terms) ||
    haveAllTerms(withoutWidespread(one.terms), withoutWidespread(other.terms));
  return areAlike ? 'alike' : 'different';
}

export type CompareNames = (one: string, other: string) => NameComparison;

/**
 * Returns a function that compares two names. The same: each word of the shorter name is in the other one, and at least one
 * of them entirely, while the legal forms do not differ. The names of a file repeat, so that each is prepared once.
 */
export function createNameComparison(): CompareNames {
  const names = new Map<string, PreparedName>();
  const preparedOf = (name: string) => {
    const prepared = names.get(name) ?? prepare(name);
    names.set(name, prepared);
    return prepared;
  };
  return (one, other) => comparePrepared(preparedOf(one), preparedOf(other));
}
