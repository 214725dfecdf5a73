/** @file All tables and procedures of the statements feature, for the store. */

import { defineFeatureDatabase } from '../../../storage/store/procedure.ts';
import * as comparison from './comparison.ts';
import * as events from './events.ts';
import * as inbox from './inbox.ts';
import * as listing from './listing.ts';
import * as openWork from './open-work.ts';
import * as quarantine from './quarantine.ts';
import * as readings from './read-attempts.ts';
import * as requests from './requests.ts';
import { statementsSchema } from './schema.ts';
import * as transfer from './transfer.ts';

/** Creation time of a statement as its event says: later transactions are missing, whenever it was requested. */
const madeAtSchema = `
ALTER TABLE statement ADD COLUMN made_at INTEGER;
ALTER TABLE statement_event ADD COLUMN made_at INTEGER;
`;

/** The statement that a quarantined event would make ready, except for its link. */
const quarantineSchema = `
ALTER TABLE statement_event ADD COLUMN statement_id INTEGER;
CREATE INDEX statement_event_statement ON statement_event (statement_id) WHERE statement_id IS NOT NULL;
`;

/**
 * Marks statements whose wallet the service refused as unknown. The wallet itself is deleted unless the service had
 * listed it.
 */
const invalidWalletSchema = `
ALTER TABLE statement ADD COLUMN wallet_invalid INTEGER NOT NULL DEFAULT 0;
UPDATE statement SET wallet_invalid = 1 WHERE state = 'refused' AND NOT EXISTS (
  SELECT 1 FROM wallet w WHERE w.profile_id = statement.profile_id AND w.wallet_id = statement.wallet_id);
`;

/** Names of undocumented fields of an event, as JSON; never their values. */
const unknownFieldsSchema = `
ALTER TABLE statement_event ADD COLUMN unknown_fields TEXT NOT NULL DEFAULT '[]';
`;

/** When the clerk closed a statement; it is then no longer open work. A later event reopens it. */
const closedSchema = `
ALTER TABLE statement ADD COLUMN closed_at INTEGER;
`;

/** Number of quarantined events removed beyond the limit, since the clerk last decided about all events. */
const removedEventsSchema = `
ALTER TABLE statement_inbox ADD COLUMN removed_events INTEGER NOT NULL DEFAULT 0;
`;

/** Format of an event's file by its link, which decides whether the event is for a stored statement. */
const eventFormatSchema = `
ALTER TABLE statement_event ADD COLUMN format TEXT;
CREATE INDEX statement_event_place ON statement_event (profile_id, wallet_id, since, till)
  WHERE state = 'quarantined';
`;

/** Reads of the stored file that have started but not ended, and reads that crashed the process. */
const readingsSchema = `
ALTER TABLE statement ADD COLUMN readings_begun INTEGER NOT NULL DEFAULT 0;
ALTER TABLE statement ADD COLUMN readings_broken INTEGER NOT NULL DEFAULT 0;
`;

/** Digests of events, and of the event that made a statement ready: another event for it is the same, or differs. */
const eventDigestSchema = `
ALTER TABLE statement ADD COLUMN event_digest TEXT;
ALTER TABLE statement_event ADD COLUMN digest TEXT;
`;

/** Tables of the statements feature and the procedures on them. */
export const statementsDatabase = defineFeatureDatabase(
  'statements',
  [
    statementsSchema,
    madeAtSchema,
    quarantineSchema,
    invalidWalletSchema,
    unknownFieldsSchema,
    closedSchema,
    removedEventsSchema,
    readingsSchema,
    eventFormatSchema,
    eventDigestSchema,
  ],
  comparison,
  events,
  inbox,
  listing,
  openWork,
  quarantine,
  readings,
  requests,
  transfer,
);
