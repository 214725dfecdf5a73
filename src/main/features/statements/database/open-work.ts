/** @file Open statements and events of all profiles, and closing them. */
import { z } from 'zod';
import { statesWith } from '../../../../shared/model/documents/attention.ts';
import { type Need, openWorkSchema } from '../../../../shared/model/needs-you/needs-you.ts';
import { downloadFailureOf } from '../../../../shared/model/statements/download-failure.ts';
import { statementSets } from '../../../../shared/model/statements/statement-machine.ts';
import {
  checkNameSchema,
  eventAttention,
  isBadAnswer,
  isLinkEndingSoon,
  quarantineReasonSchema,
  type StatementState,
  statementAttention,
  statementStateSchema,
} from '../../../../shared/model/statements/statements.ts';
import { wireErrorSchema } from '../../../../shared/wire-error.ts';
import { jsonColumn, noResultSchema } from '../../../storage/store/columns.ts';
import type { Database } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { noWorkLeftSql, shownStateSql } from './listing.ts';
import { unreadableSql } from './read-attempts.ts';

const idSchema = z.number().int();
const textSchema = z.string();
const toIsoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

const statementRow = z.object({
  statementId: idSchema,
  profileId: textSchema,
  walletId: idSchema,
  from: textSchema,
  till: textSchema,
  state: statementStateSchema,
  requestedAt: z.number(),
  changedAt: z.number(),
  expiresAt: z.number().nullable(),
  source: textSchema.nullable(),
  problem: jsonColumn(wireErrorSchema).nullable(),
  isSettled: z.number(),
  isSuperseded: z.number(),
});
type StatementRow = z.infer<typeof statementRow>;

const neutralFacts = {
  now: 0,
  requestedAt: 0,
  changedAt: 0,
  expiresAt: null,
  hasProblem: false,
  hasBadAnswer: false,
  isSettled: false,
  isSuperseded: false,
};

const sameStatementSql = (
  other: string,
) => `${other}.profile_id = s.profile_id AND ${other}.wallet_id = s.wallet_id
  AND ${other}.since = s.since AND ${other}.till = s.till AND ${other}.company_id = s.company_id
  AND ${other}.format = s.format`;

/** States that are final under any circumstances, and thus under {@link neutralFacts} too. */
const finalStates = statementStateSchema.options.filter(
  (state) => statementAttention(state, neutralFacts) === 'final',
);

function listOpenStatements(database: Database): StatementRow[] {
  return z.array(statementRow).parse(
    database.all(
      `SELECT s.id AS "statementId", s.profile_id AS "profileId", s.wallet_id AS "walletId", s.since AS "from", s.till,
         ${shownStateSql} AS state, r.asked_at AS "requestedAt", s.changed_at AS "changedAt", s.expires_at AS "expiresAt",
         s.came_by AS "source", s.problem, ${noWorkLeftSql} AS "isSettled",
         EXISTS (SELECT 1 FROM statement n WHERE ${sameStatementSql('n')} AND n.id > s.id) AS "isSuperseded"
       FROM statement s JOIN statement_request r ON r.id = s.request_id
       WHERE s.state NOT IN ${sqlList(finalStates)} ORDER BY s.id`,
    ),
  );
}

/** Returns the entry of a statement that needs the clerk; `null` for states in which nothing is left to the clerk. */
function createNeed(row: StatementRow, now: number): Need | null {
  const { statementId, profileId, walletId, from, till, requestedAt, changedAt, expiresAt } = row;
  const common = { profileId, since: toIsoTime(changedAt), statementId, walletId, from, till };
  const failure = downloadFailureOf(row.problem);
  const createDownloadNeed = (): Need =>
    isLinkEndingSoon({ expiresAt, now })
      ? { kind: 'link-ending', ...common, endsAt: toIsoTime(expiresAt ?? changedAt) }
      : { kind: 'download-failing', ...common, failure, isLostOnRestart: row.source !== 'folder' };
  const createNeedByState: Readonly<Record<StatementState, () => Need | null>> = {
    ready: createDownloadNeed,
    downloading: createDownloadNeed,
    expired: () => ({ kind: 'link-ended', ...common, failure }),
    refused: () => ({ kind: 'request-refused', ...common }),
    waiting: () =>
      row.problem === null
        ? { kind: 'event-overdue', ...common, since: toIsoTime(requestedAt) }
        : { kind: 'request-unknown', ...common },
    quarantined: () => null,
    asking: () => null,
    'e-mailed': () => null,
    stored: () => null,
  };
  return createNeedByState[row.state]();
}

const openEventStatesSql = sqlList(statesWith(eventAttention, 'needs-you', 'moving'));

function listEventNeeds(database: Database): unknown[] {
  return database
    .all(
      `SELECT id AS "eventId", profile_id AS "profileId", seen_at AS since, reason, wallet_id AS "walletId",
         since AS "from", till
       FROM statement_event WHERE state IN ${openEventStatesSql} ORDER BY id`,
    )
    .map((row) => ({
      ...row,
      kind: 'event-quarantined',
      since: toIsoTime(Number(row['since'])),
      reason: quarantineReasonSchema.parse(row['reason']),
    }));
}

