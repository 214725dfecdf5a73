/** @file Migrations of the document tables, in order. */

/** Adds the history of assignments, kept until a batch is started. */
export const mappingSchema = `
-- One assignment by the clerk, by whatever way it was made.
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
`;

/** Adds a mark for files that have returned without the clerk's request. */
export const returnedSchema = `
ALTER TABLE document ADD COLUMN returned INTEGER NOT NULL DEFAULT 0;
`;

/** Adds an index on unfinished documents, and cancels the failed documents of cancelled batches. */
export const unfinishedSchema = `
CREATE INDEX document_unfinished ON document (batch_id)
  WHERE state NOT IN ('attached', 'rejected', 'duplicate', 'excluded', 'cancelled');

INSERT INTO document_event (document_id, at, kind, reason)
  SELECT d.id, coalesce(b.finished_at, d.changed_at), 'cancelled', '{"code":"cancelled-by-clerk","facts":{}}'
  FROM document d JOIN batch b ON b.id = d.batch_id WHERE d.state = 'failed' AND b.state = 'cancelled';
UPDATE document SET state = 'cancelled', reason = '{"code":"cancelled-by-clerk","facts":{}}'
  WHERE state = 'failed' AND batch_id IN (SELECT id FROM batch WHERE state = 'cancelled');
`;

/** Adds the count of unfinished checks: a file that ended the program twice is not opened again automatically. */
export const checksBegunSchema = `
ALTER TABLE document ADD COLUMN checks_begun INTEGER NOT NULL DEFAULT 0;
`;

/** Adds a mark for rejected documents that the activity has counted. Those of earlier versions are not counted. */
export const rejectionRecordedSchema = `
ALTER TABLE document ADD COLUMN rejection_recorded INTEGER NOT NULL DEFAULT 0;
UPDATE document SET rejection_recorded = 1 WHERE state = 'rejected';
CREATE INDEX document_rejection ON document (batch_id) WHERE state = 'rejected' AND rejection_recorded = 0;
`;

/** Adds an index on documents that wait for a check, separately for those with an unfinished check. */
export const foundSchema = `
CREATE INDEX document_found ON document (batch_id, checks_begun > 0) WHERE state = 'found';
`;

/**
 * Adds the numbers of documents by batch, state and whether they have a beneficiary, and an index in the default order
 * of the list, so that a page of a batch is found without a visit of all its documents. Triggers keep the numbers in the
 * transaction of each change.
 */
export const documentOrderSchema = `
CREATE TABLE document_state_count (
  batch_id INTEGER NOT NULL REFERENCES batch ON DELETE CASCADE,
  state TEXT NOT NULL,
  assigned INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  PRIMARY KEY (batch_id, state, assigned)
) STRICT, WITHOUT ROWID;
INSERT INTO document_state_count
  SELECT batch_id, state, beneficiary_id IS NOT NULL, count(*) FROM document GROUP BY 1, 2, 3;

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

CREATE INDEX document_order ON document
  (batch_id, state, (CASE WHEN state IN ('attached', 'stored', 'attaching') THEN -changed_at ELSE id END));
`;
