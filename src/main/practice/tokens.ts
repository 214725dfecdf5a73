/** @file Bearer tokens (section 5): valid for 60 minutes by the practice company's clock, at all its service hosts. */
import { randomBytes } from 'node:crypto';
import type { Environment } from '../../shared/model/session/environment.ts';
import { breach, errorAnswer, Refusal } from './http/answers.ts';
import type { Exchange } from './http/exchange.ts';

/** Validity of a token (section 8). */
const tokenLifetimeMs = 60 * 60 * 1000;

/** Pattern of all tokens of practice companies, to detect leaked tokens. */
export const tokenPattern = /pct_(?<environment>sandbox|production)_[\w-]{43}/;

/** Tokens, in memory only: a restart revokes all of them. */
export type Tokens = ReturnType<typeof createTokens>;

export function createTokens(environment: Environment, now: () => number) {
  const expiryTimes = new Map<string, number>();
  return {
    issue() {
      const token = `pct_${environment}_${randomBytes(32).toString('base64url')}`;
      expiryTimes.set(token, now() + tokenLifetimeMs);
      return token;
    },
    /**
     * Requires a valid token. Refuses with 401 a missing, expired or revoked token, and with 403 a token of the other
     * environment (section 5). Only a missing header is a violation: expiry and revocation are not the client's fault.
     */
    require(exchange: Exchange) {
      const header = exchange.request.headers.authorization;
      const token = /^Bearer (?<token>[^\s,]+)$/.exec(header ?? '')?.groups?.['token'];
      if (token === undefined) {
        throw breach(401, 'authorization-missing', 'A bearer token is needed in the Authorization header');
      }
      const tokenEnvironment = tokenPattern.exec(token)?.groups?.['environment'];
      if (tokenEnvironment !== undefined && tokenEnvironment !== environment) {
        throw new Refusal(errorAnswer(403, 'The token belongs to another environment'));
      }
      const expiresAt = expiryTimes.get(token);
      if (expiresAt === undefined || exchange.at >= expiresAt) {
        expiryTimes.delete(token);
        throw new Refusal(errorAnswer(401, 'The token is unknown or has expired'));
      }
    },
    revokeAll: () => expiryTimes.clear(),
  };
}
