/** @file An HTTP client that gives the answers of a test in order, and the dependencies of a service client with it. */
import { text } from 'node:stream/consumers';
import type { ExchangeRecord } from '../../../../src/main/service/http/exchange.ts';
import type { Http } from '../../../../src/main/service/http/http.ts';
import type { Incoming, Outgoing } from '../../../../src/main/service/http/http-messages.ts';
import { Secret } from '../../../../src/main/service/secret.ts';
import type { Hosts } from '../../../../src/shared/model/session/environment.ts';
import { profileOptionsSchema } from '../../../../src/shared/model/session/profile.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { unusedHttp } from './unused-http.ts';

/** Milliseconds that each exchange takes. */
const exchangeMs = 1.6;

/** The API key of the profile. */
export const apiKey = 'canary-key-93ab';

/**
 * Creates the dependencies. `sent` collects the requests, and `parsedSizes` the sizes of the answers that are parsed in a
 * thread. An error in place of an answer is thrown as the outcome of its request.
 */
export function scriptDeps(
  answers: readonly (Incoming | Error)[],
  hosts: Hosts,
  { http = {}, options = {} }: { readonly http?: Partial<Http>; readonly options?: object } = {},
) {
  const clock = createFakeClock('2026-03-02T08:00:00.000Z');
  const sent: Outgoing[] = [];
  const records: ExchangeRecord[] = [];
  const parsedSizes: number[] = [];
  const deps = {
    profile: {
      id: 'p',
      origin: 'clerk',
      name: 'Nordlicht',
      environment: 'sandbox',
      clientId: 'client-1',
      hosts,
      options: profileOptionsSchema.parse(options),
    },
    apiKey: new Secret('api-key', apiKey),
    allowHttpLoopback: false,
    clock,
    http: {
      ...unusedHttp,
      async send(outgoing: Outgoing) {
        const answer = answers[sent.length];
        sent.push(outgoing);
        await clock.advance(exchangeMs);
        if (answer === undefined || answer instanceof Error) throw answer ?? new Error('No answer is left');
        return answer;
      },
      ...http,
    },
    parseLargeJson: async (body: Uint8Array) => {
      parsedSizes.push(body.length);
      return { large: true };
    },
    onExchange: (record: ExchangeRecord) => void records.push(record),
    onSignedIn: () => undefined,
  } as const;
  return { deps, clock, sent, records, parsedSizes };
}

/** Returns the body of a request as text. */
export async function bodyTextOf({ body }: Outgoing): Promise<string> {
  return body === null ? '' : text(body.chunks());
}
