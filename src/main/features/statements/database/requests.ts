/** @file Wallets, requests, and what they change about their statements. */
import { z } from 'zod';
import { statementMachine, statementSets } from '../../../../shared/model/statements/statement-machine.ts';
import { statementFormatSchema, walletSchema } from '../../../../shared/model/statements/statements.ts';
import { wireErrorSchema } from '../../../../shared/wire-error.ts';
import { changedSchema, jsonColumn, noResultSchema } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { statementUpdate } from './state-updates.ts';

const profileIdSchema = z.string();
const idSchema = z.number().int();
const instantSchema = z.number();

/** Stores the listed wallets; wallets that are no longer listed stay known. */
export const saveWallets = procedure(
  'statements.keepWallets',
  { args: z.object({ profileId: profileIdSchema, wallets: z.array(walletSchema) }), result: noResultSchema },
  (database, { profileId, wallets }) => {
    database.run('UPDATE wallet SET listed = 0 WHERE profile_id = $profileId', { profileId });
    for (const { id: walletId, name, currency } of wallets) {
      database.run(
        `INSERT INTO wallet (profile_id, wallet_id, name, currency, listed)
         VALUES ($profileId, $walletId, $name, $currency, 1)
         ON CONFLICT DO UPDATE SET name = excluded.name, currency = excluded.currency, listed = 1`,
        { profileId, walletId, name, currency },
      );
    }
    return null;
  },
);

/** Returns all known wallets, by ID. */
export const knownWallets = procedure(
  'statements.knownWallets',
  { args: z.object({ profileId: profileIdSchema }), result: z.array(walletSchema) },
  (database, { profileId }) =>
    database.all(
      'SELECT wallet_id AS id, name, currency FROM wallet WHERE profile_id = $profileId ORDER BY wallet_id',
      { profileId },
    ),
);

/** Stores a request and its statements before the request is sent. */
export const beginRequest = procedure(
  'statements.beginRequest',
  {
    args: z.object({
      profileId: profileIdSchema,
      companyId: z.string(),
      at: instantSchema,
      since: z.string(),
      till: z.string(),
      format: statementFormatSchema,
      email: z.string(),
      walletIds: z.array(z.number().int()),
    }),
    result: z.object({ requestId: idSchema }),
  },
  (database, { walletIds, ...request }) => {
    const { profileId, companyId, at: requestedAt, since, till, format, email } = request;
    const { lastId: requestId } = database.run(
      `INSERT INTO statement_request (profile_id, company_id, asked_at, since, till, format, email)
       VALUES ($profileId, $companyId, $requestedAt, $since, $till, $format, $email)`,
      { profileId, companyId, requestedAt, since, till, format, email },
    );
    for (const walletId of walletIds) {
      database.run(
        `INSERT INTO statement
           (request_id, profile_id, company_id, wallet_id, since, till, format, state, changed_at)
         VALUES ($requestId, $profileId, $companyId, $walletId, $since, $till, $format, 'asking', $requestedAt)`,
        { requestId, profileId, companyId, walletId, since, till, format, requestedAt },
      );
      database.run(
        `INSERT INTO wallet (profile_id, wallet_id, listed) VALUES ($profileId, $walletId, 0)
         ON CONFLICT DO NOTHING`,
        { profileId, walletId },
      );
    }
    return { requestId };
  },
);

const endedRequestSchema = z.object({
  requestId: idSchema,
  at: instantSchema,
  state: z.enum(statementMachine.transitions.endRequest.to),
  problem: wireErrorSchema.nullable(),
  /**
   * Wallets that do not exist: their statements leave the inbox, and wallets that the service never listed are deleted.
   */
  invalidWallets: z.array(z.number().int()),
});

/** The outcome of a request. */
export type EndedRequest = z.infer<typeof endedRequestSchema>;

/** Records the outcome of a request; statements whose event has already arrived are not changed. */
export const endRequest = procedure(
  'statements.endRequest',
  {
    args: endedRequestSchema,
    result: noResultSchema,
  },
  (database, { requestId, at: changedAt, state, problem, invalidWallets }) => {
    database.run(
      statementUpdate('endRequest', {
        to: state,
        set: 'changed_at = $changedAt, problem = $problem',
        where: 'request_id = $requestId',
      }),
      { requestId, changedAt, problem: problem === null ? null : JSON.stringify(problem) },
    );
    for (const walletId of invalidWallets) {
      database.run(
        `UPDATE statement SET wallet_invalid = 1
         WHERE request_id = $requestId AND wallet_id = $walletId AND state = 'refused'`,
        { requestId, walletId },
      );
      database.run(
        `DELETE FROM wallet WHERE wallet_id = $walletId AND listed = 0
           AND profile_id = (SELECT profile_id FROM statement_request WHERE id = $requestId)
           AND NOT EXISTS (SELECT 1 FROM statement s WHERE s.wallet_id = $walletId
             AND s.profile_id = wallet.profile_id AND s.state <> 'refused')`,
        { walletId, requestId },
      );
    }
    return null;
  },
);

/** Returns the requests that repeat the given statements. */
export const requestsToRepeat = procedure(
  'statements.askedBefore',
  {
    args: z.object({ profileId: profileIdSchema, ids: z.array(idSchema) }),
    result: z.array(
      z.object({
        since: z.string(),
        till: z.string(),
        format: statementFormatSchema,
        email: z.string(),
        walletIds: jsonColumn(z.array(z.number().int())),
      }),
    ),
  },
  (database, { profileId, ids }) =>
    database.all(
      `SELECT s.since, s.till, s.format, r.email, json_group_array(DISTINCT s.wallet_id) AS "walletIds"
       FROM statement s JOIN statement_request r ON r.id = s.request_id
       WHERE s.profile_id = $profileId AND s.id IN (SELECT value FROM json_each($ids))
         AND s.state IN ${sqlList(statementSets.repeatable)}
       GROUP BY s.since, s.till, s.format, r.email ORDER BY s.since, s.till`,
      { profileId, ids: JSON.stringify(ids) },
    ),
);

/**
 * Repairs states at a start: requests that were running count as unanswered, and links, which are only in memory, as
 * lost.
 */
export const recover = procedure(
  'statements.recover',
  {
    args: z.object({ at: instantSchema, answerLost: wireErrorSchema, linkLost: wireErrorSchema }),
    result: changedSchema,
  },
  (database, { at: changedAt, answerLost, linkLost }) => {
    const set = 'changed_at = $changedAt, problem = $problem';
    const asking = database.run(statementUpdate('loseAnswer', { to: 'waiting', set }), {
      changedAt,
      problem: JSON.stringify(answerLost),
    });
    const ready = database.run(statementUpdate('loseLink', { to: 'expired', set }), {
      changedAt,
      problem: JSON.stringify(linkLost),
    });
    return { changed: asking.changes + ready.changes };
  },
);

/** Removes wallets, requests, statements, events and inbox settings of a profile. */
export const removeProfile = procedure(
  'statements.removeProfile',
  { args: z.object({ profileId: z.string() }), result: noResultSchema },
  (database, args) => {
    for (const table of [
      'statement',
      'statement_request',
      'statement_event',
      'statement_host',
      'statement_inbox',
      'wallet',
    ])
      database.run(`DELETE FROM ${table} WHERE profile_id = $profileId`, args);
    return null;
  },
);
