/** @file The stored statements of chosen wallets and months, for one table or one evidence pack. */
import type { Coverage, CoverageCell } from '../../../../shared/model/statements/statements.ts';

/** Months that can be chosen: the coverage has at most three years. */
export const chosenMonths = 36;

export interface CombineChoice {
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

function findCells({ months, rows }: Coverage, choice: CombineChoice): CoverageCell[] {
  return rows
    .filter(({ wallet }) => choice.walletIds.size === 0 || choice.walletIds.has(wallet.id))
    .flatMap((row) =>
      row.cells.filter((_, index) => {
        const month = months[index] ?? '';
        return month >= choice.from && month <= choice.till;
      }),
    );
}

/** A month of a wallet that ended without a stored statement. */
function isMissing({ csv, pdf, state }: CoverageCell): boolean {
  return csv === null && pdf === null && state !== 'open';
}

/** Finds the CSV and PDF statements of a choice, each once, and the number of months without any. */
export function chooseOriginals(
  coverage: Coverage,
  choice: CombineChoice,
): Pick<ChosenStatements, 'statementIds' | 'missing'> {
  const cells = findCells(coverage, choice);
  const ids = cells.flatMap(({ csv, pdf }) => [csv, pdf].filter((id) => id !== null));
  return { statementIds: [...new Set(ids)], missing: cells.filter(isMissing).length };
}

/** Finds the CSV statements of a choice. A statement of several months is counted once. */
export function chooseStatements(coverage: Coverage, choice: CombineChoice): ChosenStatements {
  const cells = findCells(coverage, choice);
  const csvs = new Map(cells.flatMap((cell) => (cell.csv === null ? [] : [[cell.csv, cell]])));
  return {
    statementIds: [...csvs.keys()],
    announcedRows: [...csvs.values()].reduce((sum, { transactions }) => sum + (transactions ?? 0), 0),
    bytes: [...csvs.values()].reduce((sum, { csvBytes }) => sum + (csvBytes ?? 0), 0),
    missing: cells.filter(isMissing).length,
    pdfs: cells.filter(({ csv, pdf }) => csv === null && pdf !== null).length,
  };
}
