/** @file The order to end after a commit, which a store of the tests finds beside its database. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Entry of a store that obeys. */
export const dyingStore = new URL('./dying-store.ts', import.meta.url);

/** See {@link endAfter}. */
export const orderSchema = z.object({
  commits: z.number().int().positive(),
  by: z.enum(['signal', 'exit']),
});

/** The file with the order for a database. */
export function orderFile(database: string): string {
  return `${database}.end`;
}

/** Orders the next Paydesk on a data folder to end right after so many commits that change something. */
export function endAfter(dataFolder: string, order: z.infer<typeof orderSchema>): void {
  writeFileSync(orderFile(join(dataFolder, 'paydesk.db')), JSON.stringify(order));
}

/** True once the order was obeyed. */
export function hasEnded(dataFolder: string): boolean {
  return !existsSync(orderFile(join(dataFolder, 'paydesk.db')));
}
