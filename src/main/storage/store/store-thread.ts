/**
 * @file The worker thread of the store. All pending requests are run in one transaction, each in a savepoint of its
 * own, so that many procedures share one flush to disk. Replies are sent after the flush.
 */
import { dirname, join } from 'node:path';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { z } from 'zod';
import { PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import { callSchema, closeMessage, startId, type WorkerMessage } from '../../workers/protocol.ts';
import { toFailure } from '../../workers/serve.ts';
import { type GenerationCounter, openGenerationCounter } from '../generation/generation-counter.ts';
import { createTables, refuseOtherVersion } from './create-tables.ts';
import { type Database, openDatabase, toDatabaseError } from './database.ts';
import type { AnyProcedure, FeatureDatabase } from './procedure.ts';

const requestSchema = callSchema.extend({ body: z.object({ name: z.string(), args: z.unknown() }) });
type Request = z.infer<typeof requestSchema>;

/** Maximum number of procedures per transaction. */
const maxGroupSize = 256;

/** Counts nothing: for a database without a library beside it. */
const noGenerations: GenerationCounter = {
  advance: () => undefined,
  write: () => undefined,
  close: () => undefined,
};

/**
 * Opens or creates the database, and answers requests on the port until a close message arrives. The number of each
 * commit is repeated in the folder of the library.
 */
export function serveStore(
  port: MessagePort,
  path: string,
  featureDatabases: readonly FeatureDatabase[],
): void {
  const send = (messages: readonly WorkerMessage[]) => port.postMessage(messages);
  let database: Database;
  let generations: GenerationCounter;
  try {
    database = openAndMigrate(path, featureDatabases);
    generations = featureDatabases.some(({ name }) => name === 'generation')
      ? openGenerationCounter(database, join(dirname(path), 'library', 'generation'))
      : noGenerations;
  } catch (thrown) {
    send([toFailure(startId, toDatabaseError(thrown))]);
    port.close();
    return;
  }
  const procedures = new Map<string, AnyProcedure>(
    featureDatabases.flatMap((set) => set.procedures).map((procedure) => [procedure.name, procedure]),
  );
  port.on('message', (firstMessage: unknown) => {
    const messages = [firstMessage, ...receivePendingMessages(port)];
    const requests = messages
      .filter((message) => message !== closeMessage)
      .map((message) => requestSchema.parse(message));
    if (requests.length > 0) send(runGroup({ database, generations, procedures }, requests));
    if (requests.length < messages.length) {
      generations.close();
      database.close();
      port.close();
    }
  });
  send([{ kind: 'done', id: startId, value: null }]);
}

function openAndMigrate(path: string, featureDatabases: readonly FeatureDatabase[]): Database {
  const database = openDatabase(path, refuseOtherVersion);
  try {
    createTables(database, featureDatabases);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function* receivePendingMessages(port: MessagePort): Generator<unknown> {
  for (let count = 1; count < maxGroupSize; count += 1) {
    const pending = receiveMessageOnPort(port);
    if (pending === undefined) return;
    yield pending.message;
  }
}

interface OpenStore {
  readonly database: Database;
  readonly generations: GenerationCounter;
  readonly procedures: ReadonlyMap<string, AnyProcedure>;
}

function runGroup(store: OpenStore, requests: readonly Request[]): WorkerMessage[] {
  const { database, generations } = store;
  try {
    database.runScript('BEGIN');
    const changesBefore = countChanges(database);
    const replies = requests.map((request) => runRequest(store, request));
    const hasChanged = countChanges(database) !== changesBefore;
    if (hasChanged) generations.advance();
    database.runScript('COMMIT');
    if (hasChanged) generations.write();
    return hasChanged ? [{ kind: 'event', body: 'changed' }, ...replies] : replies;
  } catch (thrown) {
    database.rollBack();
    const error = toDatabaseError(thrown);
    // The disk may have space for some of them, and those that only read need none.
    if (error instanceof PaydeskError && error.code === 'disk-full' && requests.length > 1)
      return requests.flatMap((request) => runGroup(store, [request]));
    return requests.map(({ id }) => toFailure(id, error));
  }
}

/**
 * Returns the number of rows that this connection has changed since it was opened, including changes that were rolled
 * back.
 */
function countChanges(database: Database): unknown {
  return database.get('SELECT total_changes() AS changes')?.['changes'];
}

function runRequest(
  { database, procedures }: OpenStore,
  { id, body: { name, args } }: Request,
): WorkerMessage {
  database.runScript('SAVEPOINT one');
  try {
    const procedure = procedures.get(name);
    if (procedure === undefined) throw new Error('There is no such procedure');
    const value = procedure.execute(database, args);
    database.runScript('RELEASE one');
    return { kind: 'done', id, value };
  } catch (thrown) {
    const error = toPaydeskError(toDatabaseError(thrown));
    if (error.code === 'disk-full' || error.code === 'database-corrupt') throw error;
    database.runScript('ROLLBACK TO one; RELEASE one');
    const wireError = toWire(error);
    if (error.code === 'unexpected')
      wireError.message = `${name}: ${thrown instanceof Error ? thrown.message : 'thrown'}`;
    return { kind: 'failed', id, error: wireError };
  }
}
