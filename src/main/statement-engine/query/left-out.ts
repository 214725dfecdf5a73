/** @file Finds rows that are not transactions and are therefore not summed, with the reason that the clerk sees. */
import type { LeftOutReason } from '../../../shared/model/statements/open-statement.ts';
import { findMeanings, normalizeText } from '../columns/header-names.ts';
import type { NumberColumn } from '../columns/numbers.ts';
import type { Meanings } from '../columns/roles.ts';
import { cellEnd, rowEnd } from '../read/fold.ts';
import type { Table } from '../read/table.ts';
import { seekIn } from './find.ts';
import { buildDictionary } from './sums.ts';

/** Statuses of payments that moved no money, unlike payments that were reversed later. */
const unfinishedStatuses = new Set(
  'failed|declined|denied|rejected|refused|cancelled|canceled|reverted|unsuccessful|abgelehnt|fehlgeschlagen|abgebrochen|refuse|refusee|rejete|rejetee|annule|annulee|rechazado|rechazada|fallido|fallida|cancelado|cancelada|recusado|recusada|rifiutato|rifiutata|annullato|annullata|geweigerd|mislukt|geannuleerd|odrzucona|odrzucono|zamitnuto|zamitnuta|afvist|avvist|avvisad|hylatty|reddedildi|отклонено|отклонена|отменено|отменена|відхилено|交易关闭|交易失败|已关闭'.split(
    '|',
  ),
);

/** Finds the rows whose payment was not executed. */
function findUnfinishedRows(table: Table, { columns }: Meanings): Set<number> {
  const rows = new Set<number>();
  for (const [index, { meaning }] of columns.entries()) {
    if (meaning !== 'kind') continue;
    const dictionary = buildDictionary(table, index);
    const isUnfinished = dictionary?.words.map((word) => unfinishedStatuses.has(normalizeText(word))) ?? [];
    if (dictionary === null || !isUnfinished.includes(true)) continue;
    for (const [row, code] of dictionary.codes.entries()) if (isUnfinished[code] === true) rows.add(row);
  }
  return rows;
}

/** Excluded rows by reason, ascending; each row appears once. */
export type ExcludedRows = ReadonlyMap<LeftOutReason, Uint32Array>;

/** Maximum number of rows whose text is read to find a better reason than a missing date. */
const maxReadRows = 20_000;
/** Rows at the beginning and end of a file that may hold balances, dated or not. */
const edgeRows = 3;
/** Maximum number of words in the label of a total. */
const maxLabelLength = 6;

const totalLabels = new Set(
  'total|totals|grand total|sub total|subtotal|sum|sums|summe|summen|gesamt|gesamtsumme|gesamtbetrag|zwischensumme|totaux|somme|sous total|totales|suma|totais|soma|totale|totali|somma|totaal|subtotaal|sum total|ialt|totalt|summa|delsumma|delsum|yhteensa|kokku|razem|ogolem|celkem|soucet|spolu|osszesen|ukupno|toplam|genel toplam|итого|всего|итог|разом|всього|συνολο|合計|小計|総計|合计|总计|小计|합계|account total|total general|net total|turnover|umsatze gesamt|total debits|total credits|total debit|total credit|total debito|total credito|total fees|closing total|page total'.split(
    '|',
  ),
);
/** Words that connect a label with a date or a currency. */
const connectives = new Set(
  'am at as of per vom zum au al a del op den pr on ze dnia k на w der the in eur usd chf gbp'.split(' '),
);
const balanceMeanings = new Set(['balance', 'opening-balance', 'closing-balance', 'other-balance']);

