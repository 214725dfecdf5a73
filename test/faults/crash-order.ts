/** @file The crash order: a file beside the database that makes the crashing store end the process after a commit. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** URL of the store worker that carries out a crash order. */
export const crashingStoreUrl = new URL('./crashing-store.ts', import.meta.url);

export const crashOrderSchema = z.object({
  commits: z.number().int().positive(),
  by: z.enum(['signal', 'exit']),
});

/** Returns the path of a database's crash order. */
export function crashOrderFile(database: string): string {
  return `${database}.crash`;
}

/** Orders the next Paydesk on a data folder to crash right after its commit number `order.commits`. Only commits that change data count. */
export function crashAfter(dataFolder: string, order: z.infer<typeof crashOrderSchema>): void {
  writeFileSync(crashOrderFile(join(dataFolder, 'paydesk.db')), JSON.stringify(order));
}

/** True once the crash order was carried out. */
export function hasCrashed(dataFolder: string): boolean {
  return !existsSync(crashOrderFile(join(dataFolder, 'paydesk.db')));
}
