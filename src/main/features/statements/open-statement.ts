/**
 * @file Asks about the statement that is open. When the review process ended because of another statement, the open one is
 * opened again as it was, and the clerk does not notice.
 */
import type { z } from 'zod';
import { toPaydeskError } from '../../../shared/errors.ts';
import type { ReadOptions, View } from '../../../shared/model/review.ts';
import type { AskOptions, Review } from '../../review/client.ts';
import type { AskName, asks, Source } from '../../review/messages.ts';
import type { ReadStatement, StatementReadings } from './readings.ts';

/** An open statement, and how it was opened. */
export interface OpenedAs {
  readonly handle: number;
  readonly item: string;
  readonly size: number | null;
  readonly statementId: number;
  readonly options: ReadOptions;
}

type Args<Name extends AskName> = z.input<(typeof asks)[Name]['args']>;
type Result<Name extends AskName> = z.output<(typeof asks)[Name]['result']>;

/** Asks about an open statement. */
export interface OpenStatementAsks {
  /** Asks, as {@link StatementReadings.readOpen} does. */
  ask<Name extends AskName>(opened: OpenedAs, name: Name, args: Args<Name>): Promise<Result<Name>>;
  /** Asks once; what ends the process is for the caller. */
  askOnce<Name extends AskName>(
    opened: OpenedAs,
    name: Name,
    args: Args<Name>,
    options: AskOptions,
  ): Promise<Result<Name>>;
  /** Makes a view, which the statement has again when it is opened again. */
  setView(opened: OpenedAs, view: View): Promise<Result<'view'>>;
}

export interface OpenStatementDeps {
  readonly review: Review;
  readonly readings: StatementReadings;
  readonly sourceOf: (item: string) => Promise<Source>;
  /** False for a statement that was closed. */
  readonly isOpen: (handle: number) => boolean;
}

/** Creates the asks. One statement is open at a time. */
export function createOpenStatementAsks(deps: OpenStatementDeps): OpenStatementAsks {
  const { review, readings, sourceOf, isOpen } = deps;
  let lastView: { readonly handle: number; readonly view: View } | null = null;
  let reopening: { readonly handle: number; readonly promise: Promise<void> } | null = null;

  async function reopen(
    { handle, item, options: readOptions }: OpenedAs,
    options: AskOptions,
  ): Promise<void> {
    // As it was read then, whatever is remembered by now.
    const how = { options: readOptions, remembered: null };
    await review.ask('open', { handle, source: await sourceOf(item), ...how }, options);
    if (lastView?.handle === handle) await review.ask('view', { handle, view: lastView.view }, options);
    if (!isOpen(handle)) await review.ask('close', { handle }, options);
  }

  /** However many asks find it closed, it is opened once. */
  async function reopenOnce(opened: OpenedAs, options: AskOptions): Promise<void> {
    if (reopening?.handle !== opened.handle)
      reopening = { handle: opened.handle, promise: reopen(opened, options) };
    const mine = reopening;
    try {
      await mine.promise;
    } finally {
      if (reopening === mine) reopening = null;
    }
  }

  const asks: Pick<OpenStatementAsks, 'ask' | 'askOnce'> = {
    async askOnce(opened, name, args, options) {
      try {
        return await review.ask(name, args, options);
      } catch (thrown) {
        if (toPaydeskError(thrown).code !== 'review-closed' || !isOpen(opened.handle)) throw thrown;
      }
      await reopenOnce(opened, options);
      return review.ask(name, args, options);
    },
    ask: (opened, name, args) =>
      readings.readOpen(readStatement(opened), (options) => asks.askOnce(opened, name, args, options)),
  };
  return {
    ...asks,
    async setView(opened, view) {
      const { handle } = opened;
      const made = await asks.ask(opened, 'view', { handle, view });
      lastView = { handle, view };
      return made;
    },
  };
}

function readStatement({ statementId: id, size }: OpenedAs): ReadStatement {
  return { id, size };
}
