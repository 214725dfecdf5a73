/** @file The record of a call to the practice company: names, numbers and times, never bodies. */
import type { HostLabel, RouteName } from './route-names.ts';

export interface Call {
  readonly route: RouteName | 'unknown';
  readonly host: HostLabel;
  readonly method: string;
  /** The HTTP status, or `null` when the connection ended without an answer. */
  readonly status: number | null;
  /** Subject of the call: a document key, a recipient ID or a reference. */
  readonly subject: string | null;
  /** Time at which the headers of the request had arrived, in milliseconds since 1970 by the practice company's clock. */
  readonly at: number;
  /** Number of bytes of the request's body that were read. */
  readonly requestBytes: number;
  /** Intended size of the response body in bytes; a fault may deliver fewer. */
  readonly answerBytes: number;
  /** Milliseconds since the whole second in which the signed link was issued; `null` for a call without a link. */
  readonly linkAgeMs: number | null;
  readonly requestId: string;
}
