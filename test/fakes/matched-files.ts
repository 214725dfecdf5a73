/** @file Matches two CSV texts as the review process does. */
import { MatchingSession, openLedger } from '../../src/main/review/matching/matching-session.ts';
import { ReviewSession } from '../../src/main/review/session.ts';
import { openTable } from '../../src/main/review/table.ts';
import { type ClerkLinks, defaultMatchSettings, type MatchSettings } from '../../src/shared/model/ledger.ts';

export const noLinks: ClerkLinks = { links: [], separated: [] };

/** Opens a text as a statement. */
function openStatementText(text: string): ReviewSession {
  const bytes = new TextEncoder().encode(text);
  return new ReviewSession({ bytes, table: openTable(bytes), buffer: null });
}

/** Matches a statement with a ledger, both as CSV. */
export function matchFiles(
  statement: string,
  ledger: string,
  { settings = defaultMatchSettings, links = noLinks }: { settings?: MatchSettings; links?: ClerkLinks } = {},
): MatchingSession {
  const { table, roles, money } = openStatementText(statement);
  return new MatchingSession(
    { table, roles, money, reference: roles.reference, name: roles.counterparty, currency: null },
    openLedger(openTable(new TextEncoder().encode(ledger))),
    { settings, links },
  );
}
