/** @file Words and letters that say whether an amount comes in or goes out, as the columns of statements have them. */
import type { Contents } from './column-contents.ts';
import { plainWords } from './header-names.ts';

const outgoing =
  'd dr db s debit debits debet debito soll af out outflow dbit expense minus withdrawal ausgang belastung lastschrift uit ut ud uttak uttag debe cargo dare addebito uscita debe saida sortie depense debyt borc cikis gider kiadas terheles tartozik vydaj vydej odchozi obciazenie wydatek winien wn otto расход списание дебет витрата 支出 出金 借 借方 支 出 付 출금 money out paid out rc debitcard';
const incoming =
  'c cr h credit credits kredit credito haben bij in inflow crdt income plus deposit eingang gutschrift inn ind insattning haber abono avere accredito entrata entrada entree recette alacak giris gelir bevetel jovairas kovetel prijem prichozi uznanie wplyw ma pano приход зачисление кредит надходження 收入 入金 贷 贷方 貸 貸方 收 入 입금 money in paid in rd';
/** Words of rows that neither bring nor take money. */
const neutral = '/ - 不计收支 其他 neutral none';

const directionWords = new Map<string, 1 | -1>([
  ...withoutShared(outgoing).map((word) => [word, -1] as const),
  ...withoutShared(incoming).map((word) => [word, 1] as const),
  ['money out', -1],
  ['paid out', -1],
  ['money in', 1],
  ['paid in', 1],
]);
const neutralWords = new Set(neutral.split(' '));

function withoutShared(words: string): string[] {
  return words.split(' ').filter((word) => !['money', 'paid'].includes(word));
}

/** 1 for what comes in, -1 for what goes out, 0 for a word of neither, `null` for a text that nobody knows. */
export type Direction = 1 | 0 | -1 | null;

/**
 * Lone letters of which one says what the other means, the outgoing one first: an A behind D is Avere, and one behind E
 * is Ausgang. A and B are missing: Af and Bij go the other way than Borç and Alacak.
 */
const letterPairs = 'd c,s h,d a,d k,t k,a e,s e,e i,g i,v p,p r,u i,o i,w d,w m,o u,χ π,д к,р п'
  .split(',')
  .map((pair) => pair.split(' '));

function directionOfWord(cell: string): Direction {
  const text = cell.trim();
  if (text === '+') return 1;
  if (text === '-' || text === '\u2212') return -1;
  if (neutralWords.has(text.toLowerCase())) return 0;
  return directionWords.get(plainWords(text)) ?? null;
}

/** What each of the lone letters of a column says; `null` for one that could be either, or that nobody knows. */
function letterDirections(letters: ReadonlySet<string>): ReadonlyMap<string, Direction> {
  const [only] = letters;
  if (letters.size === 1 && only !== undefined) return new Map([[only, directionWords.get(only) ?? null]]);
  const found = new Map<string, Direction>();
  const put = (letter: string, direction: 1 | -1) => {
    const known = found.get(letter);
    found.set(letter, known === undefined || known === direction ? direction : null);
  };
  for (const [out = '', into = ''] of letterPairs.filter((pair) =>
    pair.every((letter) => letters.has(letter)),
  )) {
    put(out, -1);
    put(into, 1);
  }
  return found;
}

/** Says what the words of one column mean; letters that stand alone are known by each other. */
export function directionsOf(words: Iterable<string>): (word: string) => Direction {
  const isLetter = (text: string) => /^[a-zα-ωа-я]$/.test(text);
  const letters = new Set([...words].map(plainWords).filter(isLetter));
  const known = letterDirections(letters);
  return (word) => {
    const text = plainWords(word);
    return isLetter(text) ? (known.get(text) ?? null) : directionOfWord(word);
  };
}

const maxWords = 12;
/** The share of cells whose direction must be known where the header does not wholly promise one. */
const minKnownShare = 0.5;

/**
 * Whether a column says in or out. `name` is what its header promises: a direction and nothing else, a direction among
 * other words, or none; without one the cells must be clear by themselves. A word that nobody knows does not make the
 * column none of directions: then its amounts would count as incoming.
 */
export function holdsDirections({ cells }: Contents, name: 'whole' | 'part' | 'none'): boolean {
  const words = new Set(cells);
  if (cells.length < (name === 'none' ? 2 : 1) || words.size > maxWords) return false;
  if (cells.some((cell) => /\d/.test(cell))) return false;
  const directionIn = directionsOf(words);
  const found = [...words].map((word) => ({ word, direction: directionIn(word) }));
  const isKnown = found.some(({ direction }) => direction === 1 || direction === -1);
  if (name === 'whole') return isKnown || found.some(({ direction }) => direction === null);
  const known = cells.filter((cell) => directionIn(cell) !== null).length;
  if (!isKnown || known < cells.length * minKnownShare) return false;
  if (name === 'part') return true;
  const hasBoth = [1, -1].every((sign) => found.some(({ direction }) => direction === sign));
  return hasBoth || found.every(({ word, direction }) => direction !== null && word.length > 2);
}
