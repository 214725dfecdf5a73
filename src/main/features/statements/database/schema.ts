/** @file Tables of the statements feature. No column contains a download link: links are only in memory. */

export const statementsSchema = `
CREATE TABLE wallet (
  profile_id TEXT NOT NULL,
  wallet_id INTEGER NOT NULL,
  name TEXT,
  currency TEXT,
  -- 1 when the service listed the wallet, 0 when only the clerk entered it.
  listed INTEGER NOT NULL,
  PRIMARY KEY (profile_id, wallet_id)
) STRICT;
CREATE TABLE statement_request (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  company_id TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  since TEXT NOT NULL,
  till TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('csv', 'pdf')),
  -- Empty for the webhook.
  email TEXT NOT NULL
) STRICT;
CREATE TABLE statement (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Distinguishes the statement from another one with its ID, in data from another time.
  identity TEXT NOT NULL DEFAULT (lower(hex(randomblob(16)))),
  request_id INTEGER NOT NULL REFERENCES statement_request (id),
  profile_id TEXT NOT NULL,
  company_id TEXT NOT NULL,
  wallet_id INTEGER NOT NULL,
  since TEXT NOT NULL,
  till TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('csv', 'pdf')),
  state TEXT NOT NULL CHECK (state IN
    ('asking', 'refused', 'e-mailed', 'waiting', 'ready', 'downloading', 'stored', 'expired')),
  changed_at INTEGER NOT NULL,
  event_id TEXT,
  came_by TEXT,
  transactions INTEGER,
  host TEXT,
  expires_at INTEGER,
  -- The library's name of the file, once it is stored.
  item TEXT,
  size INTEGER,
  sha256 TEXT,
  -- An error as data.
  problem TEXT,
  -- When the statement was made, as its event says: later transactions are missing, whenever it was requested.
  made_at INTEGER,
  -- 1 when the service refused the wallet as unknown.
  wallet_invalid INTEGER NOT NULL DEFAULT 0,
  -- When the clerk closed it; it is then no longer open work. A later event reopens it.
  closed_at INTEGER,
  -- Reads of the stored file that have started but not ended, and reads that crashed the process.
  readings_begun INTEGER NOT NULL DEFAULT 0,
  readings_broken INTEGER NOT NULL DEFAULT 0,
  -- 1 when the last whole read found that the stored file is damaged.
  damaged INTEGER NOT NULL DEFAULT 0,
  -- Names of the checks that the stored file failed, as JSON; NULL until it was checked.
  failed_checks TEXT,
  -- Digest of the event that made it ready: another event for it is the same, or differs.
  event_digest TEXT
) STRICT;
CREATE INDEX statement_state ON statement (profile_id, state);
CREATE INDEX statement_place ON statement (profile_id, wallet_id, since, till);
CREATE TABLE statement_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  event_id TEXT,
  seen_at INTEGER NOT NULL,
  came_by TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('taken', 'quarantined', 'discarded')),
  reason TEXT,
  detail TEXT NOT NULL DEFAULT '',
  wallet_id INTEGER,
  company_id TEXT,
  since TEXT,
  till TEXT,
  transactions INTEGER,
  host TEXT,
  expires_at INTEGER,
  made_at INTEGER,
  -- The statement that a quarantined event would make ready, except for its link.
  statement_id INTEGER,
  -- Names of undocumented fields, as JSON; never their values.
  unknown_fields TEXT NOT NULL DEFAULT '[]',
  -- Format of the file by its link, which decides whether the event is for a stored statement.
  format TEXT,
  digest TEXT
) STRICT;
CREATE UNIQUE INDEX statement_event_once ON statement_event (profile_id, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX statement_event_state ON statement_event (profile_id, state);
CREATE INDEX statement_event_statement ON statement_event (statement_id) WHERE statement_id IS NOT NULL;
CREATE INDEX statement_event_place ON statement_event (profile_id, wallet_id, since, till)
  WHERE state = 'quarantined';
CREATE TABLE statement_host (
  profile_id TEXT NOT NULL,
  host TEXT NOT NULL,
  PRIMARY KEY (profile_id, host)
) STRICT;
CREATE TABLE statement_inbox (
  profile_id TEXT PRIMARY KEY,
  folder TEXT,
  listener INTEGER NOT NULL DEFAULT 0,
  last_event_at INTEGER,
  -- Quarantined events removed beyond the limit, since the clerk last decided about all events.
  removed_events INTEGER NOT NULL DEFAULT 0
) STRICT;
`;
