/**
 * @file A clerk who works on a statement until the process is killed, and reports each step that is durable: appends entries
 * to its history, matches and separates rows by hand, or signs it off and changes a row in turn.
 */
import process from 'node:process';
import { systemClock } from '../../../src/main/concurrency/clock.ts';
import { createAnnotationLog } from '../../../src/main/features/statements/annotations/annotation-log.ts';
import { encodeRows } from '../../../src/main/features/statements/annotations/row-set.ts';
import { createLedgerFiles } from '../../../src/main/features/statements/ledger/ledger-files.ts';
import {
  createSignOffLog,
  createSignOffs,
} from '../../../src/main/features/statements/sign-off/sign-off-rules.ts';
import { countDecisions, linksAfter, pair, statements } from '../match-decisions.ts';
import { file, openVictimLibrary, victimSchema } from './victim-library.ts';

const { work, ...named } = victimSchema.parse(JSON.parse(process.argv[2] ?? ''));
const library = openVictimLibrary(named);
const log = createAnnotationLog(library);
type Annotation =
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'tick'; readonly isTicked: boolean };

async function change(number: number, annotation: Annotation): Promise<number> {
  const annotate = { type: 'annotate', annotation, rows: encodeRows(Uint32Array.of(number)) } as const;
  const entry = {
    act: `act ${number}`,
    at: number,
    who: 'anna',
    change: { ...annotate, fileRows: 1_000_000 },
  };
  return log.append(file, entry);
}

async function annotate(): Promise<never> {
  for (let next = (await log.read(file)).length + 1; ; next += 1)
    process.send?.(await change(next, { kind: 'note', text: `Note ${next}` }));
}

async function match(): Promise<never> {
  const store = createLedgerFiles(library);
  const { settings, links } = await store.readDecisions(pair);
  for (let next = countDecisions(links) + 1; ; next += 1) {
    await store.saveDecisions(pair, statements, { settings, links: linksAfter(next) });
    process.send?.(next);
  }
}

async function signOff(): Promise<never> {
  const info = { osUser: 'anna' };
  const signOffs = createSignOffs({ log: createSignOffLog(library), clock: systemClock, info });
  for (;;) {
    const changes = (await log.read(file)).length;
    if ((await signOffs.listSigned(file.profileId)).has(file.sha256)) {
      await signOffs.reopen(file, 'tick');
      await change(changes, { kind: 'tick', isTicked: true });
    } else {
      const facts = { rows: 1_000_000, ticked: changes, notes: 0, balance: null, sums: [], passed: 1 };
      await signOffs.sign(file, { ...facts, openChecks: [], unchecked: [] }, []);
    }
    process.send?.({
      signOffs: (await signOffs.readHistory(file)).length,
      changes: (await log.read(file)).length,
    });
  }
}

await { annotate, match, signOff }[work]();
