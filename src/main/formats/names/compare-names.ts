/** @file Compares the names of a party in a statement and in a proof: case, accents and legal forms do not matter. */

/** `similar` names have a part in common, and may be of the same party. */
type NameComparison = 'same' | 'similar' | 'different' | 'other-script' | 'no-name';

/** Legal forms, with their letters joined. */
const legalForms = new Set(
  'ab ag aps as asa bhd bv bvba co company corp corporation cv dba doo ead ev eood fzco fzc fze gesmbh gbr gmbh inc incorporated jsc kft kg kgaa kk llc llp lp limited ltd ltda mbh nv ood ohg ooo oy oyj pao plc pllc pt pte pty pvt sa sab sapi sarl sas sasu sc sca scs sdn se sl slu snc sp spa spk spolka sprl spzoo sro srl srls tao tbk ug vof yk zoo zrt ооо оао зао пао ао тоо'.split(
    ' ',
  ),
);
const connectives = new Set(
  'and und et y e i en och og ja the of de del la le el los las les di da do dos van von der den'.split(' '),
);
/** Words that many companies have in their names: they make no names similar. */
const commonParts = new Set(
  'trading holding holdings group international services service solutions logistics industries enterprises partners systems consulting bank supplies import export global europe technologies technology transport construction'.split(
    ' ',
  ),
);
/** A BIC of eight or eleven characters. */
const bicPattern = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
/** Maximum share of the letters of a part that its abbreviation has. */
const maxAbbreviation = 0.6;
/** Minimum length of a part that makes names similar. */
const minSimilarLength = 4;
/** Minimum number of characters of a name that was cut off. */
const minCutLength = 10;

/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'a',
  œ: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

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

/** Joins letters that stand alone, as in `S. L.` */
function joinSingleLetters(parts: readonly string[]): string[] {
  const joined: string[] = [];
  let isAfterSingle = false;
  for (const part of parts) {
    const isSingle = /^\p{L}$/u.test(part);
    if (isSingle && isAfterSingle) joined.push(`${joined.pop() ?? ''}${part}`);
    else joined.push(part);
    isAfterSingle = isSingle;
  }
  return joined;
}

/** Returns the parts of a name without accents, legal forms and connectives. `ö` is also written `oe`. */
function listNameParts(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/gu, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’`´]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const parts = joinSingleLetters(plain.split(' '));
  const ownParts = parts.filter((part) => !legalForms.has(part) && !connectives.has(part));
  return (ownParts.length === 0 ? parts : ownParts).map((part) =>
    part.replaceAll('aa', 'a').replace(/([aou])e/gu, '$1'),
  );
}

/** True if one part is the other, its beginning, or an abbreviation with its first and last letter. */
function isSamePart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.startsWith(short)) return true;
  if (short.length > long.length * maxAbbreviation || short.length < 3) return false;
  if (short.at(0) !== long.at(0) || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** True if every part of the shorter name is one of the longer name, entirely, abbreviated or cut off. */
function hasAllParts(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  const left = [...many];
  return few.every((part) => {
    const exact = left.indexOf(part);
    const place = exact < 0 ? left.findIndex((candidate) => isSamePart(part, candidate)) : exact;
    if (place < 0) return false;
    left.splice(place, 1);
    return true;
  });
}

/** True if the parts of one name, which belong to the other one, tell for certain that the names are the same. */
function areCertain(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  const [only = ''] = few;
  // The beginning of a word is a name of its own: Max and Maxwell, Sun and Sunrise.
  return few.length > 1 || many.includes(only);
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

/** True if the names have a telling part in common, or parts that differ by one or two letters. */
function areSimilar(one: readonly string[], other: readonly string[]): boolean {
  return one.some(
    (part) =>
      part.length >= minSimilarLength &&
      !commonParts.has(part) &&
      other.some((candidate) => {
        if (candidate.length < minSimilarLength || commonParts.has(candidate)) return false;
        const allowed = Math.min(part.length, candidate.length) >= 6 ? 2 : 1;
        return isSamePart(part, candidate) || countChanges(part, candidate) <= allowed;
      }),
  );
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

export type CompareNames = (one: string, other: string) => NameComparison;

/** Returns {@link compareNames} with a cache: the names of a statement repeat. */
export function createNameComparison(): CompareNames {
  const results = new Map<string, NameComparison>();
  return (one, other) => {
    const key = `${one}\n${other}`;
    const result = results.get(key) ?? compareNames(one, other);
    results.set(key, result);
    return result;
  };
}

/**
 * Compares two names. The same: each part of the shorter name is in the other one, entirely, abbreviated, or cut off; a name
 * of one part is in the other one entirely.
 * Names in different scripts are not compared, because a transliteration is not certain.
 */
function compareNames(one: string, other: string): NameComparison {
  const [first, second] = [one.trim(), other.trim()];
  if (first.toUpperCase() === second.toUpperCase()) return 'same';
  if (isNoName(first) || isNoName(second)) return 'no-name';
  const otherScripts = findScripts(second);
  if (!findScripts(first).some((script) => otherScripts.includes(script))) return 'other-script';
  const [parts, otherParts] = [listNameParts(first), listNameParts(second)];
  const hasAll = hasAllParts(parts, otherParts);
  if (hasAll && areCertain(parts, otherParts)) return 'same';
  const [joined, otherJoined] = [parts.join(''), otherParts.join('')];
  const [short, long] = joined.length <= otherJoined.length ? [joined, otherJoined] : [otherJoined, joined];
  if (short === long || (short.length >= minCutLength && long.startsWith(short))) return 'same';
  return hasAll || areSimilar(parts, otherParts) ? 'similar' : 'different';
}
