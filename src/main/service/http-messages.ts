/** @file A request as it goes out and an answer as it comes in, before anything is known of their meaning. */
import type { SanitizeName } from './sanitize-name.ts';
import type { Secret } from './secret.ts';

/** Bytes that go out, produced anew for every attempt. */
export interface OutgoingBody {
  /** Exact number of bytes; announced as Content-Length, so that nothing is ever sent chunked. */
  readonly size: number;
  /** In order. Each is valid until the next one is asked for, which happens when it has been handed to the network. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A request. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OutgoingBody | null;
  /** The most bytes that an answer may have. */
  readonly answerLimit: number;
  /** Milliseconds without any progress after which the exchange is given up. */
  readonly stallLimit: number;
  /** Everything secret that goes out with it: no header and no name of the answer gives it back. */
  readonly secrets: readonly Secret<string>[];
  /** The answer holds a secret, so its headers must not repeat any of its body either. */
  readonly isAnswerSecret?: boolean;
  /** Uses a connection of its own, so that a lost answer is never just a connection that had gone stale. */
  readonly ownConnection?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Hears how many bytes of the body have been handed to the network so far. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

/** A whole answer, whatever its status. */
export interface Incoming {
  readonly status: number;
  /** Media type in lower case without parameters; empty when there was none. */
  readonly contentType: string;
  readonly requestId: string | null;
  /** The Retry-After header: seconds as text or an HTTP date. */
  readonly retryAfter: string | null;
  /** The Date header: what the clock showed that a Retry-After date goes by. */
  readonly date: string | null;
  /** The Location header. What it leads to may carry the signature of the link that was asked. */
  readonly location: Secret<'redirect-link'> | null;
  readonly body: Uint8Array;
  /** The value of a body that is too large to be parsed in the main thread, once it was parsed elsewhere. */
  readonly largeJson?: unknown;
  /** For names of fields in the body that are to be shown. */
  readonly sanitizeName: SanitizeName;
}
