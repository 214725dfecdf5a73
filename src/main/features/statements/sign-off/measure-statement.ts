/** @file Reads and checks a stored statement, whatever the window shows of it. */
import { findColumn } from '../../../../shared/model/statements/column-layout.ts';
import type {
  CheckPoint,
  DuplicateReferences,
  Opened,
} from '../../../../shared/model/statements/open-statement.ts';
import { listSummedColumns } from '../../../../shared/model/statements/summed-columns.ts';
import type { CallOptions } from '../../../statement-engine/process/client.ts';
import { findDuplicateReferences } from '../compare/duplicate-references.ts';
import * as transferProcedures from '../database/transfer.ts';
import type { StatementPorts } from '../ports.ts';
import type { StoredStatement } from '../stored-statement.ts';
import type { MeasuredStatement } from './sign-off-facts.ts';

type MeasureDeps = Pick<
  StatementPorts,
  'store' | 'engine' | 'readGuard' | 'remembered' | 'nextHandle' | 'statementFiles' | 'layouts'
>;

/** Reads stored statements. Its functions reject with `statement-unreadable` and other errors of the statement engine. */
export type Measurement = ReturnType<typeof createMeasurement>;

export function createMeasurement(deps: MeasureDeps) {
  const { store, statementFiles, engine, readGuard } = deps;

  /** Opens a statement as the statements of its wallet are read. */
  async function open<Result>(
    statement: StoredStatement,
    handle: number,
    measureOpened: (opened: Opened, options: CallOptions) => Promise<Result>,
  ): Promise<Result> {
    const remembered = await deps.remembered.read(statement.profileId, statement.walletId);
    return readGuard.read(statement, async (options) => {
      const source = await statementFiles.grantSource(statement.item);
      const { opened } = await engine.call('open', { handle, source, options: {}, remembered }, options);
      return measureOpened(opened, options);
    });
  }

  /** Closes a statement, which the end of the process closes too. */
  const close = (handle: number) => engine.call('close', { handle }).catch(() => undefined);

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

  return {
    /** Checks a statement by itself. */
    async check(statement: StoredStatement): Promise<CheckPoint[]> {
      const handle = deps.nextHandle();
      try {
        return await open(statement, handle, (_, options) =>
          engine.call('check', { handle, facts: statement }, options),
        );
      } finally {
        await close(handle);
      }
    },
    /** Checks a statement, also against the others of its wallet, and sums it. */
    async measure(statement: StoredStatement): Promise<MeasuredStatement> {
      const handle = deps.nextHandle();
      try {
        const { opened, ...measured } = await open(statement, handle, async (file, options) => {
          const [column] = listSummedColumns(file.columns);
          const all = { kind: 'all' as const };
          return {
            opened: file,
            points: await engine.call('check', { handle, facts: statement }, options),
            sums:
              column === undefined
                ? null
                : await engine.call('sums', { handle, column, choice: all }, options),
          };
        });
        // If the comparison fails, the point does not mention other statements, as in the checklist.
        const duplicates = await compareReferences(statement, handle, opened.columns).catch(() => null);
        const head = opened.preamble + opened.headerRows;
        return { ...measured, rows: opened.rows, head, duplicates };
      } finally {
        await close(handle);
      }
    },
  };
}
