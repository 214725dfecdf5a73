/** @file The grouping of documents as SQL, generated from the function that defines it. */
import { type DocumentGroup, documentStates, groupOf } from '../../../../shared/model/document.ts';

const withOthers = `JOIN batch b ON b.id = d.batch_id
  LEFT JOIN beneficiary y ON y.id = d.beneficiary_id
  LEFT JOIN held_beneficiary h ON h.id = d.beneficiary_id`;

/** Documents `d` with their batch `b`, their beneficiary `y`, and `h` when that beneficiary is on hold. */
export const documentsSql = `document d ${withOthers}`;

/**
 * Like {@link documentsSql}, but each `d` stands for all documents of $batchId with the same state and beneficiary:
 * `documents` is their number and `size` their bytes. Frequent counts must not visit every document.
 */
export const countedSql = `(SELECT batch_id, state, beneficiary_id, count(*) AS documents, sum(size) AS size
  FROM document WHERE batch_id = $batchId GROUP BY state, beneficiary_id) d ${withOthers}`;

const startedSql = '(b.started_at IS NOT NULL)';
const flags = [true, false] as const;
const contexts = flags.flatMap((started) =>
  flags.flatMap((assigned) => flags.map((held) => ({ started, assigned, held }))),
);

function caseOf(textOf: (group: DocumentGroup) => string): string {
  const whens = documentStates.map((state) => {
    const groups = new Set(contexts.map((context) => groupOf(state, context)));
    const [first, ...others] = groups;
    if (first !== undefined && others.length === 0) return `WHEN '${state}' THEN ${textOf(first)}`;
    const inner = contexts.map(
      (context) =>
        `WHEN ${startedSql} = ${Number(context.started)}
          AND (d.beneficiary_id IS NOT NULL) = ${Number(context.assigned)}
          AND (h.id IS NOT NULL) = ${Number(context.held)} THEN ${textOf(groupOf(state, context))}`,
    );
    return `WHEN '${state}' THEN CASE ${inner.join(' ')} END`;
  });
  return `CASE d.state ${whens.join(' ')} END`;
}

/** The group of a document of {@link documentsSql}. */
export const groupSql = caseOf((group) => `'${group}'`);

/** The default order: needs the clerk, in progress, done, queued, not sent. */
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
  ELSE ${caseOf((group) => String(ranks[group]))} END`;
