/** @file The columns that follow the columns of the statement in an export. */
import { t } from '../../../../shared/messages/index.ts';
import { formatRowState } from '../../../../shared/messages/row-state-texts.ts';
import type { RowStateKind } from '../../../../shared/model/statements/row-states.ts';

export interface FurtherColumns {
  readonly names: readonly string[];
  /** Returns the cells of a row, by its number among all rows. */
  readonly cellsOf: (row: number) => readonly string[];
}

/** Results of comparisons with other sources, which an export states for each row. */
const comparedKinds = ['agreement', 'ledger'] as const;

/** Returns the results of the comparisons with proofs and with the ledger; `null` when no row has one. */
export function createComparisonColumns(
  states: ReadonlyMap<RowStateKind, Uint8Array>,
): FurtherColumns | null {
  const compared = comparedKinds.flatMap((kind) => {
    const values = states.get(kind);
    return values?.some((value) => value !== 0) === true ? [{ kind, values }] : [];
  });
  if (compared.length === 0) return null;
  return {
    names: compared.map(({ kind }) => t(`statementExport.column.${kind}`)),
    cellsOf: (row) =>
      compared.map(({ kind, values }) => {
        const value = values[row] ?? 0;
        return value === 0 ? '' : formatRowState(kind, value);
      }),
  };
}

/** Returns all columns side by side; `null` when there are none. */
export function joinColumns(parts: readonly (FurtherColumns | null)[]): FurtherColumns | null {
  const present = parts.filter((part) => part !== null);
  if (present.length === 0) return null;
  return {
    names: present.flatMap(({ names }) => names),
    cellsOf: (row) => present.flatMap(({ cellsOf }) => cellsOf(row)),
  };
}
