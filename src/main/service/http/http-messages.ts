/** @file Requests and answers at the level of HTTP. */
import type { SanitizeName } from '../sanitize-name.ts';
import type { Secret } from '../secret.ts';

/** A request body, produced anew for every attempt. */
export interface OutgoingBody {
  /** Exact number of bytes, sent as Content-Length, so that no request uses chunked encoding. */
  readonly size: number;
  /** The chunks in order. A chunk is valid until the next chunk is requested, when its bytes have been handed to the network. */
  chunks(): AsyncIterable<Uint8Array>;
}

export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OutgoingBody | null;
  readonly maxAnswerBytes: number;
  /** Milliseconds without progress after which the request is aborted. */
  readonly stallTimeoutMs: number;
  /** Every secret in the request; headers and field names of the answer that repeat a secret are dropped. */
  readonly secrets: readonly Secret<string>[];
  /** The body of the answer is secret, so headers that repeat parts of it are dropped. */
  readonly isAnswerSecret?: boolean;
  /** Uses a new connection, so that a lost answer is never caused by a stale kept-alive connection. */
  readonly ownConnection?: boolean;
  /** Sent by the thousand, with Node's own client in place of got. */
  readonly isFrequent?: boolean;
  /** Sent even to a host that has asked for a pause, because the clerk waits for the answer. */
  readonly ignoresPause?: boolean;
  /**
   * Called when the connection is ready, directly before the first byte is handed to it. When it throws, nothing is sent,
   * and the request rejects with that error.
   */
  readonly beforeFirstByte?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of body bytes handed to the network so far. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

/** A complete answer of any status. */
export interface Incoming {
  readonly status: number;
  /** Media type in lower case without parameters; empty without a Content-Type. */
  readonly contentType: string;
  readonly requestId: string | null;
  /** The Retry-After header: seconds as text or an HTTP date. */
  readonly retryAfter: string | null;
  /** The Date header: the time of the host, to which a date in Retry-After refers. */
  readonly date: string | null;
  /** The Location header; secret, because it may repeat the signature of a pre-signed link. */
  readonly location: Secret<'redirect-link'> | null;
  readonly body: Uint8Array;
  /** The parsed JSON of a body that is too large for the main thread. */
  readonly largeJson?: unknown;
  /** Sanitizes field names of the body before they are shown. */
  readonly sanitizeName: SanitizeName;
}
