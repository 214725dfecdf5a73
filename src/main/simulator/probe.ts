/**
 * @file `GET /` or `HEAD /` of a service host. The specification has no operation there; a client that checks its
 * connection has to ask for something, so this one place is answered without calling it a violation.
 */
import { errorAnswer } from './answers.ts';
import type { SimulatorDeps } from './deps.ts';
import type { Route } from './route.ts';

/** Answers 404 when all is well; with a token also 401 or 403, as protected operations do (section 4.8). */
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
