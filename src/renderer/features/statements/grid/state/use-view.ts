/** @file The current view of an open statement in main, and sums of its rows. */
import { useState } from 'react';
import type { ChosenRows } from '../../../../../shared/contract/viewer.ts';
import type { PaydeskError } from '../../../../../shared/errors.ts';
import type { Sums as ColumnSums, View } from '../../../../../shared/model/statements/open-statement.ts';
import { call } from '../../../../bridge.ts';
import { type QueryResult, useQuery } from '../../../../components/layout/use-query.ts';

/** A view that main has applied, with its number of rows and hits. */
interface AppliedView {
  readonly name: string;
  /** Key of the rows in the view, regardless of sorting and search. */
  readonly filters: string;
  readonly statesRevision: number;
  readonly rows: number;
  readonly hits: number;
}

/** Applies a view in main, again when states of rows have changed. `value` is the previous view until the new one is ready, and when that fails. */
export function useView(handle: number, view: View, statesRevision: number): QueryResult<AppliedView> {
  const name = JSON.stringify(view);
  const filters = JSON.stringify(view.filters);
  const query = useQuery({
    queryKey: `${handle} ${name} ${statesRevision}`,
    load: async () => {
      const { rows, hits } = await call('viewer.view', { handle, view });
      return { name, filters, statesRevision, rows, hits };
    },
  });
  const [appliedView, setAppliedView] = useState<AppliedView | null>(null);
  if (query.value !== null && query.value !== appliedView) setAppliedView(query.value);
  return { ...query, value: query.value ?? appliedView };
}

const noSums: ColumnSums = { sums: [], scale: 0, unread: { cells: 0, rows: [] }, leftOut: [] };

/** Sums of a column; the sums of the previous rows while `isSettled` is false. */
interface Sums {
  readonly found: ColumnSums;
  readonly isSettled: boolean;
  readonly error: PaydeskError | null;
  readonly retry: () => void;
}

/** Returns the sums of a column over the given rows; `viewKey` is the key of the view's rows. */
export function useSums(handle: number, column: number | null, rows: ChosenRows, viewKey: string): Sums {
  const queryKey = JSON.stringify([column, rows, viewKey]);
  const { value, error, retry } = useQuery({
    queryKey,
    load: async () => {
      if (column === null || viewKey === '') return { queryKey, found: noSums };
      return { queryKey, found: await call('viewer.query', { action: 'sums', handle, column, rows }) };
    },
    keepsPrevious: true,
  });
  const isSettled = value?.queryKey === queryKey;
  return { found: value?.found ?? noSums, isSettled, error, retry };
}
