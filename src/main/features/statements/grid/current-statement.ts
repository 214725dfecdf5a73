/** @file What is open in the viewer: one statement, or a combined statement. Only what the clerk opened last stays open. */
import { PaydeskError } from '../../../../shared/errors.ts';
import { type ColumnLayout, findColumn } from '../../../../shared/model/statements/column-layout.ts';
import type { Opened } from '../../../../shared/model/statements/open-statement.ts';
import type { MethodName } from '../../../statement-engine/process/messages.ts';
import type { OpenPart } from '../annotations/replay.ts';
import type { StatementPorts } from '../ports.ts';
import {
  createOpenStatementClient,
  type MethodArgs,
  type MethodResult,
  type OpenStatementRef,
} from './open-statement.ts';

/** What is known about the columns and rows once the statement engine has opened them. */
interface OpenedColumns {
  readonly columns: Opened['columns'];
  readonly columnNames: readonly string[];
  /** Number of all rows. */
  readonly rows: number;
  /** The detected column of references, or `null`. */
  readonly detectedReference: number | null;
  /** The column of references that the clerk chose, or `null`. */
  readonly chosenReference: number | null;
}

interface OpenStatement extends OpenStatementRef, OpenedColumns {
  readonly profileId: string;
  /** 0 for a table with the statements of several wallets. */
  readonly walletId: number;
  /** The statements in the order of their rows. */
  readonly statementIds: readonly number[];
  readonly parts: readonly OpenPart[];
  /** True for several statements that are open as a combined statement. */
  readonly isCombined: boolean;
  /** The currency of the wallet; `null` if it is unknown, and for a table. */
  readonly currency: string | null;
}

/** Number of leading rows from which the widths of columns are estimated. */
const measuredRowCount = 60;

/** Converts a result of `findIndex`: -1 becomes `null`. */
function toColumnIndex(index: number): number | null {
  return index < 0 ? null : index;
}

export type CurrentStatement = ReturnType<typeof createCurrentStatement>;

export function createCurrentStatement(
  deps: Pick<StatementPorts, 'engine' | 'readGuard' | 'nextHandle' | 'openStatements' | 'statements'>,
) {
  const { statements, engine, readGuard } = deps;
  let openStatement: OpenStatement | null = null;
  let latestHandle = 0;
  const isOpen = (handle: number) => openStatement?.handle === handle;
  const client = createOpenStatementClient({
    engine,
    readGuard,
    isOpen,
  });

  function requireOpen(handleToCheck: number): OpenStatement {
    if (
      openStatement?.handle !== handleToCheck ||
      openStatement.profileId !== statements.findActiveProfile()?.id
    )
      throw new PaydeskError('statement-closed', 'The statement is not open');
    return openStatement;
  }

  /** Calls the statement engine about the statement in `args`, which must be open. */
  function callOpen<Name extends MethodName>(
    name: Name,
    args: MethodArgs<Name> & { readonly handle: number },
  ): Promise<MethodResult<Name>> {
    return client.call(requireOpen(args.handle), name, args);
  }

  function requireLatestHandle(handleToCheck: number): void {
    if (handleToCheck !== latestHandle)
      throw new PaydeskError('statement-closed', 'Another statement was opened meanwhile');
  }

  /** Closes a statement. Never rejects: the end of the process closes the statement too. */
  async function closeStatement(closedHandle: number): Promise<void> {
    await engine.call('close', { handle: closedHandle }).catch(() => undefined);
  }

  /** Returns the only statement that is open under a handle. */
  function requireStatement(handleToCheck: number): number {
    const { statementIds, isCombined } = requireOpen(handleToCheck);
    const [statementId] = statementIds;
    if (isCombined || statementId === undefined)
      throw new PaydeskError('arguments-invalid', 'Several statements are open as one table');
    return statementId;
  }

  /** Returns the handle of what is opened next. Only what the clerk opened last stays open. */
  function takeHandle(): number {
    latestHandle = deps.nextHandle();
    return latestHandle;
  }

  async function closeCurrent(): Promise<void> {
    const previousStatement = openStatement;
    openStatement = null;
    if (previousStatement !== null) await closeStatement(previousStatement.handle);
  }

  deps.openStatements.onClose(closeCurrent);

  async function closePrevious(newHandle: number): Promise<void> {
    requireLatestHandle(newHandle);
    await closeCurrent();
    requireLatestHandle(newHandle);
  }

  async function closeUnlessLatest(newHandle: number): Promise<void> {
    if (newHandle !== latestHandle) await closeStatement(newHandle);
    requireLatestHandle(newHandle);
  }

  /** Makes the opened file or table the open one, and returns the length of the longest text of each column. */
  async function setOpen(
    opened: Opened,
    {
      layout,
      ...current
    }: Omit<OpenStatement, keyof OpenedColumns> & { readonly layout: ColumnLayout | null },
  ): Promise<number[]> {
    const names = opened.columns.map(({ name }) => name);
    openStatement = {
      ...current,
      columns: opened.columns,
      columnNames: names,
      rows: opened.rows,
      detectedReference: toColumnIndex(opened.columns.findIndex(({ role }) => role === 'reference')),
      chosenReference: findColumn(names, layout?.reference ?? null),
    };
    const window = { handle: current.handle, offset: 0, limit: measuredRowCount };
    const firstRows = await client.call(openStatement, 'window', window);
    requireLatestHandle(current.handle);
    return names.map((_, column) =>
      firstRows.reduce((maxLength, { cells }) => Math.max(maxLength, cells[column]?.length ?? 0), 0),
    );
  }

  return {
    client,
    /** Returns what is open under a handle. Throws `statement-closed` when something else is open, or another profile active. */
    requireOpen,
    requireStatement,
    isOpen,
    callOpen,
    takeHandle,
    requireLatestHandle,
    closePrevious,
    closeUnlessLatest,
    setOpen,
    /** Changes the column of references. */
    setReference(handle: number, reference: ColumnLayout['reference']): OpenStatement {
      const current = requireOpen(handle);
      openStatement = { ...current, chosenReference: findColumn(current.columnNames, reference) };
      return current;
    },
  };
}
