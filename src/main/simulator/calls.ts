/** @file What was asked of the practice company and how it answered: names, numbers and times, never a body. */
import type { FaultKind } from './faults.ts';
import type { HostLabel, RouteName } from './route.ts';

/** One call. */
export interface Call {
  readonly route: RouteName | 'unknown';
  readonly host: HostLabel;
  readonly method: string;
  /** The HTTP status, or `null` when the connection ended without an answer. */
  readonly status: number | null;
  /** What the call was about: a document key, a recipient ID, a reference; `null` when nothing of the kind. */
  readonly subject: string | null;
  /** When its headers had arrived, in milliseconds since 1970 by the clock of the practice company. */
  readonly at: number;
  /** Bytes of the request's body that were read. */
  readonly requestBytes: number;
  /** Bytes of the answer's body, as meant: a damaged answer delivers fewer. */
  readonly answerBytes: number;
  /** Milliseconds since the whole second in which the signed link was issued, for calls that use one. */
  readonly linkAge: number | null;
  /** The fault that decided the answer. */
  readonly fault: FaultKind | null;
  readonly requestId: string;
}

/** The most calls that are kept; the oldest are forgotten. */
const capacity = 200_000;

/** The record of calls, oldest first. A call is in it before the client can see its answer. */
export interface Calls {
  add(call: Call): void;
  list(): readonly Call[];
}

/** Creates an empty record. */
export function createCalls(): Calls {
  let calls: Call[] = [];
  return {
    add(call) {
      calls.push(call);
      if (calls.length >= 2 * capacity) calls = calls.slice(-capacity);
    },
    list: () => calls.slice(-capacity),
  };
}
