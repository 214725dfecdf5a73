/** @file Signs a statement off and changes a row in turn until it is killed, and reports each step that is durable. */
import process from 'node:process';
import { systemClock } from '../../src/main/clock.ts';
import { createAnnotationLog } from '../../src/main/features/statements/annotations/annotation-log.ts';
import { encodeRows } from '../../src/main/features/statements/annotations/row-set.ts';
import { createSignOffLog } from '../../src/main/features/statements/sign-off/sign-off-log.ts';
import { createSignOffs } from '../../src/main/features/statements/sign-off/sign-offs.ts';
import { file, openNamedLibrary } from './victim-library.ts';

const library = openNamedLibrary();
const { profileId, sha256 } = file;
const annotationLog = createAnnotationLog(library);
const signOffs = createSignOffs({
  log: createSignOffLog(library),
  clock: systemClock,
  info: { osUser: 'anna' },
});

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
