/** @file The rows of the list of hits: sorted, and grouped by statement. */
import type { SearchHit } from '../../../../shared/model/statements/statement-search.ts';
import type { GridSort } from '../../../components/data-grid/columns.ts';
import { walletTitle } from '../statement-cells.tsx';

export type IndexedHit = SearchHit & { readonly index: number };

/** A row of the list: a hit, or the statement above its hits. */
export type SearchRow =
  | { readonly kind: 'hit'; readonly hit: IndexedHit }
  | {
      readonly kind: 'statement';
      /** The first hit of the statement. */
      readonly hit: IndexedHit;
      readonly count: number;
      readonly isCollapsed: boolean;
    };

export const defaultSort: GridSort = { by: 'date', descending: true };

/** Returns an ID that no other row has: negative for a statement. */
export function rowId(row: SearchRow): number {
  return row.kind === 'hit' ? row.hit.index : -row.hit.statementId - 1;
}

/** The day of a hit: that of its row, otherwise the last day of the statement. */
function dayOf(hit: SearchHit): string {
  return (hit.kind === 'cell' ? hit.date : null) ?? hit.till;
}

function compareAmounts(one: SearchHit, other: SearchHit): number {
  const [left, right] = [one, other].map((hit) => (hit.kind === 'cell' ? hit.amount : null));
  if (left == null || right == null) return Number(left == null) - Number(right == null);
  const difference =
    BigInt(left.units) * 10n ** BigInt(right.scale) - BigInt(right.units) * 10n ** BigInt(left.scale);
  return difference < 0n ? -1 : Number(difference > 0n);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Sorts hits; hits without an amount come last in either direction. */
export function sortHits(hits: readonly IndexedHit[], { by, descending }: GridSort): IndexedHit[] {
  const direction = descending ? -1 : 1;
  const hasAmount = (hit: SearchHit) => hit.kind === 'cell' && hit.amount !== null;
  return hits.toSorted((one, other) => {
    if (by === 'amount') {
      const result = compareAmounts(one, other);
      if (result !== 0) return hasAmount(one) && hasAmount(other) ? result * direction : result;
    }
    const result =
      by === 'statement'
        ? compareTexts(walletTitle(one.wallet), walletTitle(other.wallet))
        : by === 'date'
          ? compareTexts(dayOf(one), dayOf(other))
          : 0;
    return result * direction || one.index - other.index;
  });
}

/** Returns the IDs of the statements with hits, in the order of the hits. */
export function statementIdsOf(hits: readonly SearchHit[]): number[] {
  return [...new Set(hits.map(({ statementId }) => statementId))];
}

/** Puts a row above the hits of each statement, in the order of the first hits; collapsed statements have no other rows. */
export function groupByStatement(
  hits: readonly IndexedHit[],
  collapsedIds: ReadonlySet<number>,
): SearchRow[] {
  const hitsById = Map.groupBy(hits, ({ statementId }) => statementId);
  return statementIdsOf(hits).flatMap((id): SearchRow[] => {
    const ownHits = hitsById.get(id) ?? [];
    const [first] = ownHits;
    if (first === undefined) return [];
    const isCollapsed = collapsedIds.has(id);
    return [
      { kind: 'statement', hit: first, count: ownHits.length, isCollapsed },
      ...(isCollapsed ? [] : ownHits.map((hit): SearchRow => ({ kind: 'hit', hit }))),
    ];
  });
}
