/** @file Migrations of the statements tables, in order. */

/** Creation time of a statement as its event says: later transactions are missing, whenever it was requested. */
export const madeAtSchema = `
ALTER TABLE statement ADD COLUMN made_at INTEGER;
ALTER TABLE statement_event ADD COLUMN made_at INTEGER;
`;

/** The statement that a quarantined event would make ready, except for its link. */
export const quarantineSchema = `
ALTER TABLE statement_event ADD COLUMN statement_id INTEGER;
CREATE INDEX statement_event_statement ON statement_event (statement_id) WHERE statement_id IS NOT NULL;
`;

/**
 * Marks statements whose wallet the service refused as unknown. The wallet itself is deleted unless the service had
 * listed it.
 */
export const invalidWalletSchema = `
ALTER TABLE statement ADD COLUMN wallet_invalid INTEGER NOT NULL DEFAULT 0;
UPDATE statement SET wallet_invalid = 1 WHERE state = 'refused' AND NOT EXISTS (
  SELECT 1 FROM wallet w WHERE w.profile_id = statement.profile_id AND w.wallet_id = statement.wallet_id);
`;

/** Names of undocumented fields of an event, as JSON; never their values. */
export const unknownFieldsSchema = `
ALTER TABLE statement_event ADD COLUMN unknown_fields TEXT NOT NULL DEFAULT '[]';
`;

/** When the clerk closed a statement; it is then no longer open work. A later event reopens it. */
export const closedSchema = `
ALTER TABLE statement ADD COLUMN closed_at INTEGER;
`;

/** Number of quarantined events removed beyond the limit, since the clerk last decided about all events. */
export const removedEventsSchema = `
ALTER TABLE statement_inbox ADD COLUMN removed_events INTEGER NOT NULL DEFAULT 0;
`;

/** Format of an event's file by its link, which decides whether the event is for a stored statement. */
export const eventFormatSchema = `
ALTER TABLE statement_event ADD COLUMN format TEXT;
CREATE INDEX statement_event_place ON statement_event (profile_id, wallet_id, since, till)
  WHERE state = 'quarantined';
`;

/** Reads of the stored file that have started but not ended, and reads that crashed the process. */
export const readingsSchema = `
ALTER TABLE statement ADD COLUMN readings_begun INTEGER NOT NULL DEFAULT 0;
ALTER TABLE statement ADD COLUMN readings_broken INTEGER NOT NULL DEFAULT 0;
`;
