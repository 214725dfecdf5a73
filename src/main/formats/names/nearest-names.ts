/**
 * @file Finds labels that are near the name of a folder: equal but for case, accents, punctuation, legal forms and the
 * order of words, with at most one wrong letter in a word. A different legal form is a different company.
 */
import { maxProposals } from '../../../shared/contract/documents.ts';
import { haveOtherForms, type ParsedName, parseName } from './parse-name.ts';

/** Longer names are near nothing, so that one name costs little. */
const maxNameLength = 200;

/** Words of fewer letters have no wrong letter: one letter is too much of them. */
const minEditableLength = 5;

const maxEdits = 2;

/** A name that is compared with more labels than this is too common to be near any of them. */
const maxCandidates = 500;

/** True when one letter of the longer word was inserted, removed or replaced, or two neighbours swapped. */
function hasOneEdit(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length);
  if (length < minEditableLength || Math.abs(a.length - b.length) > 1 || /\p{N}/u.test(a + b)) return false;
  let start = 0;
  while (start < length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** Returns the words of `words` that are not in `others`; each word of `others` counts once. */
function wordsBeyond(words: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return words.filter((word) => {
    const index = rest.indexOf(word);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
}

/** Counts the words with an edit; `null` when the names have other words. */
function countEdits(a: ParsedName, b: ParsedName): number | null {
  if (a.joined === b.joined) return 0;
  if (a.words.length !== b.words.length) return null;
  const [first, second, ...others] = wordsBeyond(a.words, b.words);
  if (first === undefined) return 0;
  const [otherFirst = '', otherSecond = ''] = wordsBeyond(b.words, a.words);
  if (second === undefined) return hasOneEdit(first, otherFirst) ? 1 : null;
  const isNear =
    others.length === 0 &&
    ((hasOneEdit(first, otherFirst) && hasOneEdit(second, otherSecond)) ||
      (hasOneEdit(first, otherSecond) && hasOneEdit(second, otherFirst)));
  return isNear ? maxEdits : null;
}

/** Returns 0 for the nearest names, a larger number for others, and `null` for names that are not near. */
function distanceOf(a: ParsedName, b: ParsedName): number | null {
  if (haveOtherForms(a, b)) return null;
  const edits = countEdits(a, b);
  if (edits === null) return null;
  const isFormMissing = a.forms.size > 0 !== b.forms.size > 0;
  return 2 * edits + (isFormMissing ? 1 : 0);
}

/** Returns the keys by which a word is found despite one edit: the word, and the word without one of its letters. */
function keysOf(word: string): string[] {
  if (word.length < minEditableLength || /\p{N}/u.test(word)) return [word];
  const shorter = Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1));
  return [...new Set([word, ...shorter])];
}

interface NameGroup<Entry> extends ParsedName {
  readonly entries: Entry[];
}

function groupByName<Entry extends { readonly label: string }>(
  entries: readonly Entry[],
): readonly NameGroup<Entry>[] {
  const groups = new Map<string, NameGroup<Entry>>();
  for (const entry of entries) {
    const name = parseName(entry.label.slice(0, maxNameLength + 1));
    const key = [name.words.join(' '), ...[...name.forms].sort()].join('|');
    const group = groups.get(key) ?? { ...name, entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Indexes each name by its rarest word, so that a word that many names share leads to few of them. */
function indexNames<Name extends ParsedName>(names: readonly Name[]): ReadonlyMap<string, readonly Name[]> {
  const frequency = new Map<string, number>();
  for (const word of names.flatMap(({ words }) => words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const index = new Map<string, Name[]>();
  for (const name of names) {
    const [rarest = ''] = name.words.toSorted((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0));
    for (const key of new Set([...keysOf(rarest), name.joined])) {
      const indexed = index.get(key);
      if (indexed === undefined) index.set(key, [name]);
      else indexed.push(name);
    }
  }
  return index;
}

/** Returns the groups of names that share a key with a name; `null` when they are too many. */
function findCandidates<Group>(
  index: ReadonlyMap<string, readonly Group[]>,
  name: ParsedName,
): ReadonlySet<Group> | null {
  const candidates = new Set<Group>();
  for (const key of new Set([...name.words.flatMap(keysOf), name.joined])) {
    const groups = index.get(key) ?? [];
    if (candidates.size + groups.length > maxCandidates) return null;
    for (const group of groups) candidates.add(group);
  }
  return candidates;
}

/**
 * Returns a function that finds the entries whose labels are nearest to a name, all equally near. It finds none when no
 * label is near, or when more than `maxProposals` are. The effort for a name does not grow with the number of entries.
 */
export function createNearestFinder<Entry extends { readonly label: string }>(
  entries: readonly Entry[],
): (name: string) => readonly Entry[] {
  const index = indexNames(groupByName(entries));
  return (text) => {
    const name = parseName(text.slice(0, maxNameLength + 1));
    if (name.words.length === 0 || text.length > maxNameLength) return [];
    let leastDistance = Number.POSITIVE_INFINITY;
    let nearest: Entry[] = [];
    for (const group of findCandidates(index, name) ?? []) {
      const distance = distanceOf(name, group);
      if (distance === null || distance > leastDistance) continue;
      nearest = distance < leastDistance ? [...group.entries] : [...nearest, ...group.entries];
      leastDistance = distance;
    }
    return nearest.length > maxProposals ? [] : nearest;
  };
}
