/** @file The clerk's choices for the chart of a viewer, and what main is asked for. */
import type { ColumnRole, StatementColumn } from '../../../../shared/model/statements/open-statement.ts';
import type { ChartKind, ChartQuery } from '../../../../shared/model/statements/statement-chart.ts';
import type { DateUnit } from '../../../../shared/model/statements/statement-groups.ts';
import { summedColumns } from '../grid/state/summed-columns.ts';
import { keyOptions } from '../groups/grouping.ts';

/** `null` for the default of the statement. */
export interface ChartChoice {
  readonly kind: ChartKind | null;
  readonly unit: DateUnit | null;
  /** Column of amounts. */
  readonly amount: number | null;
  /** Column of counterparties. */
  readonly party: number | null;
  readonly currency: string | null;
  /** The balance that is shown with all figures, by its index among those of the currency. */
  readonly series: number;
  readonly showsFigures: boolean;
}

export const defaultChartChoice: ChartChoice = {
  kind: null,
  unit: null,
  amount: null,
  party: null,
  currency: null,
  series: 0,
  showsFigures: false,
};

/** What a statement lacks for a chart. */
type ChartObstacle = 'noDates' | 'noBalances' | 'noAmounts';

function columnWithRole(columns: readonly StatementColumn[], roles: readonly ColumnRole[]): number | null {
  const found = roles.map((role) => columns.findIndex((column) => column.role === role));
  return found.find((index) => index >= 0) ?? null;
}

/** Returns the column of dates of a chart over time, or `null`. */
export function dateColumnOf(columns: readonly StatementColumn[]): number | null {
  const first = columns.findIndex(({ kind }) => kind === 'date');
  const named = columnWithRole(columns, ['date', 'value-date']);
  if (named !== null && columns[named]?.kind === 'date') return named;
  return first < 0 ? null : first;
}

/** Returns the kind of chart that the clerk chose, otherwise the first one that the statement has. */
export function kindOf({ kind }: ChartChoice, columns: readonly StatementColumn[]): ChartKind {
  if (kind !== null) return kind;
  return columnWithRole(columns, ['balance', 'closing-balance']) === null ? 'flows' : 'balance';
}

/** Returns the columns by which amounts can be summed: text, the column of counterparties first. */
export function partyOptions(columns: readonly StatementColumn[]) {
  return keyOptions(columns, false).flatMap(({ id, label, key }) =>
    key.kind === 'cell' ? [{ id, label, column: key.column }] : [],
  );
}

/** Returns what main is asked for, or what the statement lacks. */
export function chartRequest(
  choice: ChartChoice,
  columns: readonly StatementColumn[],
): { readonly query: ChartQuery } | { readonly obstacle: ChartObstacle } {
  const kind = kindOf(choice, columns);
  const date = dateColumnOf(columns);
  const amount = choice.amount ?? summedColumns(columns)[0]?.index ?? null;
  const party = choice.party ?? partyOptions(columns)[0]?.column ?? 0;
  if (kind === 'balance') {
    if (columnWithRole(columns, ['balance', 'closing-balance']) === null) return { obstacle: 'noBalances' };
    return date === null ? { obstacle: 'noDates' } : { query: { kind, date } };
  }
  if (amount === null) return { obstacle: 'noAmounts' };
  if (kind === 'parties') return { query: { kind, amount, party } };
  return date === null ? { obstacle: 'noDates' } : { query: { kind, amount, date, unit: choice.unit } };
}
