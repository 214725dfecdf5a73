/**
 * @file Reads stored statements in the review process, which a statement may crash. After two crashes a statement is
 * unreadable, also after a restart, and is read again only at the clerk's request; other statements are not affected.
 */
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { type CallOptions, maxDeadlineMs, ReviewEndedError } from '../../review/client.ts';
import type { Store } from '../../store/store.ts';
import * as tables from './tables/readings.ts';

export interface ReadStatement {
  readonly id: number;
  /** Bytes. */
  readonly size: number | null;
}

/** A call of the review process with the options for crash attribution. */
type ReadCall<Result> = (options: CallOptions) => Promise<Result>;

/** Counted reads of stored statements. */
export interface StatementReadings {
  /**
   * Reads a statement, and calls `ask` once more when the process ended. Rejects with `statement-unreadable` when the
   * statement is or becomes unreadable, and with any error of `ask`.
   */
  read<Result>(statement: ReadStatement, ask: ReadCall<Result>): Promise<Result>;
  /** Does the same for an open statement, and counts only crashes. */
  readOpen<Result>(statement: ReadStatement, ask: ReadCall<Result>): Promise<Result>;
  /**
   * Reads several statements at once without counting. Returns `null` when the process ended: each statement must then
   * be read alone. `ask` gets the IDs of the readable statements.
   */
  readMany<Result>(
    statements: readonly ReadStatement[],
    ask: (ids: ReadonlySet<number>, options: CallOptions) => Promise<Result>,
  ): Promise<Result | null>;
}

const deadlineMs = 30_000;
const deadlineMsPerMegabyte = 1_000;
/** Attempts at a call that other calls keep interrupting. */
const maxTries = 4;

function deadlineOf(statements: readonly ReadStatement[]): number {
  const bytes = statements.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return Math.min(maxDeadlineMs, deadlineMs + Math.ceil(bytes / 1_048_576) * deadlineMsPerMegabyte);
}

/** Returns the error of an unreadable statement. */
export function unreadableStatement(): PaydeskError {
  return new PaydeskError('statement-unreadable', 'A statement ended the process that read it, twice');
}

/** Creates the readings. `onUnreadable` is called when a statement has become unreadable. */
export function createStatementReadings(store: Store, onUnreadable: () => void): StatementReadings {
  /** Running reads by statement: parallel reads are counted once. */
  const running = new Map<number, number>();

  /**
   * Counts reads before they start, and returns the statements that may be read. A full disk does not prevent reading.
   */
  async function count(ids: readonly number[]): Promise<{ id: number }[]> {
    try {
      return await store.run(tables.beginReading, { ids: [...ids] });
    } catch (thrown) {
      if (toPaydeskError(thrown).code !== 'disk-full') throw thrown;
      return store.run(tables.readable, { ids: [...ids] });
    }
  }

  async function begin(ids: readonly number[]): Promise<number[]> {
    const fresh = ids.filter((id) => !running.has(id));
    const counted = fresh.length === 0 ? [] : await count(fresh);
    const readable = [...ids.filter((id) => running.has(id)), ...counted.map(({ id }) => id)];
    for (const id of readable) running.set(id, (running.get(id) ?? 0) + 1);
    return readable;
  }

  /** Never rejects: an outcome that could not be stored leaves the count as it is. */
  async function end(ids: readonly number[], outcome: tables.ReadingOutcome): Promise<void> {
    const over: number[] = [];
    for (const id of ids) {
      const left = (running.get(id) ?? 1) - 1;
      if (left > 0) running.set(id, left);
      else running.delete(id);
      if (left <= 0) over.push(id);
      else if (outcome === 'broken') await breakOpen(id);
    }
    if (over.length === 0) return;
    const unreadable = await store.run(tables.endReading, { ids: over, outcome }).catch(() => []);
    if (outcome === 'broken' && unreadable.length > 0) onUnreadable();
  }

  /** Counts a crash of an open statement; returns true when the statement is unreadable now. Never rejects. */
  async function breakOpen(id: number): Promise<boolean> {
    const { isUnreadable } = await store
      .run(tables.breakReading, { id })
      .catch(() => ({ isUnreadable: false }));
    if (isUnreadable) onUnreadable();
    return isUnreadable;
  }

  /** Calls `attempt` until it returns or fails with an error of its own. `onBroken` may throw. */
  async function retryRead<Result>(
    statement: ReadStatement,
    attempt: ReadCall<Result>,
    onBroken: () => Promise<void>,
  ): Promise<Result> {
    let isAlone = false;
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt({ deadlineMs: deadlineOf([statement]), isAlone });
      } catch (thrown) {
        if (!(thrown instanceof ReviewEndedError)) throw thrown;
        if (thrown.blame === 'this') await onBroken();
        if (tries === maxTries) throw thrown;
        isAlone = thrown.blame === 'unknown';
      }
    }
  }

  return {
    read: (statement, ask) =>
      retryRead(
        statement,
        async (options) => {
          const ids = await begin([statement.id]);
          if (ids.length === 0) throw unreadableStatement();
          let outcome: tables.ReadingOutcome = 'stopped';
          try {
            const result = await ask(options);
            outcome = 'whole';
            return result;
          } catch (thrown) {
            if (thrown instanceof ReviewEndedError && thrown.blame === 'this') outcome = 'broken';
            throw thrown;
          } finally {
            await end(ids, outcome);
          }
        },
        // The next attempt finds out whether the statement is unreadable.
        async () => undefined,
      ),
    readOpen: (statement, ask) =>
      retryRead(statement, ask, async () => {
        if (await breakOpen(statement.id)) throw unreadableStatement();
      }),
    async readMany(statements, ask) {
      const found = await store.run(tables.readable, { ids: statements.map(({ id }) => id) });
      const ids = new Set(found.map(({ id }) => id));
      const deadline = deadlineOf(statements.filter(({ id }) => ids.has(id)));
      try {
        return await ask(ids, { deadlineMs: deadline });
      } catch (thrown) {
        if (thrown instanceof ReviewEndedError) return null;
        throw thrown;
      }
    },
  };
}
