/** @file An HTTP client that gives the answers of a test in order. */
import type { Incoming, Outgoing } from '../../../src/main/service/http-messages.ts';
import type { FakeClock } from '../../fakes/clock.ts';
import { unusedHttp } from './unused-http.ts';

/** Milliseconds that each exchange takes. */
const exchangeMs = 1.6;

/** Creates the client; `sent` collects the requests. An error is thrown as the outcome of its request. */
export function scriptHttp(clock: FakeClock, answers: readonly (Incoming | Error)[]) {
  const sent: Outgoing[] = [];
  const http = {
    ...unusedHttp,
    async send(outgoing: Outgoing) {
      const answer = answers[sent.length];
      sent.push(outgoing);
      await clock.advance(exchangeMs);
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('No answer is left');
      return answer;
    },
  };
  return { http, sent };
}
