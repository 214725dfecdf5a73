/** @file What was added to the tables of statements later, in order. */

/** When the service made a statement, as its event says: it lacks what came after that, whenever it was asked for. */
export const madeSchema = `
ALTER TABLE statement ADD COLUMN made_at INTEGER;
ALTER TABLE statement_event ADD COLUMN made_at INTEGER;
`;

/** Which statement an event that is set aside would make ready, but for its link. */
export const asideSchema = `
ALTER TABLE statement_event ADD COLUMN statement_id INTEGER;
CREATE INDEX statement_event_statement ON statement_event (statement_id) WHERE statement_id IS NOT NULL;
`;
