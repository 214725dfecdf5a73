/** @file Matches and separates rows by hand until it is killed, and reports each decision that is durable. */
import process from 'node:process';
import { createLedgerStore } from '../../src/main/features/statements/ledger-store.ts';
import { countDecisions, linksAfter, pair, statements } from './match-decisions.ts';
import { openNamedLibrary } from './victim-library.ts';

const store = createLedgerStore(openNamedLibrary());
const { settings, links } = await store.readDecisions(pair);
for (let next = countDecisions(links) + 1; ; next += 1) {
  await store.saveDecisions(pair, statements, { settings, links: linksAfter(next) });
  process.send?.(next);
}
