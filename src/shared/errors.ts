/**
 * @file The closed set of error codes. Every failure shown to a clerk has one of these codes, and each code has a
 * message.
 */

/** All error codes. A new code does not compile until it has a message. */
export const errorCodes = [
  // signing in
  'key-refused',
  'wrong-environment',
  'sign-in-needed',
  'sign-in-refused',
  'api-key-needed',
  // reaching the service
  'host-unreachable',
  'certificate-untrusted',
  'proxy-refused',
  'timed-out',
  'connection-lost',
  // the service's answers
  'answer-not-understood',
  'answer-too-large',
  'service-refused',
  'service-failed',
  'service-throttled',
  'link-refused',
  'link-unusable',
  // the keychain
  'keychain-absent',
  'keychain-locked',
  'keychain-refused',
  'keychain-timed-out',
  'secret-too-large',
  // profiles
  'profile-unknown',
  'profile-managed',
  'profile-invalid',
  'profile-in-use',
  'profile-environment-fixed',
  'profile-not-practice',
  'managed-file-invalid',
  'setting-managed',
  // documents and beneficiaries
  'batch-unknown',
  'batch-changed',
  'batch-not-ready',
  'document-unknown',
  'beneficiary-unknown',
  'beneficiary-exists',
  'beneficiary-in-use',
  'attach-unknown-elsewhere',
  'outcome-settled',
  'outcomes-unknown',
  'payload-invalid',
  'recipient-id-needed',
  // proofs of payment
  'proof-unknown',
  'proof-not-combinable',
  'zip-too-large',
  'proof-unreadable',
  'link-not-allowed',
  // statements
  'statement-unknown',
  'statement-not-stored',
  'event-unusable',
  'link-lost',
  'answer-lost',
  'download-damaged',
  'statement-link-ended',
  'statement-gone',
  'listener-unavailable',
  'statement-closed',
  'statement-too-large',
  'comparison-too-large',
  'engine-failed',
  'statement-unreadable',
  'workbook-cell-too-long',
  'workbook-too-large',
  'pages-too-many',
  'view-name-taken',
  'view-file-invalid',
  'view-file-newer',
  'ledger-unknown',
  'ledger-not-table',
  'ledger-ambiguous',
  'ledger-too-large',
  'ledger-workbook',
  'ledger-unreadable',
  'ledger-rows-matched',
  'ledger-links-full',
  // files and data on this machine
  'file-changed',
  'file-missing',
  'file-locked',
  'file-unreadable',
  'file-not-written',
  'file-not-opened',
  'saved-file-missing',
  'handover-too-long',
  'pages-not-made',
  'retention-changed',
  'pack-folder-taken',
  'pack-not-checked',
  'drive-not-responding',
  'disk-full',
  'data-earlier',
  'data-outdated',
  'database-corrupt',
  'database-newer',
  'database-read-only',
  'database-unavailable',
  // updates
  'update-must-wait',
  // the sealed library
  'library-key-lost',
  'library-damaged',
  'library-newer',
  'library-item-unknown',
  'library-item-missing',
  'library-item-damaged',
  'recovery-no-library',
  'recovery-passphrase-wrong',
  'recovery-file-damaged',
  'recovery-file-newer',
  'recovery-file-other',
  // the bridge
  'command-unknown',
  'arguments-invalid',
  'too-many-files',
  'sender-refused',
  'cancelled',
  'unexpected',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Errors of the session: they would end all further requests too. */
export const sessionEndingCodes: ReadonlySet<ErrorCode> = new Set([
  'sign-in-needed',
  'sign-in-refused',
  'wrong-environment',
  'key-refused',
  'api-key-needed',
]);

/** Facts of an error by name: hosts, statuses, field names. Never the value of a secret field. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** The form in which an error crosses the bridge. */
export interface WireError {
  code: ErrorCode;
  message: string;
  retryable: boolean;
  requestId: string | null;
  details: Record<string, string | number | boolean | string[]>;
}

interface ErrorFacts {
  /** Facts for the message, such as `host` or `status`. */
  readonly details?: ErrorDetails;
  /** True when the same call may succeed later without any change. */
  readonly retryable?: boolean;
  /** The service's ID of the failed request, if known. */
  readonly requestId?: string | null;
}

/**
 * The error class of Paydesk. Its `message` is for logs and developers and contains no secrets; clerks see the message
 * of its code.
 */
export class PaydeskError extends Error {
  override readonly name = 'PaydeskError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly retryable: boolean;
  readonly requestId: string | null;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message);
    this.code = code;
    this.details = facts.details ?? {};
    this.retryable = facts.retryable ?? false;
    this.requestId = facts.requestId ?? null;
  }
}

/** Converts anything thrown to a {@link PaydeskError}; unknown errors become `unexpected`. */
export function toPaydeskError(thrown: unknown): PaydeskError {
  if (thrown instanceof PaydeskError) return thrown;
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return new PaydeskError('unexpected', `An unexpected ${name} was thrown`);
}

/** Converts an error to its data form, without stack and cause. */
export function toWire(error: PaydeskError): WireError {
  const details: WireError['details'] = {};
  for (const [name, value] of Object.entries(error.details)) {
    details[name] = typeof value === 'object' ? [...value] : value;
  }
  return {
    code: error.code,
    message: error.message,
    retryable: error.retryable,
    requestId: error.requestId,
    details,
  };
}

/** Creates an error from its data form. */
export function fromWire(wire: WireError): PaydeskError {
  return new PaydeskError(wire.code, wire.message, {
    details: wire.details,
    retryable: wire.retryable,
    requestId: wire.requestId,
  });
}
