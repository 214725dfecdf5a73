/** @file Alike names, and references with one typing error. */

/** Words that say which kind of company a name is, and words that connect names. */
const companyTerms = new Set(
  'ltd limited llc inc incorporated corp corporation co company plc gmbh mbh ag kg ohg ug se sa sas sarl srl spa bv nv oy ab as aps kft zrt sro pty pvt pte llp lp the and und et y e of'.split(
    ' ',
  ),
);

/** Minimum length of a word in which one typing error is allowed. */
const minTypingErrorLength = 5;
/** Minimum length of a name of one word. */
const minSingleWordLength = 4;
const maxTerms = 12;

/** Splits a folded name into its words, without words that say which kind of company it is; sorted. */
export function termsOfName(name: string): readonly string[] {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const meaningful = words.filter((word) => !companyTerms.has(word));
  return (meaningful.length === 0 ? words : meaningful).slice(0, maxTerms).sort();
}

/** True if the words differ by one added, missing or changed character, or by two neighbours that are swapped. */
function hasOneTypingError(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const restOfShort = short.slice(start, short.length - end);
  const restOfLong = long.slice(start, long.length - end);
  if (restOfLong.length <= 1) return true;
  return (
    restOfShort.length === 2 &&
    restOfLong.length === 2 &&
    restOfShort[0] === restOfLong[1] &&
    restOfShort[1] === restOfLong[0]
  );
}

function areTermsAlike(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.length === 1 || other.length === 1) return one[0] === other[0];
  return Math.min(one.length, other.length) >= minTypingErrorLength && hasOneTypingError(one, other);
}

/**
 * True if every word of the shorter name has a word of its own in the other name: an equal word, its initial, or a word of
 * at least five letters with one typing error. At least one pair of words has no initial. The shorter name has at least two
 * words, or both names have one. The order of the words and the kind of company do not count.
 */
export function areNamesAlike(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const [only = ''] = short;
  if (short.length === 0) return false;
  if (short.length === 1 && (long.length !== 1 || only.length < minSingleWordLength)) return false;
  const free = [...long];
  let hasWholeTerm = false;
  const take = (word: string, place: number) => {
    const [taken = ''] = free.splice(place, 1);
    if (word.length > 1 && taken.length > 1) hasWholeTerm = true;
  };
  // Equal words are taken first, so that an initial does not take the word that another one needs.
  const rest = short.filter((word) => {
    const place = free.indexOf(word);
    if (place >= 0) take(word, place);
    return place < 0;
  });
  for (const word of rest.toSorted((first, second) => second.length - first.length)) {
    const place = free.findIndex((candidate) => areTermsAlike(word, candidate));
    if (place < 0) return false;
    take(word, place);
  }
  return hasWholeTerm;
}

/** Minimum length of references that are alike without being equal. */
const minAlikeReferenceLength = 5;

/** True if normalized references differ by one typing error, or one is a part of the other. */
export function areReferencesAlike(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.min(one.length, other.length) < minAlikeReferenceLength) return false;
  return one.includes(other) || other.includes(one) || hasOneTypingError(one, other);
}
