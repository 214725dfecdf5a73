/**
 * @file Guards reads of stored statements, because a statement may crash the statement engine. After two crashes a statement is
 * unreadable, also after a restart, and is read again only at the clerk's request; other statements are not affected.
 */
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { type CallOptions, EngineEndedError, maxDeadlineMs } from '../../statement-engine/process/client.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database/read-attempts.ts';

export interface ReadStatement {
  readonly id: number;
  /** Bytes. */
  readonly size: number | null;
}

/** A call of the statement engine with the options for crash attribution. */
type ReadCall<Result> = (options: CallOptions) => Promise<Result>;

/** Counted reads of stored statements. */
export type ReadGuard = ReturnType<typeof createReadGuard>;

const baseDeadlineMs = 30_000;
const deadlineMsPerMegabyte = 1_000;
/** Attempts at a call that other calls keep interrupting. */
const maxAttempts = 4;

function computeDeadlineMs(statements: readonly ReadStatement[]): number {
  const bytes = statements.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return Math.min(maxDeadlineMs, baseDeadlineMs + Math.ceil(bytes / 1_048_576) * deadlineMsPerMegabyte);
}

/** Returns the error of an unreadable statement. */
function unreadableStatement(): PaydeskError {
  return new PaydeskError('statement-unreadable', 'A statement ended the process that read it, twice');
}

/** Creates the guard. `onUnreadable` is called when a statement has become unreadable. */
export function createReadGuard(store: Store, onUnreadable: () => void) {
  /** Running reads by statement: parallel reads are counted once. */
  const running = new Map<number, number>();

  /**
   * Counts reads before they start, and returns the statements that may be read. A full disk does not prevent reading.
   */
  async function countReads(ids: readonly number[]): Promise<{ id: number }[]> {
    try {
      return await store.run(procedures.beginReading, { ids: [...ids] });
    } catch (thrown) {
      if (toPaydeskError(thrown).code !== 'disk-full') throw thrown;
      return store.run(procedures.findReadable, { ids: [...ids] });
    }
  }

  async function beginReads(ids: readonly number[]): Promise<number[]> {
    const idsToCount = ids.filter((id) => !running.has(id));
    const countedRows = idsToCount.length === 0 ? [] : await countReads(idsToCount);
    const readable = [...ids.filter((id) => running.has(id)), ...countedRows.map(({ id }) => id)];
    for (const id of readable) running.set(id, (running.get(id) ?? 0) + 1);
    return readable;
  }

  /** Records the outcome of reads. Never rejects: an outcome that cannot be stored leaves the count unchanged. */
  async function endReads(ids: readonly number[], outcome: procedures.ReadingOutcome): Promise<void> {
    const endedIds: number[] = [];
    for (const id of ids) {
      const remainingReads = (running.get(id) ?? 1) - 1;
      if (remainingReads > 0) running.set(id, remainingReads);
      else running.delete(id);
      if (remainingReads <= 0) endedIds.push(id);
      else if (outcome === 'broken') await recordCrash(id);
    }
    if (endedIds.length === 0) return;
    const unreadable = await store.run(procedures.endReading, { ids: endedIds, outcome }).catch(() => []);
    if (outcome === 'broken' && unreadable.length > 0) onUnreadable();
  }

  /** Counts a crash of an open statement; returns true when the statement is unreadable now. Never rejects. */
  async function recordCrash(id: number): Promise<boolean> {
    const { isUnreadable } = await store
      .run(procedures.breakReading, { id })
      .catch(() => ({ isUnreadable: false }));
    if (isUnreadable) onUnreadable();
    return isUnreadable;
  }

  /** Calls `readOnce` until the process survives the call. `onBroken` may throw to prevent another attempt. */
  async function retryRead<Result>(
    statements: readonly ReadStatement[],
    readOnce: ReadCall<Result>,
    onBroken: () => Promise<void>,
  ): Promise<Result> {
    let isAlone = false;
    for (let attemptNumber = 1; ; attemptNumber += 1) {
      try {
        return await readOnce({ deadlineMs: computeDeadlineMs(statements), isAlone });
      } catch (thrown) {
        if (!(thrown instanceof EngineEndedError)) throw thrown;
        if (thrown.blame === 'this') await onBroken();
        if (attemptNumber === maxAttempts) throw thrown;
        isAlone = thrown.blame === 'unknown';
      }
    }
  }

  return {
    /**
     * Reads a statement, and repeats `callEngine` when the process ended. Rejects with `statement-unreadable` when the
     * statement is or becomes unreadable, and with any error of `callEngine`.
     */
    read: <Result>(statement: ReadStatement, callEngine: ReadCall<Result>) =>
      retryRead(
        [statement],
        async (options) => {
          const ids = await beginReads([statement.id]);
          if (ids.length === 0) throw unreadableStatement();
          let outcome: procedures.ReadingOutcome = 'stopped';
          try {
            const result = await callEngine(options);
            outcome = 'whole';
            return result;
          } catch (thrown) {
            if (thrown instanceof EngineEndedError && thrown.blame === 'this') outcome = 'broken';
            else if (toPaydeskError(thrown).code === 'library-item-damaged') outcome = 'damaged';
            throw thrown;
          } finally {
            await endReads(ids, outcome);
          }
        },
        // The next attempt finds out whether the statement is unreadable.
        async () => undefined,
      ),
    /**
     * Reads an open statement like `read`, and counts only crashes. With several statements, which are open as one,
     * a crash is attributed to none of them, and rejects with `engine-failed` when it is repeated.
     */
    readOpen<Result>(statements: readonly ReadStatement[], callEngine: ReadCall<Result>) {
      let crashes = 0;
      return retryRead(statements, callEngine, async () => {
        crashes += 1;
        const [onlyStatement] = statements.length === 1 ? statements : [];
        if (onlyStatement !== undefined && (await recordCrash(onlyStatement.id))) throw unreadableStatement();
        if (onlyStatement === undefined && crashes > 1)
          throw new PaydeskError('engine-failed', 'The table ended the process that read it, twice');
      });
    },
    /**
     * Reads several statements at once without counting. `callEngine` gets the IDs of the readable statements. Returns
     * `null` when the process ended: each statement must then be read alone.
     */
    async readMany<Result>(
      statements: readonly ReadStatement[],
      callEngine: (ids: ReadonlySet<number>, options: CallOptions) => Promise<Result>,
    ) {
      const readableRows = await store.run(procedures.findReadable, { ids: statements.map(({ id }) => id) });
      const ids = new Set(readableRows.map(({ id }) => id));
      const totalDeadlineMs = computeDeadlineMs(statements.filter(({ id }) => ids.has(id)));
      try {
        return await callEngine(ids, { deadlineMs: totalDeadlineMs });
      } catch (thrown) {
        if (thrown instanceof EngineEndedError) return null;
        throw thrown;
      }
    },
  };
}
