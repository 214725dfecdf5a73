/** @file The current view of an open statement in main, and sums of its rows. */
import { useEffect, useState } from 'react';
import type { ChosenRows } from '../../../shared/contract/review.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { type Sums as ColumnSums, type View, viewSchema } from '../../../shared/model/review.ts';
import { call } from '../../bridge.ts';
import { useQuery } from '../../components/use-query.ts';

/** A view that main has applied, with its number of rows and hits. */
export interface MadeView {
  readonly name: string;
  /** Key of the rows in the view, regardless of sorting and search. */
  readonly filters: string;
  readonly rows: number;
  readonly hits: number;
}

/** Applies a view in main; returns the previous view until the new one is ready. */
export function useView(handle: number, view: View, onError: (error: PaydeskError) => void): MadeView | null {
  const [made, setMade] = useState<MadeView | null>(null);
  const name = JSON.stringify(view);
  const filters = JSON.stringify(view.filters);
  useEffect(() => {
    let wanted = true;
    // A view that violates the contract fails like the call: an error thrown in an effect would unmount the screen.
    const make = async () => {
      const parsed = viewSchema.parse(JSON.parse(name));
      const { rows, hits } = await call('review.view', { handle, view: parsed });
      return { name, filters, rows, hits };
    };
    make().then(
      (view) => {
        if (wanted) setMade(view);
      },
      (thrown: unknown) => {
        if (wanted) onError(toPaydeskError(thrown));
      },
    );
    return () => {
      wanted = false;
    };
  }, [handle, name, filters, onError]);
  return made;
}

const nothing: ColumnSums = { sums: [], scale: 0, unread: { cells: 0, rows: [] }, leftOut: [] };

/** Sums; those of the previous rows while `settled` is false. */
export interface Sums {
  readonly found: ColumnSums;
  readonly settled: boolean;
  readonly error: PaydeskError | null;
  readonly retry: () => void;
}

/** Sums of a column over chosen rows; `made` is the key of the view's rows. */
export function useSums(handle: number, column: number | null, rows: ChosenRows, made: string): Sums {
  const source = JSON.stringify([column, rows, made]);
  const { value, error, retry } = useQuery({
    source,
    revision: 0,
    load: async () => {
      if (column === null || made === '') return { source, found: nothing };
      return { source, found: await call('review.sums', { handle, column, rows }) };
    },
    keepsPrevious: true,
  });
  const settled = value?.source === source;
  return { found: value?.found ?? nothing, settled, error, retry };
}
