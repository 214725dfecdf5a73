/** @file What a route is: where it lives, what it checks before it reads a body, and what it does. */
import type { HostName } from '../../shared/model/environment.ts';
import type { Answer } from './answers.ts';
import type { Exchange } from './exchange.ts';

/** A service host, or the one that signed links lead to. */
export type HostLabel = HostName | 'storage';

/** Every operation, by the name that faults, calls and violations use. */
export const routeNames = [
  /** Section 4.1. */
  'login',
  /** Section 4.2. */
  'wallets',
  /** Section 4.3. */
  'uploadDocuments',
  /** Section 4.4: the PUT to `link`. */
  'upload',
  /** What `url` of section 4.3 leads to; a file sent there is a violation. */
  'documentUrl',
  /** Section 4.5. */
  'createRecipient',
  'updateRecipient',
  /** Section 4.6. */
  'proof',
  /** Section 4.7. */
  'statementExport',
  /** The link of section 2.9. */
  'statementDownload',
  /** `GET /` or `HEAD /` of a service host: is anybody there, and does the token do? Never a violation. */
  'probe',
] as const;

/** See {@link routeNames}. */
export type RouteName = (typeof routeNames)[number];

/** One operation. */
export interface Route {
  readonly name: RouteName;
  readonly hosts: readonly HostLabel[];
  readonly methods: readonly string[];
  /** Matches the path; its captures become the parameters of the exchange, percent-decoded. */
  readonly pattern: RegExp;
  /** Looks at the request line and the headers. Throws a `Refusal`. */
  check(exchange: Exchange): void;
  /** Reads the body, takes effect, and answers. Throws a `Refusal` before anything took effect. */
  handle(exchange: Exchange): Promise<Answer> | Answer;
}
