/** @file What was added to the tables of statements later, in order. */

/** When the service made a statement, as its event says: it lacks what came after that, whenever it was asked for. */
export const madeSchema = `
ALTER TABLE statement ADD COLUMN made_at INTEGER;
ALTER TABLE statement_event ADD COLUMN made_at INTEGER;
`;
