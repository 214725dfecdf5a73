/** @file The money of several statements: each is read by its own signs, currencies and excluded rows. */
import type { LeftOutReason } from '../../../shared/model/statements/open-statement.ts';
import { computeMovements, determineCurrencies, type Movements } from '../columns/movements.ts';
import { type ExcludedRows, findExcludedRows } from '../query/left-out.ts';
import { buildDictionary, type Dictionary } from '../query/sums.ts';
import type { Union, UnionPart } from './union.ts';
import { filledRows, joinRows, shiftRows, uniteNumbers } from './values.ts';

type RowCurrencies = Pick<Dictionary, 'words' | 'codes'>;

/** Maximum number of different currencies: the code of a currency has 16 bits. */
const maxCurrencies = 0xffff;

function ownColumn({ columns }: UnionPart, column: number): number | null {
  return columns[column] ?? null;
}

/** Signed amounts of a column of several statements. */
interface UnitedMovements extends Movements {
  /** Rows with a cell that is no amount in their statement, ascending. */
  readonly otherMeaning: Uint32Array;
}

/** Returns the signed amounts of a united column; `null` for a column that is money in no statement. */
export function uniteMovements({ parts, meanings }: Union, column: number): UnitedMovements | null {
  if (meanings.columns[column]?.isSummed !== true) return null;
  const placed = parts.map((part) => {
    const own = ownColumn(part, column);
    return { part, own, movements: own === null ? null : computeMovements(part.table, part.meanings, own) };
  });
  if (placed.every(({ movements }) => movements === null)) return null;
  const last = parts.at(-1);
  const rows = last === undefined ? 0 : last.firstRow + last.table.rows;
  const collect = (pick: (movements: Movements) => Uint32Array) =>
    joinRows(
      placed.flatMap(({ part, movements }) =>
        movements === null ? [] : [shiftRows(pick(movements), part.firstRow)],
      ),
    );
  return {
    ...uniteNumbers(
      rows,
      placed.map(({ part, movements }) => ({ firstRow: part.firstRow, numbers: movements })),
    ),
    currencies: null,
    badRows: collect(({ badRows }) => badRows),
    undirected: collect(({ undirected }) => undirected),
    otherMeaning: joinRows(
      placed.flatMap(({ part, own, movements }) =>
        movements === null && own !== null ? [filledRows({ part, index: own })] : [],
      ),
    ),
  };
}

function currenciesOfPart(part: UnionPart, own: number): RowCurrencies | null {
  const movements = computeMovements(part.table, part.meanings, own);
  return determineCurrencies(part.table, part.meanings, own, {
    cellCurrencies: movements?.currencies ?? null,
    readDictionary: (index) => buildDictionary(part.table, index),
  });
}

/**
 * Returns the currency of each row of a united column. A row without a currency has the one that is known of its wallet,
 * so that amounts of different currencies are never added.
 */
export function uniteCurrencies({ parts }: Union, column: number): RowCurrencies {
  const last = parts.at(-1);
  const codes = new Uint16Array(last === undefined ? 0 : last.firstRow + last.table.rows);
  const words: string[] = [];
  const codeOfWord = new Map<string, number>();
  const codeOf = (word: string) => {
    // The same currency may be written in capitals in one file and in small letters in another one.
    const key = word.toUpperCase();
    const known = codeOfWord.get(key);
    if (known !== undefined) return known;
    const code = Math.min(words.length, maxCurrencies);
    if (code === words.length) words.push(word);
    codeOfWord.set(key, code);
    return code;
  };
  for (const part of parts) {
    const own = ownColumn(part, column);
    if (own === null) continue;
    const currencies = currenciesOfPart(part, own);
    const unitedCodes = (currencies?.words ?? ['']).map((word) =>
      codeOf(word === '' ? part.origin.currency : word),
    );
    if (currencies === null) codes.fill(unitedCodes[0] ?? 0, part.firstRow, part.firstRow + part.table.rows);
    else
      for (const [row, code] of currencies.codes.entries())
        codes[part.firstRow + row] = unitedCodes[code] ?? 0;
  }
  return { words, codes };
}

/** Returns the rows of all statements that are no transactions, by reason. */
export function uniteExcludedRows({ parts }: Union): ExcludedRows {
  const byReason = new Map<LeftOutReason, Uint32Array[]>();
  for (const { table, meanings, firstRow } of parts) {
    for (const [reason, rows] of findExcludedRows(table, meanings)) {
      const lists = byReason.get(reason) ?? [];
      lists.push(shiftRows(rows, firstRow));
      byReason.set(reason, lists);
    }
  }
  return new Map([...byReason].map(([reason, lists]) => [reason, joinRows(lists)]));
}
