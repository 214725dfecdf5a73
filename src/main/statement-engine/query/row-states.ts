/** @file The states of an open statement's rows, by kind. */
import type { View } from '../../../shared/model/statements/open-statement.ts';
import type { RowStateKind, RowStates } from '../../../shared/model/statements/row-states.ts';

type Filter = View['filters'][number];
type StateFilter = Extract<Filter, { kind: 'state' }>;

export class RowStateValues {
  readonly #rows: number;
  readonly #values = new Map<RowStateKind, Uint8Array>();
  #revision = 0;

  constructor(rows: number) {
    this.#rows = rows;
  }

  /** Sets the states of all rows; rows without a value have the state 0. */
  set(kind: RowStateKind, values: Uint8Array): void {
    this.#values.set(kind, values.subarray(0, this.#rows));
    this.#revision += 1;
  }

  /** Returns the states of a row that are not 0. */
  of(row: number): RowStates {
    const states: RowStates = {};
    for (const [kind, values] of this.#values) {
      const value = values[row] ?? 0;
      if (value !== 0) states[kind] = value;
    }
    return states;
  }

  /** Returns a key of the rows that pass the filters; it changes when states change that the filters test. */
  filterKeyOf(filters: readonly Filter[]): string {
    const dependsOnStates = filters.some(({ kind }) => kind === 'state');
    return `${JSON.stringify(filters)}${dependsOnStates ? this.#revision : ''}`;
  }

  createTest({ of, values: wantedValues }: StateFilter): (row: number) => boolean {
    const values = this.#values.get(of);
    const wanted = new Set(wantedValues);
    return (row) => wanted.has(values?.[row] ?? 0);
  }
}
