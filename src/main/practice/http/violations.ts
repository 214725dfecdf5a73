/** @file Violations of the specification by a client. Tests assert that the list is empty. */
import type { RouteName } from './route-names.ts';

export type Rule =
  /** No such operation on this host. */
  | 'unknown-route'
  | 'wrong-method'
  /** A protected operation without any `Authorization` header, or with one that is no bearer token (section 5). */
  | 'authorization-missing'
  /** An `Authorization` header at the storage host or at the login. */
  | 'authorization-unwanted'
  | 'cookie'
  /** A required header is missing or has another value. */
  | 'header'
  | 'query'
  /** The JSON body does not match the specification exactly. */
  | 'body'
  | 'file-name'
  | 'file-extension'
  | 'file-type'
  | 'company'
  | 'chunked'
  | 'content-length'
  /** A `Content-Type` other than that of the link (section 4.4). */
  | 'content-type'
  | 'link-signature'
  /** A file sent to `url` (section 4.4). */
  | 'put-to-url'
  | 'key-before-bytes'
  | 'document-name'
  | 'period'
  | 'malformed-http'
  /** The API key or a token outside its only permitted place. */
  | 'secret-leak'
  /** The practice company itself failed: not the client's fault, but a test must not overlook it. */
  | 'simulator-failure';

/** One violation. `detail` names fields, never secret values. */
export interface Violation {
  readonly route: RouteName | 'unknown';
  readonly rule: Rule;
  readonly detail: string;
}

/** A violation as a handler reports it; the caller adds the route. */
export type Breach = Pick<Violation, 'rule' | 'detail'>;
