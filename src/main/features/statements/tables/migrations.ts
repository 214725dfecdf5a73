/** @file What was added to the tables of statements later, in order. */

/** When the service made a statement, as its event says: it lacks what came after that, whenever it was asked for. */
export const madeSchema = `
ALTER TABLE statement ADD COLUMN made_at INTEGER;
ALTER TABLE statement_event ADD COLUMN made_at INTEGER;
`;

/** Which statement an event that is set aside would make ready, but for its link. */
export const quarantineSchema = `
ALTER TABLE statement_event ADD COLUMN statement_id INTEGER;
CREATE INDEX statement_event_statement ON statement_event (statement_id) WHERE statement_id IS NOT NULL;
`;

/**
 * Whether the service said that there is no such wallet: nobody waits for such a statement. What a wallet was known by
 * was deleted then, unless the service had listed it.
 */
export const invalidWalletSchema = `
ALTER TABLE statement ADD COLUMN wallet_invalid INTEGER NOT NULL DEFAULT 0;
UPDATE statement SET wallet_invalid = 1 WHERE state = 'refused' AND NOT EXISTS (
  SELECT 1 FROM wallet w WHERE w.profile_id = statement.profile_id AND w.wallet_id = statement.wallet_id);
`;

/** Names of the fields of an event that are not documented, as JSON; never their values. */
export const unknownFieldsSchema = `
ALTER TABLE statement_event ADD COLUMN unknown_fields TEXT NOT NULL DEFAULT '[]';
`;

/** When the clerk gave a statement up; it is then no longer work. An event that comes all the same takes it up again. */
export const closedSchema = `
ALTER TABLE statement ADD COLUMN closed_at INTEGER;
`;

/** Events that went because too many were set aside, since the clerk last decided about all of them. */
export const removedEventsSchema = `
ALTER TABLE statement_inbox ADD COLUMN removed_events INTEGER NOT NULL DEFAULT 0;
`;

/** Readings of the stored file that were begun and have not ended, and those that ended the process that read it. */
export const readingsSchema = `
ALTER TABLE statement ADD COLUMN readings_begun INTEGER NOT NULL DEFAULT 0;
ALTER TABLE statement ADD COLUMN readings_broken INTEGER NOT NULL DEFAULT 0;
`;
