/**
 * @file Reads stored statements in the review process, which they may end. A statement that ends it twice is unreadable
 * from then on, also after a restart, and is not read again unless the clerk wants it; the others go on.
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

/** Asks the review process about statements, with what every ask must be given. */
type ReadCall<Result> = (options: CallOptions) => Promise<Result>;

/** Readings of stored statements. */
export interface StatementReadings {
  /**
   * Reads a statement. When that ends the process, `ask` is called once more. Rejects with `statement-unreadable` for one
   * that is or becomes unreadable, and with what `ask` rejects with.
   */
  read<Result>(statement: ReadStatement, ask: ReadCall<Result>): Promise<Result>;
  /** Does the same for a statement that is open, of which only what breaks is counted. */
  readOpen<Result>(statement: ReadStatement, ask: ReadCall<Result>): Promise<Result>;
  /**
   * Reads several at once, of which nothing is counted. `null` when that ended the process: each has to be read by itself
   * then. `ask` gets the IDs of those that may be read.
   */
  readMany<Result>(
    statements: readonly ReadStatement[],
    ask: (ids: ReadonlySet<number>, options: CallOptions) => Promise<Result>,
  ): Promise<Result | null>;
}

const deadlineMs = 30_000;
const deadlineMsPerMegabyte = 1_000;
/** Tries of an ask that others keep ending. */
const maxTries = 4;

function deadlineOf(statements: readonly ReadStatement[]): number {
  const bytes = statements.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return Math.min(maxDeadlineMs, deadlineMs + Math.ceil(bytes / 1_048_576) * deadlineMsPerMegabyte);
}

/** The error of a statement that is not read again by itself. */
export function unreadableStatement(): PaydeskError {
  return new PaydeskError('statement-unreadable', 'A statement ended the process that read it, twice');
}

/** Creates the readings. `onUnreadable` is called when a statement has become unreadable. */
export function createStatementReadings(store: Store, onUnreadable: () => void): StatementReadings {
  /** Readings that run, by statement: however many they are, one is counted. */
  const running = new Map<number, number>();

  /** Counts readings before they begin, and gives those that may. A full disk keeps nobody from reading. */
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

  /** Never rejects: what could not be written down stays counted as it was. */
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

  /** Counts a reading that broke; true when the statement is unreadable now. Never rejects. */
  async function breakOpen(id: number): Promise<boolean> {
    const { isUnreadable } = await store
      .run(tables.breakReading, { id })
      .catch(() => ({ isUnreadable: false }));
    if (isUnreadable) onUnreadable();
    return isUnreadable;
  }

  /** Calls `attempt` until an answer or an error that tells nothing of the process. `onBroken` may throw. */
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
        // The next try finds out whether it is unreadable.
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
