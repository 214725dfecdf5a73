/** @file The hits of a search in one open file: cells that contain the text, in rows that pass the filters. */
import type { z } from 'zod';
import type { hitFactsSchema } from '../../../shared/model/statements/statement-search.ts';
import type { FoundInFile } from '../process/methods/search-methods.ts';
import type { Table } from '../read/table.ts';
import type { Hit } from './find.ts';
import { currencyOfRow, type RowFacts, unitsOfRow } from './row-facts.ts';
import type { FilteredRows } from './row-filter.ts';
import { findMatches, type TextMatcher } from './text-matcher.ts';

const maxCellBytes = 200;
const maxShownCells = 24;

export type FileHits = Pick<FoundInFile, 'hits' | 'more' | 'reasons'>;

function formatDate(value: number): string {
  const digits = String(value).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Returns date and amount of a row; the amount of the column with the hit, otherwise the first of the row. */
function describeRow(facts: RowFacts, { row, column }: Hit): z.input<typeof hitFactsSchema> {
  const date = facts.dates?.[row] ?? 0;
  const inColumn = facts.money.filter((money) => money.column === column);
  for (const money of [...inColumn, ...facts.money]) {
    const units = unitsOfRow(money, row);
    if (units === null) continue;
    const currency = currencyOfRow(money.currencies, row);
    return {
      date: date === 0 ? null : formatDate(date),
      amount: { units: String(units), scale: money.scale, currency },
    };
  }
  return { date: date === 0 ? null : formatDate(date), amount: null };
}

function* rowsThatPass({ columns }: FilteredRows): Generator<Hit> {
  for (const [row, column] of columns.entries()) if (column > 0) yield { row, column: column - 1 };
}

function* findCells(table: Table, matcher: TextMatcher, filtered: FilteredRows | null): Generator<Hit> {
  if (matcher.needle.length === 0) {
    if (filtered !== null) yield* rowsThatPass(filtered);
    return;
  }
  for (const hit of findMatches(table, matcher))
    if (filtered === null || (filtered.columns[hit.row] ?? 0) > 0) yield hit;
}

/** Finds the first hits of a file. `readFacts` is called only for a file with hits. */
export function findInFile(
  table: Table,
  search: {
    readonly matcher: TextMatcher;
    readonly filtered: FilteredRows | null;
    readonly maxHits: number;
    readonly readFacts: () => RowFacts;
  },
): FileHits {
  const { maxHits, filtered } = search;
  const cells: Hit[] = [];
  for (const hit of findCells(table, search.matcher, filtered)) {
    cells.push(hit);
    if (cells.length > maxHits) break;
  }
  const shown = cells.slice(0, maxHits);
  const facts = shown.length === 0 ? null : search.readFacts();
  const hits = shown.map((hit) => ({
    kind: 'cell' as const,
    ...hit,
    columnName: table.columns[hit.column]?.name ?? '',
    cells: table.cells(hit.row, maxCellBytes).slice(0, maxShownCells),
    ...(facts === null ? { date: null, amount: null } : describeRow(facts, hit)),
  }));
  return { hits, more: cells.length > maxHits, reasons: [...(filtered?.reasons ?? [])] };
}
