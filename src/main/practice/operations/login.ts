/** @file Login with client identifier and API key (section 4.1). */
import { z } from 'zod';
import type { SimulatorDeps } from '../deps.ts';
import { breach, errorAnswer, jsonAnswer, Refusal } from '../http/answers.ts';
import { readJson, requireJsonType, requireQuery } from '../http/exchange.ts';
import type { Route } from '../http/route.ts';

/** The three fields of section 2.1 and no others. */
const loginSchema = z.strictObject({
  clientId: z.string().min(1),
  apiKey: z.string().min(1),
  mode: z.literal('apiKey'),
});

/** Client identifiers of practice companies by environment. A login with that of the other environment gets a 403. */
export const practiceClientIds = {
  sandbox: 'practice-client-sandbox',
  production: 'practice-client-production',
} as const;

export function loginRoute(deps: SimulatorDeps): Route {
  const { settings, credentials, ledger, tokens } = deps;
  const foreignClientId = practiceClientIds[settings.environment === 'sandbox' ? 'production' : 'sandbox'];
  return {
    name: 'login',
    hosts: ['auth'],
    methods: ['POST'],
    pattern: /^\/users\/login$/,
    check(exchange) {
      const { headers } = exchange.request;
      if (headers.authorization !== undefined) {
        throw breach(400, 'authorization-unwanted', 'The login takes no Authorization header');
      }
      requireJsonType(exchange);
      if (headers.accept !== 'application/json') {
        throw breach(406, 'header', 'accept must be application/json');
      }
      requireQuery(exchange, []);
    },
    async handle(exchange) {
      const login = await readJson(exchange, loginSchema);
      const accepted = login.clientId === credentials.clientId && login.apiKey === credentials.apiKey;
      ledger.commit({ kind: 'login', accepted });
      if (!accepted && login.clientId === foreignClientId) {
        throw new Refusal(errorAnswer(403, 'These credentials belong to another environment'));
      }
      if (!accepted) throw new Refusal(errorAnswer(401, 'Client identifier or API key is not right'));
      const body = { companyId: settings.companyId };
      setAtPath(body, settings.loginTokenField, tokens.issue());
      return jsonAnswer(200, body);
    },
  };
}

/** Sets a value at a dotted path, creating objects on the way. */
export function setAtPath(target: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = z.record(z.string(), z.unknown()).safeParse(target[name]).data ?? {};
  target[name] = inner;
  setAtPath(inner, rest.join('.'), value);
}
