/** @file A storage in memory that stores PUTs to its signed links, and refuses other requests as its provider does. */
import type { ServerIdentity } from './certificate.ts';
import { type Answer, type ReceivedRequest, startHttp } from './servers.ts';

/** A storage that runs until the test ends. */
export interface SignedStorage {
  readonly base: string;
  readonly port: number;
  /** Stored files by their names. */
  readonly objects: ReadonlyMap<string, { readonly bytes: Buffer; readonly type: string }>;
  /** All requests, in order. */
  readonly receivedRequests: readonly ReceivedRequest[];
  /** Codes of the refused requests, in order. */
  readonly refusals: readonly string[];
}

/** Options of the storage. */
export interface StorageOptions {
  readonly identity?: ServerIdentity;
  /** Answers instead of the storage unless it returns `undefined`. */
  readonly instead?: (request: ReceivedRequest) => Answer | undefined;
}

class Refusal extends Error {
  status = 400;
}

/** Creates what is thrown for a request that the storage refuses. */
export const refuse = (status: number, code: string) => Object.assign(new Refusal(code), { status });

/** The headers of a request by their names in lower case. */
type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** Starts a storage. `accept` throws a refusal, or returns the name under which the body is stored, and the answer. */
export async function startSignedStorage(
  { identity, instead }: StorageOptions,
  accept: (request: ReceivedRequest, headers: RequestHeaders) => { name: string; answer: Answer },
): Promise<SignedStorage> {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  const refusals: string[] = [];
  function answerTo(request: ReceivedRequest): Answer {
    const replacement = instead?.(request);
    if (replacement !== undefined) return replacement;
    try {
      const headers = Object.fromEntries(request.headers);
      if (request.method !== 'PUT') throw refuse(405, 'MethodNotAllowed');
      if (headers['authorization'] !== undefined) throw refuse(400, 'InvalidArgument');
      if (headers['content-length'] === undefined) throw refuse(411, 'MissingContentLength');
      const { name, answer } = accept(request, headers);
      objects.set(name, { bytes: request.body, type: headers['content-type'] ?? '' });
      return answer;
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      refusals.push(thrown.message);
      return { status: thrown.status };
    }
  }
  const { base, port, receivedRequests } = await startHttp(answerTo, identity);
  return { base, port, objects, receivedRequests, refusals };
}
