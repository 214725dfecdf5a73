/** @file Reads and checks a stored statement for its sign-off, whatever the window shows of it. */
import { findColumn } from '../../../../shared/model/statements/column-layout.ts';
import type { DuplicateReferences, Opened } from '../../../../shared/model/statements/open-statement.ts';
import { listSummedColumns } from '../../../../shared/model/statements/summed-columns.ts';
import { findDuplicateReferences } from '../compare/duplicate-references.ts';
import * as transferProcedures from '../database/transfer.ts';
import type { StatementPorts } from '../ports.ts';
import type { StoredStatement } from '../stored-statement.ts';
import type { MeasuredStatement } from './sign-off-facts.ts';

/** Reads and checks a statement. Rejects with `statement-unreadable` and other errors of the statement engine. */
export type MeasureStatement = (statement: StoredStatement) => Promise<MeasuredStatement>;

export function createMeasurement(
  deps: Pick<
    StatementPorts,
    'store' | 'engine' | 'readGuard' | 'remembered' | 'nextHandle' | 'statementFiles' | 'layouts'
  >,
): MeasureStatement {
  const { store, statementFiles, engine, readGuard } = deps;

  /** Compares the references of an open statement with the other statements of its wallet. */
  async function compareReferences(
    statement: StoredStatement,
    handle: number,
    columns: Opened['columns'],
  ): Promise<DuplicateReferences> {
    const { profileId, walletId, since, till } = statement;
    const layout = await deps.layouts.read(profileId, walletId);
    const names = columns.map(({ name }) => name);
    const reference = findColumn(names, layout?.reference ?? null);
    const remembered = await deps.remembered.read(profileId, walletId);
    return findDuplicateReferences({
      others: await store.run(transferProcedures.listOtherStoredItems, statement),
      compare: (other) =>
        readGuard.read(other, async (options) => {
          const source = await statementFiles.grantSource(other.item);
          const periods = { own: { since, till }, other: { since: other.since, till: other.till } };
          const args = { handle, reference, source, remembered, ...periods };
          return engine.call('duplicateReferences', args, options);
        }),
      isOpen: () => true,
    });
  }

  return async (statement) => {
    const { profileId, walletId, item } = statement;
    const remembered = await deps.remembered.read(profileId, walletId);
    const handle = deps.nextHandle();
    try {
      const { opened, ...measured } = await readGuard.read(statement, async (options) => {
        const source = await statementFiles.grantSource(item);
        const args = { handle, source, options: {}, remembered };
        const { opened: file } = await engine.call('open', args, options);
        const [column] = listSummedColumns(file.columns);
        const all = { kind: 'all' as const };
        return {
          opened: file,
          points: await engine.call('check', { handle, facts: statement }, options),
          sums:
            column === undefined ? null : await engine.call('sums', { handle, column, choice: all }, options),
        };
      });
      // If the comparison fails, the point does not mention other statements, as in the checklist.
      const duplicates = await compareReferences(statement, handle, opened.columns).catch(() => null);
      const head = opened.preamble + opened.headerRows;
      return { ...measured, rows: opened.rows, head, duplicates };
    } finally {
      // The end of the process closes the statement too.
      await engine.call('close', { handle }).catch(() => undefined);
    }
  };
}
