/**
 * @file The store's worker as the program has it, but for its end: right after the commit that `endAfter` ordered, and
 * before anybody hears of that commit, the whole program is killed, or this thread stops for good.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { serveStore } from '../../src/main/store/serve.ts';
import { tableSets } from '../../src/main/table-sets.ts';
import { orderFile, orderSchema } from './order.ts';

const repliesSchema = z.object({ kind: z.literal('replies') });
const { path } = z.object({ path: z.string() }).parse(workerData);
const order = existsSync(orderFile(path))
  ? orderSchema.parse(JSON.parse(readFileSync(orderFile(path), 'utf8')))
  : null;

/** A second look at the database: its number changes when another connection has committed a change. */
let observer: DatabaseSync | null = null;
let version: unknown = null;
let commits = 0;

function hasCommitted(): boolean {
  const earlier = version;
  observer ??= new DatabaseSync(path, { readOnly: true });
  version = observer.prepare('PRAGMA data_version').get()?.['data_version'];
  return version !== earlier;
}

const port = parentPort;
if (port !== null) {
  const post = port.postMessage.bind(port);
  port.postMessage = (message: unknown) => {
    if (order !== null && repliesSchema.safeParse(message).success && hasCommitted()) {
      commits += 1;
      if (commits === order.commits) {
        rmSync(orderFile(path));
        if (order.by === 'signal') process.kill(process.pid, 'SIGKILL');
        process.exit();
      }
    }
    post(message);
  };
  serveStore(port, path, tableSets);
}
