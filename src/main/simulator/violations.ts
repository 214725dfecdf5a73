/** @file What a client did that the specification does not allow. A test asserts that the list is empty. */
import type { RouteName } from './route.ts';

/** The rules that a client can break. */
export type Rule =
  /** No such operation on this host. */
  | 'unknown-route'
  | 'wrong-method'
  /** A protected operation without any `Authorization` header, or with one that is no bearer token (section 5). */
  | 'authorization-missing'
  /** An `Authorization` header at the storage host or at the login. */
  | 'authorization-unwanted'
  | 'cookie'
  /** A header that the operation prescribes is missing or has another value. */
  | 'header'
  | 'query'
  /** The JSON body does not have exactly the shape of the specification. */
  | 'body'
  | 'file-name'
  | 'file-extension'
  | 'file-type'
  /** A `companyId` that is not the token's, or one that should have been omitted (section 4.3). */
  | 'company'
  | 'chunked'
  | 'content-length'
  /** Another `Content-Type` than the one the link was issued for (section 4.4). */
  | 'content-type'
  | 'link-signature'
  /** A file sent to `url` (section 4.4). */
  | 'put-to-url'
  | 'key-before-bytes'
  | 'document-name'
  | 'period'
  | 'malformed-http'
  /** The API key or a token outside the one place where it belongs. */
  | 'secret-leak'
  /** The practice company itself failed: never the client's fault, but nothing that a test may overlook. */
  | 'simulator-failure';

/** One broken rule. `detail` names fields and places, never the value of a secret. */
export interface Violation {
  readonly route: RouteName | 'unknown';
  readonly rule: Rule;
  readonly detail: string;
}

/** What a handler says about a broken rule; the route is known to the caller. */
export type Breach = Pick<Violation, 'rule' | 'detail'>;

/** The most violations that are kept; a client that breaks more has been caught. */
const capacity = 10_000;

/** The list of violations. */
export interface Violations {
  add(violation: Violation): void;
  list(): readonly Violation[];
}

/** Creates an empty list. */
export function createViolations(): Violations {
  const violations: Violation[] = [];
  return {
    add(violation) {
      if (violations.length < capacity) violations.push(violation);
    },
    list: () => [...violations],
  };
}
