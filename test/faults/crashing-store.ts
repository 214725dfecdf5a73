/**
 * @file The store's worker of the program, which crashes on purpose: right after the commit that `crashAfter` ordered, and
 * before its reply is sent, the process is killed or this thread exits.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { featureDatabases } from '../../src/main/app/feature-databases.ts';
import { serveStore } from '../../src/main/storage/store/store-thread.ts';
import { crashOrderFile, crashOrderSchema } from './crash-order.ts';

const { path } = z.object({ path: z.string() }).parse(workerData);
const order = existsSync(crashOrderFile(path))
  ? crashOrderSchema.parse(JSON.parse(readFileSync(crashOrderFile(path), 'utf8')))
  : null;

/** A second connection, whose data version changes when the worker's connection has committed a change. */
let observer: DatabaseSync | null = null;
let dataVersion: unknown = null;
let commitCount = 0;

function hasCommitted(): boolean {
  const earlierVersion = dataVersion;
  observer ??= new DatabaseSync(path, { readOnly: true });
  dataVersion = observer.prepare('PRAGMA data_version').get()?.['data_version'];
  return dataVersion !== earlierVersion;
}

const port = parentPort;
if (port !== null) {
  const post = port.postMessage.bind(port);
  // The first message reports the start.
  let hasStarted = false;
  port.postMessage = (message: unknown) => {
    if (order !== null && hasStarted && hasCommitted()) {
      commitCount += 1;
      if (commitCount === order.commits) {
        rmSync(crashOrderFile(path));
        if (order.by === 'signal') process.kill(process.pid, 'SIGKILL');
        process.exit();
      }
    }
    hasStarted = true;
    post(message);
  };
  serveStore(port, path, featureDatabases);
}
