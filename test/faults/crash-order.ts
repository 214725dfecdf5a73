/** @file The order to crash after a commit, a file beside the database that the crashing store reads. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Entry of the store's worker that executes the order. */
export const crashingStore = new URL('./crashing-store.ts', import.meta.url);

export const crashOrderSchema = z.object({
  commits: z.number().int().positive(),
  by: z.enum(['signal', 'exit']),
});

/** Returns the path of the order for a database. */
export function crashOrderFile(database: string): string {
  return `${database}.crash`;
}

/** Orders the next Paydesk on a data folder to crash right after its commit number `order.commits`. Only commits that change data count. */
export function crashAfter(dataFolder: string, order: z.infer<typeof crashOrderSchema>): void {
  writeFileSync(crashOrderFile(join(dataFolder, 'paydesk.db')), JSON.stringify(order));
}

/** True once the order was executed. */
export function hasCrashed(dataFolder: string): boolean {
  return !existsSync(crashOrderFile(join(dataFolder, 'paydesk.db')));
}
