/** @file Signs a statement off and changes a row in turn until it is killed, and reports each step that is durable. */
import process from 'node:process';
import { z } from 'zod';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import { createAnnotationLog } from '../../src/main/features/statements/annotations/annotation-log.ts';
import { encodeRows } from '../../src/main/features/statements/annotations/row-set.ts';
import { createSignOffLog } from '../../src/main/features/statements/sign-off/sign-off-log.ts';
import { createSignOffs } from '../../src/main/features/statements/sign-off/sign-offs.ts';
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
const annotationLog = createAnnotationLog(library);
const signOffs = createSignOffs({
  log: createSignOffLog(library),
  clock: systemClock,
  info: { osUser: 'anna' },
});
const file = { profileId, sha256 };

for (;;) {
  const changes = (await annotationLog.read(file)).length;
  if ((await signOffs.listSigned(profileId)).has(sha256)) {
    const annotation = { kind: 'tick', isTicked: true } as const;
    const rows = encodeRows(Uint32Array.of(changes));
    const change = { type: 'annotate', annotation, rows, fileRows: 1_000_000 } as const;
    await signOffs.reopen(file, 'tick');
    await annotationLog.append(file, { act: `act ${changes}`, at: changes, who: 'anna', change });
  } else {
    const facts = { rows: 1_000_000, ticked: changes, notes: 0, balance: null, sums: [], passed: 1 };
    await signOffs.sign(file, { ...facts, openChecks: [], unchecked: [] }, []);
  }
  process.send?.({
    signOffs: (await signOffs.readHistory(file)).length,
    changes: (await annotationLog.read(file)).length,
  });
}
