/**
 * @file Calls the statement engine about what is open in the viewer: one statement, or a combined statement. When another
 * statement ended the process, it is reopened with the same options and view.
 */
import type { z } from 'zod';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import type { View } from '../../../../shared/model/statements/open-statement.ts';
import type { RowStateKind } from '../../../../shared/model/statements/row-states.ts';
import type { CallOptions } from '../../../statement-engine/process/client.ts';
import type { engineMethods, MethodName } from '../../../statement-engine/process/messages.ts';
import type { StatementPorts } from '../ports.ts';
import type { ReadStatement } from '../read-guard.ts';

/** An open statement, or several statements that are open as a combined statement. */
export interface OpenStatementRef {
  readonly handle: number;
  /** Each statement of the table; the only one otherwise. */
  readonly files: readonly ReadStatement[];
  /** Opens it in the process again, with the options it was opened with. */
  readonly reopen: (options: CallOptions) => Promise<void>;
}

export type MethodArgs<Name extends MethodName> = z.input<(typeof engineMethods)[Name]['args']>;
export type MethodResult<Name extends MethodName> = z.output<(typeof engineMethods)[Name]['result']>;

/** Calls the engine, and once more after `reopen` if the process does not have what was open. */
export async function callReopening<Result>(
  call: () => Promise<Result>,
  reopen: (closed: PaydeskError) => Promise<void>,
): Promise<Result> {
  try {
    return await call();
  } catch (thrown) {
    const error = toPaydeskError(thrown);
    if (error.code !== 'statement-closed') throw thrown;
    await reopen(error);
  }
  return call();
}

interface OpenStatementDeps extends Pick<StatementPorts, 'engine' | 'readGuard'> {
  /** Returns false for a statement that was closed. */
  readonly isOpen: (handle: number) => boolean;
}

/** Creates a client for the one statement that is open at a time. */
export function createOpenStatementClient(deps: OpenStatementDeps) {
  const { engine, readGuard, isOpen } = deps;
  let lastView: { readonly handle: number; readonly view: View } | null = null;
  let rowStates: { readonly handle: number; readonly values: Map<RowStateKind, Uint8Array> } | null = null;
  let reopening: { readonly handle: number; readonly promise: Promise<void> } | null = null;

  async function reopen({ handle, ...opened }: OpenStatementRef, options: CallOptions): Promise<void> {
    await opened.reopen(options);
    if (rowStates?.handle === handle)
      for (const [of, values] of rowStates.values)
        await engine.call('setRowStates', { handle, of, values }, options);
    if (lastView?.handle === handle) await engine.call('view', { handle, view: lastView.view }, options);
    if (!isOpen(handle)) await engine.call('close', { handle }, options);
  }

  /** Reopens the statement. Concurrent calls that find the statement closed share one attempt. */
  async function reopenOnce(opened: OpenStatementRef, options: CallOptions): Promise<void> {
    if (reopening?.handle !== opened.handle)
      reopening = { handle: opened.handle, promise: reopen(opened, options) };
    const currentReopening = reopening;
    try {
      await currentReopening.promise;
    } finally {
      if (reopening === currentReopening) reopening = null;
    }
  }

  const client = {
    /** Calls a method once; the caller handles the end of the process. */
    callOnce: <Name extends MethodName>(
      opened: OpenStatementRef,
      name: Name,
      args: MethodArgs<Name>,
      options: CallOptions,
    ) =>
      callReopening(
        () => engine.call(name, args, options),
        async (closed) => {
          if (!isOpen(opened.handle)) throw closed;
          await reopenOnce(opened, options);
        },
      ),
    /** Calls a method, as `readOpen` of the read guard does. */
    call: <Name extends MethodName>(opened: OpenStatementRef, name: Name, args: MethodArgs<Name>) =>
      readGuard.readOpen(opened.files, (options) => client.callOnce(opened, name, args, options)),
  };
  return {
    ...client,
    /** Sets the view, which is restored when the statement is reopened. */
    async setView(opened: OpenStatementRef, view: View) {
      const { handle } = opened;
      const result = await client.call(opened, 'view', { handle, view });
      lastView = { handle, view };
      return result;
    },
    /**
     * Sets the states of all rows, which are restored when the statement is reopened. The view stays as it is until
     * it is set again, so that positions in it mean the rows that the clerk sees.
     */
    async setRowStates(opened: OpenStatementRef, of: RowStateKind, values: Uint8Array) {
      const { handle } = opened;
      if (rowStates?.handle !== handle) rowStates = { handle, values: new Map() };
      rowStates.values.set(of, values);
      await client.call(opened, 'setRowStates', { handle, of, values });
    },
    /** Returns the states of all rows that were set, by kind. */
    rowStatesOf: (handle: number): ReadonlyMap<RowStateKind, Uint8Array> =>
      rowStates?.handle === handle ? rowStates.values : new Map(),
    /** Returns the view of what is open under a handle. */
    viewOf: (handle: number): View =>
      lastView?.handle === handle ? lastView.view : { sort: null, filters: [], find: '' },
  };
}
