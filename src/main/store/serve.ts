/**
 * @file The worker's side of the store. Everything that waits when a turn begins is run in one transaction, each
 * procedure in a savepoint of its own: many transitions share one flush to the disk, and answers go out only after it.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { z } from 'zod';
import { toPaydeskError, toWire } from '../../shared/errors.ts';
import { type Database, databaseError, openDatabase } from './database.ts';
import { migrate, refuseNewer } from './migrate.ts';
import type { AnyProcedure, TableSet } from './procedure.ts';

const requestSchema = z.object({ id: z.number().int(), name: z.string(), args: z.unknown() });
const closeSchema = z.object({ close: z.literal(true) });
type Request = z.infer<typeof requestSchema>;

/** The most procedures that share one transaction. */
const maxGroupSize = 256;

/** Opens the database, migrates it, and answers requests on the port until it is told to close. */
export function serveStore(port: MessagePort, path: string, tableSets: readonly TableSet[]): void {
  const opened = open(path, tableSets);
  if ('error' in opened) {
    port.postMessage({ kind: 'failed', error: opened.error });
    port.close();
    return;
  }
  const { database } = opened;
  const procedures = new Map<string, AnyProcedure>(
    tableSets.flatMap((set) => set.procedures).map((one) => [one.name, one]),
  );
  port.on('message', (first: unknown) => {
    const requests: Request[] = [];
    let closing = false;
    for (const message of [first, ...waitingMessages(port)]) {
      if (closeSchema.safeParse(message).success) closing = true;
      else requests.push(requestSchema.parse(message));
    }
    if (requests.length > 0)
      port.postMessage({ kind: 'replies', ...runGroup(database, procedures, requests) });
    if (closing) {
      database.close();
      port.close();
    }
  });
  port.postMessage({ kind: 'open' });
}

function open(path: string, tableSets: readonly TableSet[]) {
  let database: Database | null = null;
  try {
    database = openDatabase(path, (existing) => refuseNewer(existing, tableSets));
    migrate(database, tableSets);
    return { database };
  } catch (thrown) {
    database?.close();
    return { error: toWire(toPaydeskError(databaseError(thrown))) };
  }
}

function* waitingMessages(port: MessagePort): Generator<unknown> {
  for (let count = 1; count < maxGroupSize; count += 1) {
    const waiting = receiveMessageOnPort(port);
    if (waiting === undefined) return;
    yield waiting.message;
  }
}

function runGroup(
  database: Database,
  procedures: ReadonlyMap<string, AnyProcedure>,
  requests: readonly Request[],
) {
  try {
    database.script('BEGIN');
    const before = changesSoFar(database);
    const replies = requests.map((request) => runOne(database, procedures, request));
    const changed = changesSoFar(database) !== before;
    database.script('COMMIT');
    return { replies, changed };
  } catch (thrown) {
    // Nothing of the group is on disk, so nothing of it may be reported as done.
    database.rollBack();
    const error = toWire(toPaydeskError(databaseError(thrown)));
    return { replies: requests.map(({ id }) => ({ id, ok: false, error })), changed: false };
  }
}

/** Rows that this connection has changed since it was opened; what was rolled back counts too. */
function changesSoFar(database: Database): unknown {
  return database.get('SELECT total_changes() AS changes')?.['changes'];
}

function runOne(
  database: Database,
  procedures: ReadonlyMap<string, AnyProcedure>,
  { id, name, args }: Request,
) {
  database.script('SAVEPOINT one');
  try {
    const procedure = procedures.get(name);
    if (procedure === undefined) throw new Error('There is no such procedure');
    const value = procedure.execute(database, args);
    database.script('RELEASE one');
    return { id, ok: true, value };
  } catch (thrown) {
    const error = toPaydeskError(databaseError(thrown));
    if (error.code === 'disk-full' || error.code === 'database-corrupt') throw error;
    database.script('ROLLBACK TO one; RELEASE one');
    const wire = toWire(error);
    if (error.code === 'unexpected')
      wire.message = `${name}: ${thrown instanceof Error ? thrown.message : 'thrown'}`;
    return { id, ok: false, error: wire };
  }
}
