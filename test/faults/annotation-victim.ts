/** @file Appends entries to the history of a statement until it is killed, and reports each that is durable. */
import process from 'node:process';
import { z } from 'zod';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import { createAnnotationLog } from '../../src/main/features/statements/annotations/annotation-log.ts';
import { encodeRows } from '../../src/main/features/statements/annotations/row-set.ts';
import { createLibrary } from '../../src/main/library/library.ts';
import { createFakeVault } from '../fakes/vault.ts';

const { dataFolder, secrets, profileId, sha256 } = z
  .object({
    dataFolder: z.string(),
    secrets: z.array(z.tuple([z.string(), z.string()])),
    profileId: z.string(),
    sha256: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const vault = createFakeVault();
for (const [account, secret] of secrets) vault.secrets.set(account, secret);
const library = createLibrary({ dataFolder, vault, clock: systemClock, random: systemRandom });
const log = createAnnotationLog(library);
const file = { profileId, sha256 };
for (let next = (await log.read(file)).length + 1; ; next += 1) {
  const annotation = { kind: 'note', text: `Note ${next}` } as const;
  const rows = encodeRows(Uint32Array.of(next));
  const change = { type: 'annotate', annotation, rows, fileRows: 1_000_000 } as const;
  const { sequence } = await log.append(file, { act: `act ${next}`, at: next, who: 'anna', change });
  process.send?.(sequence);
}
