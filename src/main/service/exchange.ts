/** @file What is written down of every request that leaves, and of its answer: never a query, a header or a body. */
import type { ActivityKind, ActivityOutcome } from '../../shared/model/activity.ts';

/** What a request is about, known before it is sent. */
export interface Purpose {
  readonly kind: ActivityKind;
  /** A file name, a beneficiary, a host. */
  readonly subject: string;
  /** `METHOD host/path`, the path as the specification writes it. */
  readonly request: string;
}

/** One finished exchange. */
export interface ExchangeRecord extends Purpose {
  readonly outcome: ActivityOutcome;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly bytesSent: number;
  readonly milliseconds: number;
}

/** Hears of every exchange when it is over. */
export type ExchangeListener = (record: ExchangeRecord) => void;
