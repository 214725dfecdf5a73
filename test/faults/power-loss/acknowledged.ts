/** @file The log of acknowledgements: a line is written whenever Paydesk shows the clerk that an action is done. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { statementFormatSchema } from '../../../src/shared/model/statements/statements.ts';

const names = z.array(z.string());

const acknowledgedSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('setting'), largeFileMegabytes: z.number() }),
  z.object({ what: z.literal('beneficiary'), label: z.string() }),
  z.object({ what: z.literal('dropped'), names }),
  z.object({ what: z.literal('started'), names }),
  z.object({ what: z.literal('attached'), names }),
  z.object({ what: z.literal('unknown'), label: z.string() }),
  /** The clerk is about to settle the outcome. */
  z.object({ what: z.literal('settling'), label: z.string() }),
  z.object({ what: z.literal('settled'), label: z.string() }),
  z.object({ what: z.literal('proofs-asked'), references: z.array(z.string()) }),
  z.object({ what: z.literal('proof-kept'), reference: z.string(), sha256: z.string() }),
  z.object({
    what: z.literal('statement-asked'),
    walletIds: z.array(z.number()),
    format: statementFormatSchema,
  }),
  z.object({ what: z.literal('statement-stored'), walletId: z.number(), sha256: z.string() }),
  z.object({ what: z.literal('quarantined'), walletId: z.number() }),
  /** An event file that the company's webhook receiver left in the inbox. */
  z.object({ what: z.literal('left-in-inbox'), eventId: z.string() }),
  /** A file that the clerk saved, by its name in the folder of saved files. */
  z.object({ what: z.literal('saved'), name: z.string(), sha256: z.string() }),
  /** Number of activity entries that were shown. */
  z.object({ what: z.literal('activity'), entries: z.number() }),
]);

export type Acknowledged = z.infer<typeof acknowledgedSchema>;

/** Returns the paths below the recorded folder. A power loss affects only paths below `disk`. */
export function pathsIn(root: string) {
  return {
    data: join(root, 'disk', 'data'),
    /** Files that the clerk saves. */
    saved: join(root, 'disk', 'saved'),
    /** Folder of event files. */
    inbox: join(root, 'disk', 'inbox'),
    /** State of the practice company. */
    journal: join(root, 'company', 'journal'),
    keychain: join(root, 'keychain', 'secrets.json'),
    acknowledged: join(root, 'clerk', 'acknowledged'),
    /** Files that the clerk drops; outside the recorded folder, because no run changes them. */
    documents: join(root, '..', 'documents'),
  };
}

/** True for paths that a power loss does not affect, because they belong to other computers or the system. */
export function isSpared(path: string): boolean {
  return !path.startsWith('disk/');
}

export function acknowledge(path: string, acknowledged: Acknowledged): void {
  appendFileSync(path, `${JSON.stringify(acknowledged)}\n`);
}

export function readAcknowledged(bytes: Buffer): Acknowledged[] {
  const lines = bytes.toString().split('\n');
  return lines.filter((line) => line !== '').map((line) => acknowledgedSchema.parse(JSON.parse(line)));
}
