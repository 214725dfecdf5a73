/**
 * @file Sends one request with Node's own client, which needs less than half of got's CPU time. Only for requests that
 * are sent by the thousand, such as uploads.
 */
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Agents } from './proxy.ts';

interface DirectRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Exact number of bytes of the body. */
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array> | null;
  readonly agents: Agents;
  readonly signals: readonly AbortSignal[];
  /** Called before the request has a socket. */
  readonly onRequest: (request: ClientRequest) => void;
  /** Called with the number of bytes of the answer so far, first with 0 when its headers have arrived. */
  readonly onReceived: (bytes: number) => void;
}

/** A complete answer. */
interface DirectAnswer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/**
 * Sends a request once: no redirects, no retries. Rejects with the error of the system or of the chunks, and when a signal
 * is aborted.
 */
export async function requestDirectly(direct: DirectRequest): Promise<DirectAnswer> {
  const { method, url, headers, agents, signals } = direct;
  const isSecure = url.protocol === 'https:';
  const request = isSecure
    ? requestHttps(url, { method, headers, agent: agents.https })
    : requestHttp(url, { method, headers, agent: agents.http });
  const aborted = Promise.withResolvers<never>();
  // A request without a connection reports nothing when it is destroyed, and a complete one neither.
  const abort = () => {
    request.destroy();
    aborted.reject(new Error('The request was aborted'));
  };
  for (const signal of signals) signal.addEventListener('abort', abort);
  if (signals.some((signal) => signal.aborted)) abort();
  try {
    return await Promise.race([exchange(request, direct), aborted.promise]);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  }
}

function exchange(request: ClientRequest, direct: DirectRequest): Promise<DirectAnswer> {
  return new Promise((resolve, reject) => {
    const body = new BodyWriter(request, direct.size);
    request.on('error', reject);
    let hasAnswer = false;
    request.once('close', () => {
      body.stop();
      if (!hasAnswer) reject(new Error('The connection was closed'));
    });
    request.once('response', (response) => {
      hasAnswer = true;
      readAnswer(response, direct.onReceived)
        .then(async (answer) => {
          // The connection cannot be used again when the host answered before it had the whole body.
          if (body.missingBytes > 0) request.destroy();
          // Otherwise it is free for the next request once the last bytes have left the socket.
          else await body.whenSent;
          resolve(answer);
        })
        .catch(reject);
    });
    direct.onRequest(request);
    body.write(direct.chunks).catch((thrown: unknown) => {
      reject(thrown);
      request.destroy();
    });
  });
}

/** Writes a body to a request, and waits for each chunk to be handed to the network. */
class BodyWriter {
  readonly #request: ClientRequest;
  readonly #sent = Promise.withResolvers<void>();
  #missingBytes: number;
  #isStopped = false;
  #continue: () => void = () => undefined;

  constructor(request: ClientRequest, size: number) {
    this.#request = request;
    this.#missingBytes = size;
  }

  /** Bytes that were not written yet. */
  get missingBytes(): number {
    return this.#missingBytes;
  }

  /** Resolves when the request was handed to the network, or closed. */
  get whenSent(): Promise<void> {
    return this.#sent.promise;
  }

  /** Stops writing, because the request is closed. */
  stop(): void {
    this.#isStopped = true;
    this.#continue();
    this.#sent.resolve();
  }

  async write(chunks: AsyncIterable<Uint8Array> | null): Promise<void> {
    for await (const chunk of chunks ?? []) {
      this.#missingBytes -= chunk.length;
      await this.#writeChunk(chunk);
      // Returning closes the source of the chunks, such as a file.
      if (this.#isStopped) return;
    }
    if (!this.#isStopped) this.#request.end(() => this.#sent.resolve());
  }

  #writeChunk(chunk: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#continue = resolve;
      this.#request.write(chunk, (error) => {
        if (error instanceof Error) this.stop();
        resolve();
      });
    });
  }
}

async function readAnswer(
  response: IncomingMessage,
  onReceived: (bytes: number) => void,
): Promise<DirectAnswer> {
  let receivedBytes = 0;
  const chunks: Buffer[] = [];
  onReceived(receivedBytes);
  await new Promise<void>((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      chunks.push(chunk);
      onReceived(receivedBytes);
    });
    response.once('end', resolve);
    response.once('error', reject);
    response.once('close', () => reject(new Error('The answer broke off')));
  });
  return { statusCode: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}
