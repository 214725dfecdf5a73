/** @file The stored statements of chosen wallets and months, for one table. */
import type { Coverage } from '../../../../shared/model/statements.ts';

export interface TableChoice {
  /** Wallets; empty for all. */
  readonly walletIds: ReadonlySet<number>;
  /** First and last month, YYYY-MM. */
  readonly from: string;
  readonly till: string;
}

interface ChosenStatements {
  readonly statementIds: readonly number[];
  /** Rows that the events announced; a lower bound when some statements announced none. */
  readonly announcedRows: number;
  /** Size of the files together. */
  readonly bytes: number;
  /** Months of chosen wallets that ended without a stored statement. */
  readonly missing: number;
  /** Months that are stored only as PDF. */
  readonly pdfs: number;
}

/** Finds the CSV statements of a choice. A statement of several months is counted once. */
export function chooseStatements({ months, rows }: Coverage, choice: TableChoice): ChosenStatements {
  const cells = rows
    .filter(({ wallet }) => choice.walletIds.size === 0 || choice.walletIds.has(wallet.id))
    .flatMap((row) =>
      row.cells.filter((_, index) => {
        const month = months[index] ?? '';
        return month >= choice.from && month <= choice.till;
      }),
    );
  const csvs = new Map(cells.flatMap((cell) => (cell.csv === null ? [] : [[cell.csv, cell]])));
  return {
    statementIds: [...csvs.keys()],
    announcedRows: [...csvs.values()].reduce((sum, { transactions }) => sum + (transactions ?? 0), 0),
    bytes: [...csvs.values()].reduce((sum, { csvBytes }) => sum + (csvBytes ?? 0), 0),
    missing: cells.filter(({ csv, pdf, state }) => csv === null && pdf === null && state !== 'open').length,
    pdfs: cells.filter(({ csv, pdf }) => csv === null && pdf !== null).length,
  };
}
