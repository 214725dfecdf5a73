/** @file The interface of a route: host, pattern, checks before the body is read, and handler. */
import type { Answer } from './answers.ts';
import type { Exchange } from './exchange.ts';
import type { HostLabel, RouteName } from './route-names.ts';

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
