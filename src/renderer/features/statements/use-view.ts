/** @file The current view of an open statement in main, and sums of its rows. */
import { useEffect, useState } from 'react';
import type { ChosenRows } from '../../../shared/contract/review.ts';
import type { PaydeskError } from '../../../shared/errors.ts';
import { type Sums as ColumnSums, type View, viewSchema } from '../../../shared/model/review.ts';
import { call } from '../../bridge.ts';
import { useQuery } from '../../components/use-query.ts';

/** A view that main has applied, with its number of rows and hits. */
interface AppliedView {
  readonly name: string;
  /** Key of the rows in the view, regardless of sorting and search. */
  readonly filters: string;
  readonly rows: number;
  readonly hits: number;
}

/** Applies a view in main; returns the previous view until the new one is ready. */
export function useView(handle: number, view: View, onError: (thrown: unknown) => void): AppliedView | null {
  const [appliedView, setAppliedView] = useState<AppliedView | null>(null);
  const name = JSON.stringify(view);
  const filters = JSON.stringify(view.filters);
  useEffect(() => {
    let isCurrent = true;
    // A view that violates the contract fails like the call: an error thrown in an effect would unmount the screen.
    const make = async () => {
      const parsed = viewSchema.parse(JSON.parse(name));
      const { rows, hits } = await call('review.view', { handle, view: parsed });
      return { name, filters, rows, hits };
    };
    make().then(
      (view) => {
        if (isCurrent) setAppliedView(view);
      },
      (thrown: unknown) => {
        if (isCurrent) onError(thrown);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [handle, name, filters, onError]);
  return appliedView;
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
      return { queryKey, found: await call('review.query', { action: 'sums', handle, column, rows }) };
    },
    keepsPrevious: true,
  });
  const isSettled = value?.queryKey === queryKey;
  return { found: value?.found ?? noSums, isSettled, error, retry };
}