/** Normalizes a label without numbers, dates, and the words that connect a label with them. */
function normalizeLabel(cell: string): string {
  const words = normalizeText(cell.replace(/\p{Sc}|[-+]?\d[\d.,:/'-]*/gu, ' ')).split(' ');
  const last = words.findLastIndex((word, index) => index === 0 || !connectives.has(word));
  return words.slice(0, last + 1).join(' ');
}

/** True if a row is labelled as a total or a balance. In a dated row only a phrase of several words counts. */
function isTotal(cells: readonly string[], isDated: boolean): boolean {
  return cells.some((cell) => {
    const words = cell.length > 60 ? '' : normalizeLabel(cell);
    if (words === '' || words.split(' ').length > maxLabelLength) return false;
    if (!isDated && totalLabels.has(words)) return true;
    const [first] = findMeanings(words);
    if (first === undefined || !first.isWhole || !balanceMeanings.has(first.meaning)) return false;
    return (
      !isDated || (words.includes(' ') && first.meaning !== 'balance' && first.meaning !== 'other-balance')
    );
  });
}

/** True for a row that repeats at least half of the column names. */
function isHeader(cells: readonly string[], names: readonly string[]): boolean {
  const filledCells = cells.flatMap((cell, index) =>
    cell.trim() === '' ? [] : [{ cell: cell.trim(), index }],
  );
  const matchingCells = filledCells.filter(
    ({ cell, index }) => cell.toLowerCase() === names[index]?.toLowerCase(),
  );
  return filledCells.length > 1 && matchingCells.length >= filledCells.length / 2;
}

function isMostlyEmpty(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell.trim() !== '').length <= cells.length / 2;
}

/** True for a row with missing or additional cells; empty additional cells are ignored. */
function isShortOrLong(cells: readonly string[], expected: number): boolean {
  return cells.length < expected || cells.slice(expected).some((cell) => cell.trim() !== '');
}

/** Returns the values of all columns that can date a row. */
function dateValuesOf(table: Table, { roles, columns }: Meanings): Int32Array[] {
  return columns.flatMap(({ meaning }, index) => {
    const column = table.columns[index];
    const isDate = meaning === null || index === roles.date || meaning.includes('date');
    return column?.kind === 'date' && isDate ? [column.values] : [];
  });
}

function amountColumnsOf(table: Table, { roles }: Meanings): NumberColumn[] {
  return [roles.amount, roles.debit, roles.credit].flatMap((index) => {
    const column = index === null ? undefined : table.columns[index];
    return column?.kind === 'number' ? [column] : [];
  });
}

/** Finds the excluded rows. Blank rows are not reported. */
export function findExcludedRows(table: Table, meanings: Meanings): ExcludedRows {
  const dates = dateValuesOf(table, meanings);
  const isDated = (row: number) => dates.some((values) => (values[row] ?? 0) !== 0);
  const amounts = amountColumnsOf(table, meanings);
  const undated = dates.length === 0 ? [] : findRowsWithout(table, isDated);
  const lastRow = table.rows - 1;
  const edgePairs = Array.from({ length: Math.min(table.rows, edgeRows) }, (_, index) => [
    index,
    lastRow - index,
  ]);
  const suspects = new Set([...table.ragged, ...edgePairs.flat(), ...undated]);
  for (const { badRows } of amounts) for (const row of badRows) suspects.add(row);
  for (const row of findLabelledBalances(table)) suspects.add(row);
  const unfinished = findUnfinishedRows(table, meanings);
  for (const row of unfinished) suspects.add(row);
  const reasonOf = createReasonFinder(table, dates.length > 0, {
    odd: new Set(table.ragged),
    undated: new Set(undated),
    unfinished,
    sums: new Set(amounts.flatMap(({ values }) => [...findSumRows(values, undated)])),
  });
  const rowsByReason = new Map<LeftOutReason, number[]>(reasons.map((reason) => [reason, []]));
  let readRows = 0;
  for (const row of [...suspects].sort((one, two) => one - two)) {
    if (isBlank(table, row)) continue;
    readRows += 1;
    const reason = reasonOf(row, readRows <= maxReadRows ? table.cells(row, 200) : null);
    if (reason !== null) rowsByReason.get(reason)?.push(row);
  }
  return new Map(
    [...rowsByReason].flatMap(([reason, rows]) =>
      rows.length === 0 ? [] : [[reason, Uint32Array.from(rows)] as const],
    ),
  );
}

/** Reasons in the order of the report. */
const reasons = ['header', 'total', 'odd', 'unfinished', 'undated'] as const;

/** Creates a function that returns the reason why a row is excluded; `cells` is `null` if the text of the row was not read. */
function createReasonFinder(
  table: Table,
  hasDates: boolean,
  rows: Readonly<Record<'odd' | 'undated' | 'unfinished' | 'sums', ReadonlySet<number>>>,
): (row: number, cells: readonly string[] | null) => LeftOutReason | null {
  const names = table.columns.map(({ name }) => name);
  return (row, cells) => {
    const isUndated = rows.undated.has(row);
    if (cells !== null && isHeader(cells, names)) return 'header';
    const isWithoutFacts = isUndated || (!hasDates && isMostlyEmpty(cells ?? []));
    // In a file without dates, the label of a total is in the first cell.
    const isCalledTotal =
      !hasDates && row === table.rows - 1 && totalLabels.has(normalizeLabel(cells?.[0] ?? ''));
    if (isCalledTotal || rows.sums.has(row) || (cells !== null && isTotal(cells, !isWithoutFacts)))
      return 'total';
    if (rows.odd.has(row) && (cells === null || isShortOrLong(cells, table.layout.columns))) return 'odd';
    if (rows.unfinished.has(row)) return 'unfinished';
    return isUndated ? 'undated' : null;
  };
}

/** Labels of daily balances: dated rows anywhere in Brazilian statements. */
const balanceLabels = ['saldo do dia', 's a l d o'].map((label) => Buffer.from(label));

/** Finds the rows that contain the label of a daily balance, also as a part of a cell. */
function findLabelledBalances(table: Table): number[] {
  const { tokens, head, rows } = table;
  const { foldedStarts } = tokens;
  const labelled: number[] = [];
  for (const label of balanceLabels) {
    const seek = seekIn(table, label);
    let row = head;
    for (let at = seek(0); at >= 0 && labelled.length < maxReadRows; at = seek(at + 1)) {
      while (row + 1 < head + rows && (foldedStarts[row + 1] ?? 0) <= at) row += 1;
      if (at >= (foldedStarts[head] ?? 0)) labelled.push(row - head);
    }
  }
  return labelled;
}

function findRowsWithout(table: Table, isIncluded: (row: number) => boolean): number[] {
  const rows: number[] = [];
  for (let row = 0; row < table.rows; row += 1) if (!isIncluded(row)) rows.push(row);
  return rows;
}

/** Finds the undated rows whose amount is the sum of the previous amounts, at least two, since the last such row. */
function findSumRows(values: Float64Array, undated: readonly number[]): Set<number> {
  const sumRows = new Set<number>();
  let nextRow = 0;
  let sum = 0;
  let count = 0;
  for (const undatedRow of undated.slice(0, maxReadRows)) {
    for (; nextRow < undatedRow; nextRow += 1) {
      const value = values[nextRow] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
    nextRow = undatedRow + 1;
    const value = values[undatedRow] ?? Number.NaN;
    if (count > 1 && value !== 0 && value === sum) {
      sumRows.add(undatedRow);
      sum = 0;
      count = 0;
    }
  }
  return sumRows;
}

/** True if a row has only separators and blanks. */
export function isBlank({ tokens, head }: Table, row: number): boolean {
  const { folded, foldedStarts } = tokens;
  const end = foldedStarts[row + head + 1] ?? 0;
  for (let at = foldedStarts[row + head] ?? 0; at < end; at += 1) {
    const byte = folded[at];
    if (byte !== cellEnd && byte !== rowEnd && byte !== 0x20) return false;
  }
  return true;
}
