/** @file The grouping of documents as SQL, generated from the function that defines it. */
import {
  type DocumentGroup,
  type DocumentState,
  documentStates,
  type GroupContext,
  groupOf,
} from '../../../../shared/model/documents/document.ts';

/** Adds the batch `b`, the beneficiary `y`, and `h` when that beneficiary is on hold, to documents `d`. */
export const contextJoinsSql = `JOIN batch b ON b.id = d.batch_id
  LEFT JOIN beneficiary y ON y.id = d.beneficiary_id
  LEFT JOIN held_beneficiary h ON h.id = d.beneficiary_id`;

/** Documents `d` with their context, see {@link contextJoinsSql}. */
export const documentsSql = `document d ${contextJoinsSql}`;

/**
 * Like {@link documentsSql}, but each `d` stands for all documents of $batchId with the same state and beneficiary:
 * `documents` is the number of these documents and `size` the sum of their bytes. Avoids a visit of every document for
 * frequent counts.
 */
export const countedSql = `(SELECT batch_id, state, beneficiary_id, count(*) AS documents, sum(size) AS size
  FROM document WHERE batch_id = $batchId GROUP BY state, beneficiary_id) d ${contextJoinsSql}`;

/**
 * True for a stored document `d` of {@link documentsSql} that is not attached without the clerk: its beneficiary has no
 * recipient ID, or the set of its beneficiary misses a file, or a document failed and the clerk has not consented.
 */
export const withheldSql = `(d.state = 'stored' AND (y.stage = 'id-needed' OR EXISTS (
  SELECT 1 FROM document f WHERE f.batch_id = d.batch_id AND f.beneficiary_id = d.beneficiary_id
    AND (f.state = 'waiting-for-file' OR (f.state = 'failed' AND NOT EXISTS (
      SELECT 1 FROM consent c WHERE c.batch_id = d.batch_id AND c.beneficiary_id = d.beneficiary_id))))))`;

const startedSql = '(b.started_at IS NOT NULL)';
const booleans = [true, false] as const;
const contexts = booleans.flatMap((started) =>
  booleans.flatMap((assigned) => booleans.map((held) => ({ started, assigned, held }))),
);

/** Builds a CASE expression over the state; only a state whose value depends on the context gets an inner CASE. */
function buildStateCase(sqlOf: (state: DocumentState, context: GroupContext) => string): string {
  const whens = documentStates.map((state) => {
    const values = new Set(contexts.map((context) => sqlOf(state, context)));
    const [onlyValue, ...otherValues] = values;
    if (onlyValue !== undefined && otherValues.length === 0) return `WHEN '${state}' THEN ${onlyValue}`;
    const contextWhens = contexts.map(
      (context) =>
        `WHEN ${startedSql} = ${Number(context.started)}
          AND (d.beneficiary_id IS NOT NULL) = ${Number(context.assigned)}
          AND (h.id IS NOT NULL) = ${Number(context.held)} THEN ${sqlOf(state, context)}`,
    );
    return `WHEN '${state}' THEN CASE ${contextWhens.join(' ')} END`;
  });
  return `CASE d.state ${whens.join(' ')} END`;
}

/** The group of a document of {@link documentsSql}. */
export const groupSql = buildStateCase((state, context) => `'${groupOf(state, context)}'`);

/** Positions of the groups in the default order: needs the clerk, in progress, done, queued, not sent. */
const ranks: Readonly<Record<DocumentGroup, number>> = {
  problem: 0,
  unknown: 1,
  'waiting-for-file': 2,
  duplicate: 3,
  unassigned: 4,
  checking: 5,
  uploading: 6,
  stored: 7,
  attached: 8,
  queued: 9,
  assigned: 10,
  'on-hold': 11,
  rejected: 12,
  excluded: 13,
  cancelled: 14,
};

/**
 * Returns the position of a document in the default order. Rejected documents need the clerk while a batch is prepared;
 * once it runs, nothing can be done about them.
 */
export function rankOf(state: DocumentState, context: GroupContext): number {
  return state === 'rejected' && !context.started ? 0 : ranks[groupOf(state, context)];
}

/** The position of a document of {@link documentsSql} in the default order. */
export const rankSql = buildStateCase((state, context) => String(rankOf(state, context)));
