/** @file The view of an open statement as main has made it, and the sums of its rows. */
import { useEffect, useState } from 'react';
import type { ChosenRows } from '../../../shared/contract/review.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { type Sums as Answered, type View, viewSchema } from '../../../shared/model/review.ts';
import { call } from '../../bridge.ts';
import { useQuery } from '../../components/use-query.ts';

/** The view that is shown: its name, and what main said of it. */
export interface MadeView {
  readonly name: string;
  /** Names the rows in it, whatever their order and whatever is looked for. */
  readonly filters: string;
  readonly rows: number;
  readonly hits: number;
}

/** Has main make a view; the one before is given until the next is there. */
export function useView(handle: number, view: View, onError: (error: PaydeskError) => void): MadeView | null {
  const [made, setMade] = useState<MadeView | null>(null);
  const name = JSON.stringify(view);
  const filters = JSON.stringify(view.filters);
  useEffect(() => {
    let wanted = true;
    // What fits no contract fails like the call: thrown in an effect it would take the screen with it.
    const make = async () => {
      const asked = viewSchema.parse(JSON.parse(name));
      const { rows, hits } = await call('review.view', { handle, view: asked });
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

const nothing: Answered = { sums: [], scale: 0, unread: { cells: 0, rows: [] }, leftOut: [] };

/** Sums, those of the question before while `settled` is false. */
export interface Sums {
  readonly found: Answered;
  readonly settled: boolean;
  readonly error: PaydeskError | null;
  readonly retry: () => void;
}

/** Sums of a column over some rows; `made` names the rows of the view that they are of. */
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