/** SQL: the statement `s` is stored, and no later request stored it again. */
const isLatestFileSql = `s.state = 'stored' AND NOT EXISTS (
  SELECT 1 FROM statement n WHERE ${sameStatementSql('n')} AND n.id > s.id AND n.state = 'stored')`;

const isSignedSql = `(s.profile_id || ' ' || s.sha256 IN (SELECT value FROM json_each($signed)))`;

/** Lists the stored files with which something is wrong that no sign-off explains. */
function listFileNeeds(database: Database, signed: string): unknown[] {
  return database
    .all(
      `SELECT s.id AS "statementId", s.profile_id AS "profileId", s.wallet_id AS "walletId", s.since AS "from", s.till,
         s.changed_at AS since, s.damaged, ${unreadableSql} AS unreadable, coalesce(s.failed_checks, '[]') AS failed
       FROM statement s WHERE ${isLatestFileSql} AND s.closed_at IS NULL AND NOT ${isSignedSql}
         AND (s.damaged = 1 OR ${unreadableSql} OR s.failed_checks <> '[]') ORDER BY s.id`,
      { signed },
    )
    .map(({ damaged, unreadable, failed, ...row }) => ({
      ...row,
      kind: 'checks-failed',
      since: toIsoTime(Number(row['since'])),
      problems:
        damaged === 1
          ? ['damaged']
          : unreadable === 1
            ? ['unreadable']
            : jsonColumn(z.array(checkNameSchema)).parse(failed),
    }));
}

/** Lists the months before that of `now` with a statement that is not signed off, from the first that a profile signed off. */
function listMonthNeeds(database: Database, signed: string, now: number): unknown[] {
  const rows = database.all(
    `WITH file AS (
       SELECT s.profile_id AS "profileId", substr(s.till, 1, 7) AS month, s.changed_at, ${isSignedSql} AS "isSigned"
       FROM statement s WHERE ${isLatestFileSql} AND s.format = 'csv'),
     compared AS (
       SELECT *, min(iif("isSigned", month, NULL)) OVER (PARTITION BY "profileId") AS first FROM file)
     SELECT 'month-unsigned' AS kind, "profileId", min(changed_at) AS since, month, count(*) AS statements
     FROM compared WHERE NOT "isSigned" AND month >= first AND month < $month GROUP BY "profileId", month`,
    { signed, month: toIsoTime(now).slice(0, 7) },
  );
  return rows.map((row) => ({ ...row, since: toIsoTime(Number(row['since'])) }));
}

/**
 * Returns all open work of this feature at a time. `signed` has `PROFILE SHA-256` of what is signed off; `null` while that is
 * not known, and what depends on it is left out.
 */
export const listOpenWork = procedure(
  'statements.openWork',
  { args: z.object({ at: z.number(), signed: z.array(z.string()).nullable() }), result: openWorkSchema },
  (database, { at: now, signed }) => {
    const needs: unknown[] = listEventNeeds(database);
    if (signed !== null) {
      const signedText = JSON.stringify(signed);
      needs.push(...listFileNeeds(database, signedText), ...listMonthNeeds(database, signedText, now));
    }
    const movingCounts = new Map<string, number>();
    for (const row of listOpenStatements(database)) {
      const { requestedAt, changedAt, expiresAt, profileId } = row;
      const attention = statementAttention(row.state, {
        now,
        requestedAt,
        changedAt,
        expiresAt,
        hasProblem: row.problem !== null,
        hasBadAnswer: row.problem !== null && isBadAnswer(row.problem),
        isSettled: row.isSettled !== 0,
        isSuperseded: row.isSuperseded !== 0,
      });
      if (attention === 'moving') movingCounts.set(profileId, (movingCounts.get(profileId) ?? 0) + 1);
      const need = attention === 'needs-you' ? createNeed(row, now) : null;
      if (need !== null) needs.push(need);
    }
    return {
      needs,
      moving: [...movingCounts].map(([profileId, number]) => ({ kind: 'statements', profileId, number })),
    };
  },
);

/** Closes a statement and earlier requests for it, or the line about a stored file; their records stay. */
export const closeStatement = procedure(
  'statements.close',
  { args: z.object({ profileId: textSchema, id: idSchema, at: z.number() }), result: noResultSchema },
  (database, { profileId, id, at }) => {
    database.run(
      `UPDATE statement SET closed_at = $at
       WHERE (state IN ${sqlList(statementSets.closable)} OR (state = 'stored' AND id = $id)) AND id IN (
         SELECT o.id FROM statement s JOIN statement o ON ${sameStatementSql('o')} AND o.id <= s.id
         WHERE s.id = $id AND s.profile_id = $profileId)`,
      { id, profileId, at },
    );
    return null;
  },
);
