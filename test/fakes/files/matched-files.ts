/** @file Matches two CSV texts as the statement engine does. */

import type { MatchedTable } from '../../../src/main/statement-engine/match/match-rows.ts';
import { MatchingSession, openLedger } from '../../../src/main/statement-engine/match/matching-session.ts';
import {
  type ClerkLinks,
  defaultMatchSettings,
  type MatchSettings,
} from '../../../src/shared/model/statements/ledger.ts';
import { sessionOf, tableOf } from './text-statement.ts';

export const noLinks: ClerkLinks = { links: [], separated: [], aliases: [] };

/** Matches a statement with a ledger, both as CSV. */
export function matchFiles(
  statement: string | readonly string[],
  ledger: string | readonly string[],
  { settings = defaultMatchSettings, links = noLinks }: { settings?: MatchSettings; links?: ClerkLinks } = {},
): MatchingSession {
  return new MatchingSession(matchedTable(statement), openLedger(tableOf(ledger)), { settings, links });
}

/** Reads a statement for a matching. */
export function matchedTable(statement: string | readonly string[]): MatchedTable {
  const { table, roles, money } = sessionOf(statement);
  return { table, roles, money, reference: roles.reference, name: roles.counterparty, currency: null };
}
