/** @file A way to a storage whose answers a test writes down. */
import type { HttpFailure } from '../../../src/main/service/failure.ts';
import type { Http } from '../../../src/main/service/http.ts';
import type { StreamRequest } from '../../../src/main/service/http-stream.ts';

/** One answer: its pieces in order, and after them the failure that it ends with. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly requestId?: string;
  readonly pieces?: readonly (string | Uint8Array)[];
  readonly failure?: HttpFailure;
}

/** The way, what was asked, and how many answers were cancelled. */
export interface ScriptedStream {
  readonly http: Http;
  readonly asked: StreamRequest[];
  readonly cancelled: () => number;
}

/** Gives the answers in order; one that is a function is called when it is asked for. */
export function scriptStream(...answers: readonly (ScriptedAnswer | (() => never))[]): ScriptedStream {
  const asked: StreamRequest[] = [];
  let cancelled = 0;
  const unused = () => Promise.reject(new Error('Only a stream is asked for'));
  const http: Http = {
    send: unused,
    reach: unused,
    proxyOf: unused,
    dropConnections: () => undefined,
    async stream(request) {
      const answer = answers[asked.length];
      asked.push(request);
      if (answer === undefined) throw new Error('There is no other answer');
      const {
        status = 200,
        headers = {},
        requestId = null,
        pieces = [],
        failure,
      } = typeof answer === 'function' ? answer() : answer;
      return {
        status,
        requestId,
        header: (name) => headers[name] ?? null,
        body: (async function* () {
          for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
          if (failure !== undefined) throw failure;
        })(),
        cancel: () => {
          cancelled += 1;
        },
      };
    },
  };
  return { http, asked, cancelled: () => cancelled };
}
