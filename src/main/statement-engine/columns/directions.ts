/** @file Terms of direction columns: whether an amount is incoming or outgoing. */
import type { ColumnStatistics } from './column-statistics.ts';
import { normalizeText } from './header-names.ts';

const outgoingTerms =
  'd dr db s debit debits debet debito soll af out outflow dbit expense minus withdrawal ausgang belastung lastschrift uit ut ud uttak uttag debe cargo dare addebito uscita debe saida sortie depense debyt borc cikis gider kiadas terheles tartozik vydaj vydej odchozi obciazenie wydatek winien wn otto расход списание дебет витрата 支出 出金 借 借方 支 出 付 출금 rc debitcard';
const incomingTerms =
  'c cr h credit credits kredit credito haben bij in inflow crdt income plus deposit eingang gutschrift inn ind insattning haber abono avere accredito entrata entrada entree recette alacak giris gelir bevetel jovairas kovetel prijem prichozi uznanie wplyw ma pano приход зачисление кредит надходження 收入 入金 贷 贷方 貸 貸方 收 入 입금 rd';
/** Terms of rows that do not move money. */
const neutralList = '/ - 不计收支 其他 neutral none';

const directionByTerm = new Map<string, 1 | -1>([
  ...outgoingTerms.split(' ').map((word) => [word, -1] as const),
  ...incomingTerms.split(' ').map((word) => [word, 1] as const),
  ['money out', -1],
  ['paid out', -1],
  ['money in', 1],
  ['paid in', 1],
]);
const neutralTerms = new Set(neutralList.split(' '));

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
  return directionByTerm.get(normalizeText(text)) ?? null;
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
export function directionsOf(words: Iterable<string>): (word: string) => Direction {
  const isLetter = (text: string) => /^[a-zα-ωа-я]$/.test(text);
  const letters = new Set([...words].map(normalizeText).filter(isLetter));
  const letterDirection = letterDirections(letters);
  return (word) => {
    const text = normalizeText(word);
    return isLetter(text) ? (letterDirection.get(text) ?? null) : directionOfWord(word);
  };
}

const maxTerms = 12;
/** Minimum share of cells with a known direction, unless the header names nothing but a direction. */
const minKnownShare = 0.5;

/**
 * True if a column holds directions. `name` says whether its header is the name of a direction, contains the
 * name among other words, or has no such name; in the last case the cells must be unambiguous. Unknown terms do not
 * disqualify a column: without a direction, all its amounts would count as incoming.
 */
export function holdsDirections({ cells }: ColumnStatistics, name: 'whole' | 'part' | 'none'): boolean {
  const words = new Set(cells);
  if (cells.length < (name === 'none' ? 2 : 1) || words.size > maxTerms) return false;
  if (cells.some((cell) => /\d/.test(cell))) return false;
  const directionIn = directionsOf(words);
  const terms = [...words].map((word) => ({ word, direction: directionIn(word) }));
  const hasDirection = terms.some(({ direction }) => direction === 1 || direction === -1);
  if (name === 'whole') return hasDirection || terms.some(({ direction }) => direction === null);
  const knownCells = cells.filter((cell) => directionIn(cell) !== null).length;
  if (!hasDirection || knownCells < cells.length * minKnownShare) return false;
  if (name === 'part') return true;
  const hasBoth = [1, -1].every((sign) => terms.some(({ direction }) => direction === sign));
  return hasBoth || terms.every(({ word, direction }) => direction !== null && word.length > 2);
}
