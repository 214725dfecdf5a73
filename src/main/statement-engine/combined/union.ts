/** @file What a table of several statements knows about them: their rows, and the columns that say where a row comes from. */
import type { Meanings } from '../columns/roles.ts';
import type { Table } from '../read/table.ts';

/** A statement as main describes it to the table. */
export interface StatementOrigin {
  readonly walletId: number;
  /** Text of the column *Wallet*; different for every wallet. */
  readonly wallet: string;
  /** Text of the column *Period*. */
  readonly period: string;
  /** Calendar dates. */
  readonly since: string;
  readonly till: string;
  /** Currency of the amounts of a file that states none; different for wallets whose currency is unknown. */
  readonly currency: string;
}

/** Bytes of the folded text. */
export interface FoldedRange {
  readonly start: number;
  readonly end: number;
}

/** One statement of the table. */
export interface UnionPart {
  /** Its index among the announced statements. */
  readonly index: number;
  readonly origin: StatementOrigin;
  /** Number of its first row in the united table. */
  readonly firstRow: number;
  /** The statement by itself, with the columns of its own file. */
  readonly table: Table;
  readonly meanings: Meanings;
  /** For each united column: the column of its own file, or `null`. */
  readonly columns: readonly (number | null)[];
  readonly wallet: FoldedRange;
  readonly period: FoldedRange;
  /** Bytes of the file as stored. */
  readonly bytes: Uint8Array;
}

/** The statements of a united table, and the columns that no file has. */
export interface Union {
  /** In the order of the rows. */
  readonly parts: readonly UnionPart[];
  /** Number of columns that come from files; the columns of the origin follow. */
  readonly fileColumns: number;
  /** Columns of the origin: text, text, and the number of the row in its statement from 1. */
  readonly wallet: number;
  readonly period: number;
  readonly row: number;
  readonly meanings: Meanings;
}

/** Finds the index of the statement that contains a row. */
export function partIndexOf({ parts }: Pick<Union, 'parts'>, row: number): number {
  let low = 0;
  let high = parts.length;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((parts[middle]?.firstRow ?? 0) <= row) low = middle;
    else high = middle;
  }
  return low;
}

/** Finds the statement that contains a row. */
export function partOfRow(union: Pick<Union, 'parts'>, row: number): UnionPart | undefined {
  return union.parts[partIndexOf(union, row)];
}
