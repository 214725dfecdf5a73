/** @file Matches and separates rows by hand until it is killed, and reports each decision that is durable. */
import process from 'node:process';
import { z } from 'zod';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import { createLedgerStore } from '../../src/main/features/statements/ledger-store.ts';
import { createLibrary } from '../../src/main/library/library.ts';
import { createFakeVault } from '../fakes/vault.ts';
import { countDecisions, linksAfter, pair, statements } from './match-decisions.ts';

const { dataFolder, secrets } = z
  .object({ dataFolder: z.string(), secrets: z.array(z.tuple([z.string(), z.string()])) })
  .parse(JSON.parse(process.argv[2] ?? ''));

const vault = createFakeVault();
for (const [account, secret] of secrets) vault.secrets.set(account, secret);
const store = createLedgerStore(
  createLibrary({ dataFolder, vault, clock: systemClock, random: systemRandom }),
);
const { settings, links } = await store.readDecisions(pair);
for (let next = countDecisions(links) + 1; ; next += 1) {
  await store.saveDecisions(pair, statements, { settings, links: linksAfter(next) });
  process.send?.(next);
}
