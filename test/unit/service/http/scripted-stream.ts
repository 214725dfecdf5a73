/** @file An HTTP client whose streamed answers a test scripts. */
import type { HttpFailure } from '../../../../src/main/service/http/failure.ts';
import type { Http } from '../../../../src/main/service/http/http.ts';
import type { StreamRequest } from '../../../../src/main/service/http/http-stream.ts';
import { unusedHttp } from './unused-http.ts';

/** One answer: its chunks in order, followed by the failure that ends it, if any. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly requestId?: string;
  readonly pieces?: readonly (string | Uint8Array)[];
  readonly failure?: HttpFailure;
}

/** The client, its requests, and the number of answers that were cancelled. */
interface ScriptedStream {
  readonly http: Http;
  readonly requests: StreamRequest[];
  readonly cancelled: () => number;
}

/** Returns the answers in order; an answer that is a function is called when its request is made. */
export function scriptStream(...answers: readonly (ScriptedAnswer | (() => never))[]): ScriptedStream {
  const requests: StreamRequest[] = [];
  let cancelled = 0;
  const http: Http = {
    ...unusedHttp,
    async stream(request) {
      const answer = answers[requests.length];
      requests.push(request);
      if (answer === undefined) throw new Error('No answer is left');
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
  return { http, requests, cancelled: () => cancelled };
}
