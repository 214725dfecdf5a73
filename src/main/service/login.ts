/** @file Login by API key (specification, sections 2.1, 2.2, 4.1 and 5). */
import { PaydeskError } from '../../shared/errors.ts';
import { errorOfStatus, isJsonObject, jsonOf, notUnderstood } from './answers.ts';
import type { Incoming } from './http/http-messages.ts';
import { type ApiKey, type BearerToken, Secret } from './secret.ts';

export interface Login {
  readonly token: BearerToken;
  readonly companyId: string;
}

const usualTokenFields = ['accessToken', 'access_token', 'token', 'bearerToken', 'jwt', 'idToken'] as const;

/** Creates the body of a login, which has exactly three fields. */
export function loginBody(clientId: string, apiKey: ApiKey): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ clientId, apiKey: apiKey.reveal(), mode: 'apiKey' }));
}

/**
 * Reads the answer to a login. Throws `key-refused` for 401, `wrong-environment` for 403, `sign-in-refused` for other
 * refusals, which say nothing about the key, and `answer-not-understood` with the names of the fields when token or company are missing.
 */
export function readLogin(
  host: string,
  incoming: Incoming,
  options: { readonly tokenField: string | null; readonly apiKey: ApiKey; readonly now: number },
): Login {
  if (incoming.status < 200 || incoming.status > 299) throw loginError(host, incoming, options);
  const body = jsonOf(incoming);
  const token = options.tokenField === null ? findToken(body) : tokenAt(body, options.tokenField);
  if (token === null) throw notUnderstood(host, incoming, body, 'token');
  const companyId = findCompanyId(body);
  if (companyId === null) throw notUnderstood(host, incoming, body, 'companyId');
  return { token: new Secret('bearer-token', token), companyId };
}

function loginError(
  host: string,
  incoming: Incoming,
  options: { readonly apiKey: ApiKey; readonly now: number },
): PaydeskError {
  const error = errorOfStatus(host, incoming, options.now, [options.apiKey]);
  const isRefused = error.code === 'service-refused' && incoming.status >= 400;
  if (!isRefused && error.code !== 'sign-in-needed') return error;
  const { message, details, requestId } = error;
  return new PaydeskError(isRefused ? 'sign-in-refused' : 'key-refused', message, { details, requestId });
}

/** Returns the token at a dotted path; `null` for none. */
function tokenAt(body: unknown, path: string): string | null {
  let value: unknown = body;
  for (const name of path.split('.')) value = isJsonObject(value) ? value[name] : undefined;
  return readToken(value);
}

/** Returns a token; `null` for a value that cannot be sent in a header, which needs visible ASCII without spaces. */
function readToken(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : null;
}

/** Returns the body, followed by the objects one level down. */
function objectsToSearch(body: unknown): readonly { readonly [name: string]: unknown }[] {
  if (!isJsonObject(body)) return [];
  return [body, ...Object.values(body).filter(isJsonObject)];
}

function findToken(body: unknown): string | null {
  for (const level of objectsToSearch(body)) {
    for (const name of usualTokenFields) {
      const token = readToken(level[name]);
      if (token !== null) return token;
    }
  }
  return null;
}

function findCompanyId(body: unknown): string | null {
  for (const level of objectsToSearch(body)) {
    const value = level['companyId'];
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  }
  return null;
}
