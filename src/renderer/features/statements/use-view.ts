/** @file The view of an open statement as main has made it, and the sums of its rows. */
import { useEffect, useState } from 'react';
import { type ChosenRows, chosenRowsSchema } from '../../../shared/contract/review.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { type CurrencySum, type View, viewSchema } from '../../../shared/model/review.ts';
import { call } from '../../bridge.ts';

/** The view that is shown: its name, and what main said of it. */
export interface MadeView {
  readonly name: string;
  readonly rows: number;
  readonly hits: number;
}

/** Has main make a view; the one before is given until the next is there. */
export function useView(handle: number, view: View, onError: (error: PaydeskError) => void): MadeView | null {
  const [made, setMade] = useState<MadeView | null>(null);
  const name = JSON.stringify(view);
  useEffect(() => {
    let wanted = true;
    // What fits no contract fails like the call: thrown in an effect it would take the screen with it.
    const make = async () => call('review.view', { handle, view: viewSchema.parse(JSON.parse(name)) });
    make().then(
      ({ rows, hits }) => {
        if (wanted) setMade({ name, rows, hits });
      },
      (thrown: unknown) => {
        if (wanted) onError(toPaydeskError(thrown));
      },
    );
    return () => {
      wanted = false;
    };
  }, [handle, name, onError]);
  return made;
}

/** Sums of a column over some rows; `made` names the view that they are of. */
export function useSums(
  handle: number,
  column: number | null,
  rows: ChosenRows,
  made: string,
): readonly CurrencySum[] {
  const [sums, setSums] = useState<readonly CurrencySum[]>([]);
  const chosen = JSON.stringify(rows);
  useEffect(() => {
    if (column === null || made === '') return;
    let wanted = true;
    call('review.sums', { handle, column, rows: chosenRowsSchema.parse(JSON.parse(chosen)) }).then(
      (answer) => {
        if (wanted) setSums(answer.sums);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [handle, column, chosen, made]);
  return sums;
}
