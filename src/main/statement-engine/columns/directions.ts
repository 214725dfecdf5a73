/** @file Terms of direction columns: whether an amount is incoming or outgoing. */
import type { ReadOptions } from '../../../shared/model/statements/open-statement.ts';
import vocabulary from '../vocabulary/directions.json' with { type: 'json' };
import { listPhrases } from '../vocabulary/words.ts';
import type { ColumnStatistics } from './column-statistics.ts';
import { findMeanings } from './header-names.ts';
import { normalizeText } from './normalize-text.ts';

const directionByTerm = new Map<string, 1 | -1>([
  ...listPhrases(vocabulary.outgoing).map((phrase) => [phrase, -1] as const),
  ...listPhrases(vocabulary.incoming).map((phrase) => [phrase, 1] as const),
]);
/** Terms of rows that do not move money; signs are among them. */
const neutralTerms = new Set(vocabulary.neutral.split(', '));

/** 1 for incoming, -1 for outgoing, 0 for a neutral term, `null` for an unknown one. */
type Direction = 1 | 0 | -1 | null;

/**
 * Pairs of single letters that explain each other, the outgoing letter first: next to D, A is Avere (incoming); next
 * to E, it is Ausgang (outgoing). The pair of A and B is missing because it is ambiguous: Af and Bij, Borç and Alacak.
 */
const letterPairs = 'd c,s h,d a,d k,t k,a e,s e,e i,g i,v p,p r,u i,o i,w d,w m,o u,χ π,д к,р п'
  .split(',')
  .map((pair) => pair.split(' '));

function directionOfWord(cell: string): Direction {
  const text = cell.trim();
  if (text === '+') return 1;
  if (text === '-' || text === '\u2212') return -1;
  if (neutralTerms.has(text.toLowerCase())) return 0;
  const known = directionByTerm.get(normalizeText(text));
  if (known !== undefined) return known;
  // The names of columns of debits and credits are also the words of their rows.
  const [first] = findMeanings(text);
  if (first?.isWhole !== true) return null;
  return first.meaning === 'debit' ? -1 : first.meaning === 'credit' ? 1 : null;
}

/** Returns the direction of each single letter of a column; `null` for an ambiguous or unknown letter. */
function letterDirections(letters: ReadonlySet<string>): ReadonlyMap<string, Direction> {
  const [onlyLetter] = letters;
  if (letters.size === 1 && onlyLetter !== undefined)
    return new Map([[onlyLetter, directionByTerm.get(onlyLetter) ?? null]]);
  const directions = new Map<string, Direction>();
  const put = (letter: string, direction: 1 | -1) => {
    const previous = directions.get(letter);
    directions.set(letter, previous === undefined || previous === direction ? direction : null);
  };
  for (const [outgoing = '', incoming = ''] of letterPairs.filter((pair) =>
    pair.every((letter) => letters.has(letter)),
  )) {
    put(outgoing, -1);
    put(incoming, 1);
  }
  return directions;
}

/** Returns the directions of the terms of one column. A single letter is interpreted by the other single letters. */
export function directionsOf(
  words: Iterable<string>,
  {
    choices = {},
    isNamed = true,
  }: { readonly choices?: ReadOptions['words']; readonly isNamed?: boolean } = {},
): (word: string) => Direction {
  const isLetter = (text: string) => /^[a-zα-ωа-я]$/.test(text);
  const letters = new Set([...words].map(normalizeText).filter(isLetter));
  // A letter alone, in a column with another name, may stand for anything.
  const letterDirection =
    letters.size === 1 && !isNamed ? new Map<string, Direction>() : letterDirections(letters);
  return (word) => {
    const text = normalizeText(word);
    const choice = choices[text];
    if (choice !== undefined) return chosenDirections[choice];
    return isLetter(text) ? (letterDirection.get(text) ?? null) : directionOfWord(word);
  };
}

const kindNames = new Set(listPhrases(vocabulary.columns));

/** True for the name of a column of kinds of movements, which may be directions; methods and categories are not. */
export function namesKindOfMovement(header: string): boolean {
  return kindNames.has(normalizeText(header));
}

const chosenDirections = { incoming: 1, outgoing: -1, counted: null, 'left-out': 0 } as const;

const maxTerms = 12;
/** Maximum number of unknown words that can still be the two directions and a third kind of row. */
const maxUnknownTerms = 3;
/** Minimum share of cells with a known direction, unless the header names nothing but a direction. */
const minKnownShare = 0.5;
/** Minimum share of rows with a word that may be a direction. */
const minFilledShare = 0.9;

/** What is known of a column beside its cells. */
interface DirectionColumn {
  /** Whether its header is the name of a direction, has that name among other words, names kinds of movements, or has no such name. */
  readonly name: 'whole' | 'part' | 'kind' | 'none';
  /** Number of rows of which almost every one needs a cell. */
  readonly rows?: number;
  readonly choices?: ReadOptions['words'];
  /** Another column describes the rows. */
  readonly isDescribed?: boolean;
}

/**
 * Returns whether the cells of a column are directions: `certain` by its name or by known words, `possible` if few words may
 * say which rows are outgoing, in words not known here, and `null` otherwise. Without a known name, the cells must be unambiguous. Unknown
 * words do not disqualify a column: without a direction, all its amounts would count as incoming.
 */
export function rateDirections(
  { cells }: Pick<ColumnStatistics, 'cells'>,
  { name, rows = 0, choices, isDescribed = false }: DirectionColumn,
): 'certain' | 'possible' | null {
  const words = [...new Set(cells)];
  if (cells.length < Math.max(1, rows * minFilledShare) || words.length > maxTerms) return null;
  if (words.some((word) => /\d/.test(word))) return null;
  const directionIn = directionsOf(words, { choices });
  if (areKnownDirections(cells, name, directionIn)) return 'certain';
  const areLetters = words.every((word) => letterPairs.some((pair) => pair.includes(normalizeText(word))));
  // As many words as cells may be texts, unless each is one word beside a text.
  const areTerms =
    name === 'kind' ||
    words.length < cells.length ||
    (isDescribed && words.every((word) => !/\s/.test(word)));
  const mayBe = words.length > 1 && (areLetters || (areTerms && words.length <= maxUnknownTerms));
  return mayBe || words.some((word) => directionIn(word) !== null) ? 'possible' : null;
}

function areKnownDirections(
  cells: readonly string[],
  name: DirectionColumn['name'],
  directionIn: (word: string) => Direction,
): boolean {
  const cellDirections = cells.map(directionIn);
  const directions = new Set(cellDirections);
  const hasDirection = directions.has(1) || directions.has(-1);
  if (name === 'whole') return hasDirection || directions.has(null);
  const knownCells = cellDirections.filter((direction) => direction !== null).length;
  if (!hasDirection || knownCells < cells.length * minKnownShare) return false;
  const areKnown = !directions.has(null) && cells.every((word) => word.length > 2);
  const areBoth = directions.has(1) && directions.has(-1);
  return name === 'part' || (cells.length > 1 && (areBoth || areKnown));
}
