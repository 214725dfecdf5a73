/** @file What the viewer finds in a CSV file without problems. */
import type { Opened, StatementColumn } from '../../../src/shared/model/statements/open-statement.ts';

export function openedOf(columns: readonly StatementColumn[], rows: number): Opened {
  return {
    rows,
    columns: [...columns],
    encoding: 'utf-8',
    encodingCertain: true,
    separator: ';',
    header: 0,
    headerRows: 1,
    preamble: 0,
    layoutCertain: true,
    headerCandidates: [0],
    unquotedAmount: null,
    ragged: 0,
    blank: 0,
    openQuotes: 0,
    options: {},
  };
}
