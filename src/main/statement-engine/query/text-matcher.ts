/** @file A search text: as it is typed and, if it is an amount, in the other notations of the amount. */
import { createAmountNotations } from '../columns/amount-notations.ts';
import { foldText } from '../read/fold.ts';
import type { Table } from '../read/table.ts';
import type { FoundText } from '../search/text-cache.ts';
import { findHits, findNeedle, type Hit } from './find.ts';

const quote = 0x22;

export type TextMatcher = ReturnType<typeof createTextMatcher>;

/** Creates the matcher of a text. */
export function createTextMatcher(text: string) {
  const needle = foldText(text);
  const needleWithoutQuotes = needle.filter((byte) => byte !== quote);
  const amount = createAmountNotations(text);
  return {
    text,
    /** The folded text. */
    needle,
    /** Other notations; `null` for a text that is not an amount. */
    amount,
    /** False if no cell of a folded file without quotes can contain the text. */
    mayBeIn: (cached: Pick<FoundText, 'includes'>) =>
      needleWithoutQuotes.length === 0 ||
      cached.includes(needleWithoutQuotes) ||
      amount?.needles.some((part) => cached.includes(part, amount.mayBeAt)) === true,
  };
}

/** Yields the cells that contain the text, each once, in the order of the file. */
export function* findMatches(table: Table, { text, amount }: TextMatcher): Generator<Hit> {
  if (amount === null) {
    yield* findHits(table, text);
    return;
  }
  const cells = new Map<string, Hit>();
  const add = (hit: Hit) => cells.set(`${hit.row} ${hit.column}`, hit);
  for (const hit of findHits(table, text)) add(hit);
  for (const part of amount.needles) for (const hit of findNeedle(table, part, amount.isAt)) add(hit);
  yield* [...cells.values()].sort((one, other) => one.row - other.row || one.column - other.column);
}
