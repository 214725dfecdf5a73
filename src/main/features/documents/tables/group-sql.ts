/** @file The grouping of documents as SQL, generated from the function that defines it. */
import { type DocumentGroup, documentStates, groupOf } from '../../../../shared/model/document.ts';

const joinsSql = `JOIN batch b ON b.id = d.batch_id
  LEFT JOIN beneficiary y ON y.id = d.beneficiary_id
  LEFT JOIN held_beneficiary h ON h.id = d.beneficiary_id`;

/** Documents `d` with their batch `b`, their beneficiary `y`, and `h` when that beneficiary is on hold. */
export const documentsSql = `document d ${joinsSql}`;

/**
 * Like {@link documentsSql}, but each `d` stands for all documents of $batchId with the same state and beneficiary:
 * `documents` is the number of these documents and `size` the sum of their bytes. Avoids a visit of every document for
 * frequent counts.
 */
export const countedSql = `(SELECT batch_id, state, beneficiary_id, count(*) AS documents, sum(size) AS size
  FROM document WHERE batch_id = $batchId GROUP BY state, beneficiary_id) d ${joinsSql}`;

const startedSql = '(b.started_at IS NOT NULL)';
const booleans = [true, false] as const;
const contexts = booleans.flatMap((started) =>
  booleans.flatMap((assigned) => booleans.map((held) => ({ started, assigned, held }))),
);

/** Builds a CASE expression over the state; only a state whose group depends on the context gets an inner CASE. */
function buildGroupCase(sqlOfGroup: (group: DocumentGroup) => string): string {
  const whens = documentStates.map((state) => {
    const groups = new Set(contexts.map((context) => groupOf(state, context)));
    const [onlyGroup, ...otherGroups] = groups;
    if (onlyGroup !== undefined && otherGroups.length === 0)
      return `WHEN '${state}' THEN ${sqlOfGroup(onlyGroup)}`;
    const contextWhens = contexts.map(
      (context) =>
        `WHEN ${startedSql} = ${Number(context.started)}
          AND (d.beneficiary_id IS NOT NULL) = ${Number(context.assigned)}
          AND (h.id IS NOT NULL) = ${Number(context.held)} THEN ${sqlOfGroup(groupOf(state, context))}`,
    );
    return `WHEN '${state}' THEN CASE ${contextWhens.join(' ')} END`;
  });
  return `CASE d.state ${whens.join(' ')} END`;
}

/** The group of a document of {@link documentsSql}. */
export const groupSql = buildGroupCase((group) => `'${group}'`);

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

/** Rejected documents need the clerk while a batch is prepared; once it runs, nothing can be done about them. */
export const rankSql = `CASE WHEN d.state = 'rejected' AND NOT ${startedSql} THEN 0
  ELSE ${buildGroupCase((group) => String(ranks[group]))} END`;
