/** @file The interface of a route: host, pattern, checks before the body is read, and handler. */
import type { HostName } from '../../shared/model/environment.ts';
import type { Answer } from './answers.ts';
import type { Exchange } from './exchange.ts';

/** A service host, or the host of signed links. */
export type HostLabel = HostName | 'storage';

/** Names of all operations, as faults, calls and violations use them. */
export const routeNames = [
  /** Section 4.1. */
  'login',
  /** Section 4.2. */
  'wallets',
  /** Section 4.3. */
  'uploadDocuments',
  /** Section 4.4: the PUT to `link`. */
  'upload',
  /** The target of `url` in section 4.3; a file sent there is a violation. */
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
  /** `GET /` or `HEAD /` of a service host: checks reachability and token. Never a violation. */
  'probe',
] as const;

export type RouteName = (typeof routeNames)[number];

export interface Route {
  readonly name: RouteName;
  readonly hosts: readonly HostLabel[];
  readonly methods: readonly string[];
  /** Matches the path. Percent-decoded captures become the parameters of the exchange. */
  readonly pattern: RegExp;
  /** Checks request line and headers. Throws a `Refusal`. */
  check(exchange: Exchange): void;
  /** Reads the body, takes effect and responds. Throws a `Refusal` before any effect. */
  handle(exchange: Exchange): Promise<Answer> | Answer;
}
