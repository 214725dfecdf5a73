/** @file The record of a request and its answer. It never contains a query, a header or a body. */
import type { ActivityKind, ActivityOutcome } from '../../../shared/model/activity.ts';

/** The purpose of a request, known before it is sent. */
export interface Purpose {
  readonly kind: ActivityKind;
  /** A file name, a beneficiary, a host. */
  readonly subject: string;
  /** `METHOD host/path`, the path as the specification writes it. */
  readonly request: string;
}

/** A finished request with its outcome. */
export interface ExchangeRecord extends Purpose {
  readonly outcome: ActivityOutcome;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly bytesSent: number;
  readonly milliseconds: number;
}

/** Called after every exchange. */
export type ExchangeListener = (record: ExchangeRecord) => void;
