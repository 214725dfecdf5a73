/**
 * @file Classifies failures between sending a request and receiving its whole answer. The errors of got contain URLs,
 * headers and proxy passwords, so only a kind and a code leave this file.
 */
import { PaydeskError } from '../../../shared/errors.ts';

export type FailureKind =
  | 'name-unknown'
  | 'unreachable'
  | 'certificate'
  | 'proxy'
  | 'proxy-scheme'
  | 'proxy-ticket'
  | 'connection-lost'
  | 'timed-out'
  | 'answer-too-large'
  | 'early-answer'
  | 'cancelled';

/** A request that failed before its whole answer arrived. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly kind: FailureKind;
  /** Host and port, without scheme and path. */
  readonly host: string;
  /** False only when it is certain that no byte of the request left this machine. */
  readonly sent: boolean;
  /** The system's code, such as `ECONNRESET`; a certificate's issuer; a proxy's schemes; or a ticket's problem. */
  readonly detail: string;

  constructor(kind: FailureKind, host: string, sent: boolean, detail: string) {
    super(`${kind} at ${host}`);
    this.kind = kind;
    this.host = host;
    this.sent = sent;
    this.detail = detail;
  }
}

const kindOfCode: Readonly<Record<string, FailureKind>> = {
  ENOTFOUND: 'name-unknown',
  EAI_AGAIN: 'name-unknown',
  EAI_FAIL: 'name-unknown',
  EAI_NODATA: 'name-unknown',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ERR_PROXY_TUNNEL: 'proxy',
  ERR_PROXY_INVALID_CONFIG: 'proxy',
};

/** Maps a system error code to a kind. An unknown code counts as `connection-lost`. */
function failureKind(code: string): FailureKind {
  const kind = kindOfCode[code];
  if (kind !== undefined) return kind;
  return /CERT|SSL|TLS|EPROTO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code)
    ? 'certificate'
    : 'connection-lost';
}

/** Classifies a network error, with a detail for the IT department. */
export function classifyNetworkError(error: unknown): {
  readonly kind: FailureKind;
  readonly detail: string;
} {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const status = code === 'ERR_PROXY_TUNNEL' ? findTunnelStatus(error) : null;
  if (status === null) return { kind: failureKind(code), detail: code === '' ? 'unknown' : code };
  // A proxy with a status from 500 on cannot reach the host, but has not refused Paydesk.
  return { kind: status >= 500 ? 'unreachable' : 'proxy', detail: String(status) };
}

/** Finds the status with which a proxy refused a tunnel; `null` for none. */
function findTunnelStatus(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ('statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return findTunnelStatus(error.cause);
}

/** Maps a failed exchange to a `PaydeskError`. */
export function failureToError(failure: HttpFailure): PaydeskError {
  const details = { host: failure.host, cause: failure.detail };
  const createError = (code: PaydeskError['code'], retryable: boolean) =>
    new PaydeskError(code, failure.message, { details, retryable });
  switch (failure.kind) {
    case 'name-unknown':
    case 'unreachable':
      return createError('host-unreachable', true);
    case 'certificate':
      return createError('certificate-untrusted', false);
    case 'proxy':
      return createError('proxy-refused', false);
    case 'proxy-scheme':
      return new PaydeskError('proxy-refused', failure.message, {
        details: { host: failure.host, schemes: failure.detail },
      });
    case 'proxy-ticket':
      return new PaydeskError('proxy-refused', failure.message, {
        details: { host: failure.host, ticket: failure.detail },
      });
    case 'connection-lost':
    case 'early-answer':
      return createError('connection-lost', true);
    case 'timed-out':
      return createError('timed-out', true);
    case 'answer-too-large':
      return createError('answer-too-large', false);
    case 'cancelled':
      return createError('cancelled', false);
  }
}
