/**
 * @file The worker thread of the store. All pending requests are run in one transaction, each in a savepoint of its
 * own, so that many procedures share one flush to disk. Replies are sent after the flush.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { z } from 'zod';
import { toPaydeskError, toWire } from '../../shared/errors.ts';
import { type Database, openDatabase, toDatabaseError } from './database.ts';
import { migrate, refuseNewerVersion } from './migrate.ts';
import type { AnyProcedure, TableSet } from './procedure.ts';

const requestSchema = z.object({ id: z.number().int(), name: z.string(), args: z.unknown() });
const closeSchema = z.object({ close: z.literal(true) });
type Request = z.infer<typeof requestSchema>;

/** Maximum number of procedures per transaction. */
const maxGroupSize = 256;

/** Opens and migrates the database, and answers requests on the port until a close message arrives. */
export function serveStore(port: MessagePort, path: string, tableSets: readonly TableSet[]): void {
  const openResult = openAndMigrate(path, tableSets);
  if ('error' in openResult) {
    port.postMessage({ kind: 'failed', error: openResult.error });
    port.close();
    return;
  }
  const { database } = openResult;
  const procedures = new Map<string, AnyProcedure>(
    tableSets.flatMap((set) => set.procedures).map((procedure) => [procedure.name, procedure]),
  );
  port.on('message', (firstMessage: unknown) => {
    const requests: Request[] = [];
    let shouldClose = false;
    for (const message of [firstMessage, ...receivePendingMessages(port)]) {
      if (closeSchema.safeParse(message).success) shouldClose = true;
      else requests.push(requestSchema.parse(message));
    }
    if (requests.length > 0)
      port.postMessage({ kind: 'replies', ...runGroup(database, procedures, requests) });
    if (shouldClose) {
      database.close();
      port.close();
    }
  });
  port.postMessage({ kind: 'open' });
}

function openAndMigrate(path: string, tableSets: readonly TableSet[]) {
  let database: Database | null = null;
  try {
    database = openDatabase(path, (existing) => refuseNewerVersion(existing, tableSets));
    migrate(database, tableSets);
    return { database };
  } catch (thrown) {
    database?.close();
    return { error: toWire(toPaydeskError(toDatabaseError(thrown))) };
  }
}

function* receivePendingMessages(port: MessagePort): Generator<unknown> {
  for (let count = 1; count < maxGroupSize; count += 1) {
    const pending = receiveMessageOnPort(port);
    if (pending === undefined) return;
    yield pending.message;
  }
}

function runGroup(
  database: Database,
  procedures: ReadonlyMap<string, AnyProcedure>,
  requests: readonly Request[],
) {
  try {
    database.runScript('BEGIN');
    const changesBefore = countChanges(database);
    const replies = requests.map((request) => runRequest(database, procedures, request));
    const hasChanged = countChanges(database) !== changesBefore;
    database.runScript('COMMIT');
    return { replies, changed: hasChanged };
  } catch (thrown) {
    // The whole group was rolled back, so all its requests fail.
    database.rollBack();
    const error = toWire(toPaydeskError(toDatabaseError(thrown)));
    return { replies: requests.map(({ id }) => ({ id, ok: false, error })), changed: false };
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
  database: Database,
  procedures: ReadonlyMap<string, AnyProcedure>,
  { id, name, args }: Request,
) {
  database.runScript('SAVEPOINT one');
  try {
    const procedure = procedures.get(name);
    if (procedure === undefined) throw new Error('There is no such procedure');
    const value = procedure.execute(database, args);
    database.runScript('RELEASE one');
    return { id, ok: true, value };
  } catch (thrown) {
    const error = toPaydeskError(toDatabaseError(thrown));
    if (error.code === 'disk-full' || error.code === 'database-corrupt') throw error;
    database.runScript('ROLLBACK TO one; RELEASE one');
    const wireError = toWire(error);
    if (error.code === 'unexpected')
      wireError.message = `${name}: ${thrown instanceof Error ? thrown.message : 'thrown'}`;
    return { id, ok: false, error: wireError };
  }
}
