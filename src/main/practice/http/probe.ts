/**
 * @file `GET /` and `HEAD /` of a service host. The specification has no operation at this path, but a connection check
 * needs a request, so both requests are served without a violation.
 */
import type { SimulatorDeps } from '../deps.ts';
import { errorAnswer } from './answers.ts';
import type { Route } from './route.ts';

/** Responds with 404; to an invalid token with 401 or 403, like protected operations (section 4.8). */
export function probeRoute({ tokens }: SimulatorDeps): Route {
  return {
    name: 'probe',
    hosts: ['auth', 'wallet', 'beneficiary', 'exchange', 'onboarding', 'legacy', 'statement'],
    methods: ['GET', 'HEAD'],
    pattern: /^\/$/,
    check(exchange) {
      if (exchange.request.headers.authorization !== undefined) tokens.require(exchange);
    },
    handle: () => errorAnswer(404, 'There is no operation at this address'),
  };
}
