/** @file Tables of batches, documents and attach operations. */

export const documentsSchema = `
-- The last restart of Paydesk interrupted resumed_sent_again documents and resumed_unknown attach operations.
CREATE TABLE batch (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  state TEXT NOT NULL,
  pause_reason TEXT,
  pause_detail TEXT,
  dropped_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  resumed_at INTEGER,
  resumed_sent_again INTEGER NOT NULL DEFAULT 0,
  resumed_unknown INTEGER NOT NULL DEFAULT 0,
  UNIQUE (profile_id, number)
) STRICT;

-- Dropped files and folders. folder is 1 for a folder; listed is 1 once the files of a path are in the table document.
-- After a crash, the other paths are listed again.
CREATE TABLE dropped_path (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch_id INTEGER NOT NULL REFERENCES batch ON DELETE CASCADE,
  path TEXT NOT NULL,
  folder INTEGER NOT NULL DEFAULT 0,
  listed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX dropped_path_batch ON dropped_path (batch_id, listed);

-- folded is the path in the form that ignores case; size_before is the size before the file last changed.
CREATE TABLE document (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch_id INTEGER NOT NULL REFERENCES batch ON DELETE CASCADE,
  dropped_path_id INTEGER NOT NULL,
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  folder TEXT NOT NULL,
  folded TEXT NOT NULL,
  size INTEGER,
  size_before INTEGER,
  modified_at REAL,
  kind TEXT,
  sha256 TEXT,
  warnings TEXT NOT NULL DEFAULT '[]',
  state TEXT NOT NULL,
  reason TEXT,
  -- The clerk wants it sent although it is a duplicate.
  keep INTEGER NOT NULL DEFAULT 0,
  beneficiary_id INTEGER,
  assigned_by TEXT,
  -- Document key, from the moment its bytes are stored.
  key TEXT,
  attach_id INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  retry_at INTEGER,
  changed_at INTEGER NOT NULL,
  -- 1 for a file that has returned without the clerk's request.
  returned INTEGER NOT NULL DEFAULT 0,
  -- Checks that have begun but not ended: a file that ended the program twice is not opened again automatically.
  checks_begun INTEGER NOT NULL DEFAULT 0,
  -- 1 for a rejected document that the activity has counted.
  rejection_recorded INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX document_path ON document (dropped_path_id, path);
CREATE INDEX document_state ON document (batch_id, state, size);
CREATE INDEX document_content ON document (batch_id, sha256);
CREATE INDEX document_beneficiary ON document (beneficiary_id, batch_id, state);
-- Covering index for the counts of a batch.
CREATE INDEX document_count ON document (batch_id, state, beneficiary_id, size);
CREATE INDEX document_attach ON document (attach_id);
CREATE INDEX document_unfinished ON document (batch_id)
  WHERE state NOT IN ('attached', 'rejected', 'duplicate', 'excluded', 'cancelled');
CREATE INDEX document_rejection ON document (batch_id) WHERE state = 'rejected' AND rejection_recorded = 0;
-- Documents that wait for a check, separately for those with an unfinished one.
CREATE INDEX document_found ON document (batch_id, checks_begun > 0) WHERE state = 'found';

CREATE TABLE document_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  reason TEXT,
  by TEXT
) STRICT;
CREATE INDEX document_event_document ON document_event (document_id, id);

CREATE TABLE attempt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  key TEXT,
  ended_at INTEGER,
  outcome TEXT,
  request_id TEXT
) STRICT;
CREATE INDEX attempt_document ON attempt (document_id, id);
CREATE INDEX attempt_key ON attempt (key);

-- One PUT or POST of a beneficiary. The row is there before the request is sent. The states are explained in
-- src/shared/model/documents/attach-operation.ts.
CREATE TABLE attach_operation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  batch_id INTEGER,
  beneficiary_id INTEGER NOT NULL,
  method TEXT NOT NULL CHECK (method IN ('PUT', 'POST')),
  recipient_id TEXT,
  body TEXT NOT NULL,
  body_sha256 TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sent', 'attached', 'refused', 'not-done', 'unknown', 'confirmed', 'abandoned')),
  sent_at INTEGER NOT NULL,
  ended_at INTEGER,
  status INTEGER,
  cause TEXT,
  request_id TEXT
) STRICT;
CREATE INDEX attach_operation_beneficiary ON attach_operation (beneficiary_id, state);
CREATE INDEX attach_operation_unknown ON attach_operation (beneficiary_id) WHERE state = 'unknown';
CREATE INDEX attach_operation_state ON attach_operation (profile_id, state);

CREATE TABLE attach_item (
  attach_id INTEGER NOT NULL REFERENCES attach_operation ON DELETE CASCADE,
  position INTEGER NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT,
  is_new INTEGER NOT NULL,
  PRIMARY KEY (attach_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX attach_item_content ON attach_item (sha256);

-- The clerk's consent to attach an incomplete set.
CREATE TABLE consent (
  batch_id INTEGER NOT NULL,
  beneficiary_id INTEGER NOT NULL,
  PRIMARY KEY (batch_id, beneficiary_id)
) STRICT, WITHOUT ROWID;

-- Beneficiaries to which nothing more is attached until the clerk has settled an unknown outcome.
CREATE VIEW held_beneficiary AS
  SELECT DISTINCT beneficiary_id AS id FROM attach_operation WHERE state = 'unknown';

-- Documents that are attached, by the service's answer or because the clerk confirmed it.
CREATE VIEW known_document AS
  SELECT o.beneficiary_id, o.id AS attach_id, i.position, i.key, i.name, i.sha256,
    coalesce(o.ended_at, o.sent_at) AS attached_at
  FROM attach_operation o JOIN attach_item i ON i.attach_id = o.id
  WHERE o.state IN ('attached', 'confirmed') AND i.is_new = 1;

-- One assignment by the clerk, by whatever way it was made, kept until the batch is started.
CREATE TABLE mapping_step (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch_id INTEGER NOT NULL REFERENCES batch ON DELETE CASCADE,
  way TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX mapping_step_batch ON mapping_step (batch_id, id);

CREATE TABLE mapping_change (
  step_id INTEGER NOT NULL REFERENCES mapping_step ON DELETE CASCADE,
  document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
  beneficiary_before INTEGER,
  assigned_by_before TEXT,
  beneficiary_after INTEGER,
  PRIMARY KEY (step_id, document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX mapping_change_document ON mapping_change (document_id);

-- The numbers of documents by batch, state and whether they have a beneficiary: a page of a batch is found without a visit of
-- all its documents. Triggers keep the numbers in the transaction of each change.
CREATE TABLE document_state_count (
  batch_id INTEGER NOT NULL REFERENCES batch ON DELETE CASCADE,
  state TEXT NOT NULL,
  assigned INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  PRIMARY KEY (batch_id, state, assigned)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER document_inserted AFTER INSERT ON document BEGIN
  INSERT INTO document_state_count VALUES (NEW.batch_id, NEW.state, NEW.beneficiary_id IS NOT NULL, 1)
    ON CONFLICT DO UPDATE SET documents = documents + 1;
END;
CREATE TRIGGER document_deleted AFTER DELETE ON document BEGIN
  UPDATE document_state_count SET documents = documents - 1
    WHERE batch_id = OLD.batch_id AND state = OLD.state AND assigned = (OLD.beneficiary_id IS NOT NULL);
END;
CREATE TRIGGER document_regrouped AFTER UPDATE OF batch_id, state, beneficiary_id ON document
  WHEN NEW.batch_id <> OLD.batch_id OR NEW.state <> OLD.state
    OR (NEW.beneficiary_id IS NULL) <> (OLD.beneficiary_id IS NULL)
BEGIN
  UPDATE document_state_count SET documents = documents - 1
    WHERE batch_id = OLD.batch_id AND state = OLD.state AND assigned = (OLD.beneficiary_id IS NOT NULL);
  INSERT INTO document_state_count VALUES (NEW.batch_id, NEW.state, NEW.beneficiary_id IS NOT NULL, 1)
    ON CONFLICT DO UPDATE SET documents = documents + 1;
END;

-- The default order of the list.
CREATE INDEX document_order ON document
  (batch_id, state, (CASE WHEN state IN ('attached', 'stored', 'attaching') THEN -changed_at ELSE id END));
`;
