/**
 * @file The message of each error code: what happened, what it means for the clerk's work, and what to do.
 *
 * Optional details: `host`, `status`, `message` (of the service), `cause` (a system code, or the issuer of a
 * certificate), `retryAfter` (milliseconds), `missing`, `fields` and `contentType` of an answer, `fields` of a form,
 * `name` or `label` of a file, profile or beneficiary; the numbers `unassigned`, `checking`, `toAttach`, `documents` and
 * `beneficiaries` of a batch; `lost`, `changed` and `unbound` of a saved key; `number` that JSON cannot hold exactly.
 */
import type { ErrorCode, ErrorDetails } from '../errors.ts';
import { earlierDataSchema } from '../model/earlier-data.ts';
import {
  answered,
  type ErrorFormatter,
  type ErrorMessage,
  host,
  hostInside,
  named,
  number,
  systemCode,
  text,
  texts,
} from './error-details.ts';
import { formatList, formatPlainList, type MessageKey, type PlainMessageKey, t } from './index.ts';
import { statementErrorMessages } from './statement-error-messages.ts';

/** Codes with a title in this catalog. */
type TitledCode = { [C in ErrorCode]: `errors.${C}.title` extends MessageKey ? C : never }[ErrorCode];

/** Codes whose title and detail have no arguments. */
type PlainCode = {
  [C in TitledCode]: `errors.${C}.detail` extends PlainMessageKey ? C : never;
}[TitledCode];

function plain(code: PlainCode): ErrorFormatter {
  return () => ({ title: t(`errors.${code}.title`), detail: t(`errors.${code}.detail`) });
}

function detailed(code: TitledCode, detail: (details: ErrorDetails) => string): ErrorFormatter {
  return (details) => ({ title: t(`errors.${code}.title`), detail: detail(details) });
}

type LibraryErrorCode = Extract<ErrorCode, `library-${string}` | `recovery-${string}`>;

function libraryError(code: LibraryErrorCode): ErrorFormatter {
  return () => ({
    title: t(`libraryErrors.${code}.title`),
    detail: t(`libraryErrors.${code}.detail`),
  });
}

const libraryErrorMessages = {
  'library-key-lost': libraryError('library-key-lost'),
  'library-damaged': libraryError('library-damaged'),
  'library-newer': libraryError('library-newer'),
  'library-item-unknown': libraryError('library-item-unknown'),
  'library-item-missing': libraryError('library-item-missing'),
  'library-item-damaged': libraryError('library-item-damaged'),
  'recovery-no-library': libraryError('recovery-no-library'),
  'recovery-passphrase-wrong': libraryError('recovery-passphrase-wrong'),
  'recovery-file-damaged': libraryError('recovery-file-damaged'),
  'recovery-file-newer': libraryError('recovery-file-newer'),
  'recovery-file-other': libraryError('recovery-file-other'),
} satisfies Record<LibraryErrorCode, ErrorFormatter>;

const readableNames = ['token', 'companyId', 'items', 'wallets'] as const;

/** Describes an answer without the needed field: its fields, a web page, or an unknown format. */
function describeAnswer(details: ErrorDetails): string {
  const fieldNames = texts(details, 'fields');
  if (fieldNames.length > 0) {
    const fields = formatPlainList(fieldNames);
    const name = text(details, 'missing');
    if (name === null) return t('errors.details.fieldsSeen', { fields });
    const readable = readableNames.find((known) => known === name);
    const missing = readable === undefined ? name : t(`errors.details.missing.${readable}`);
    return t('errors.details.fieldsSeenFor', { fields, missing });
  }
  const isPage = text(details, 'contentType')?.includes('html') === true;
  return isPage
    ? t('errors.details.webPage', { host: host(details) })
    : t('errors.details.unknownFormat', { host: hostInside(details) });
}

function describeCertificate(details: ErrorDetails): string {
  const cause = text(details, 'cause');
  // The cause is a system code, or the issuer of the certificate.
  return cause === null || /^[A-Z0-9_]+$/.test(cause)
    ? t('errors.certificate-untrusted.detail', { host: host(details), code: systemCode(details) })
    : t('errors.certificate-untrusted.issued', { host: host(details), issuer: cause });
}

function describeWait(details: ErrorDetails): string {
  const wait = number(details, 'retryAfter');
  return wait <= 0
    ? t('errors.service-throttled.moment', { host: host(details) })
    : t('errors.service-throttled.minutes', { host: host(details), minutes: Math.ceil(wait / 60_000) });
}

/** Describes the first reason why a batch cannot start. */
function describeUnready(details: ErrorDetails): string {
  const checking = number(details, 'checking');
  if (checking > 0) return t('errors.batch-not-ready.checking', { count: checking });
  const unassigned = number(details, 'unassigned');
  if (unassigned > 0) return t('errors.batch-not-ready.unassigned', { count: unassigned });
  return details['toAttach'] === 0 ? t('errors.batch-not-ready.empty') : t('errors.batch-not-ready.detail');
}

function describeChange(details: ErrorDetails): string {
  if (typeof details['documents'] !== 'number') return t('errors.batch-changed.detail');
  return t('errors.batch-changed.numbers', {
    documents: details['documents'],
    beneficiaries: number(details, 'beneficiaries'),
  });
}

/** Describes why the clerk must enter the API key. */
function keyNeeded(details: ErrorDetails): ErrorMessage {
  const reason = (['changed', 'unbound', 'lost'] as const).find((name) => details[name] === true);
  if (reason === undefined) {
    return { title: t('errors.api-key-needed.title'), detail: t('errors.api-key-needed.detail') };
  }
  return {
    title: t(`errors.api-key-needed.${reason}.title`),
    detail: t(`errors.api-key-needed.${reason}.detail`),
  };
}

function proxyRefused(details: ErrorDetails): ErrorMessage {
  const ticket = text(details, 'ticket');
  if (ticket !== null) {
    const problem = t('errors.details.ticket', { problem: ticket });
    return {
      title: t('errors.proxy-refused.ticket.title'),
      detail: t('errors.proxy-refused.ticket.detail', { problem }),
    };
  }
  const schemes = text(details, 'schemes');
  const hostName = hostInside(details);
  return schemes === null
    ? {
        title: t('errors.proxy-refused.title'),
        detail: t('errors.proxy-refused.detail', { host: hostName, code: systemCode(details) }),
      }
    : {
        title: t('errors.proxy-refused.scheme.title'),
        detail: t('errors.proxy-refused.scheme.detail', { host: hostName, schemes }),
      };
}

/** Longest reason of the service that is a title, in characters. */
const maxTitleReason = 160;

/** The reason of the service comes first: it is what the clerk needs. */
function serviceRefused(details: ErrorDetails): ErrorMessage {
  const reason = text(details, 'message');
  const isTitle = reason !== null && reason.length <= maxTitleReason;
  return {
    title: isTitle
      ? t('errors.service-refused.reason', { message: reason })
      : t('errors.service-refused.title'),
    detail: t('errors.service-refused.detail', {
      answer: answered(isTitle ? { ...details, message: '' } : details),
    }),
  };
}

const profileName = (details: ErrorDetails) => named(details, t('errors.details.profile'));
const fileName = (details: ErrorDetails) => named(details, t('errors.details.file'));

/** The messages of all codes. */
export const errorMessages: Readonly<Record<ErrorCode, ErrorFormatter>> = {
  'key-refused': detailed('key-refused', (details) =>
    t('errors.key-refused.detail', { answer: answered(details) }),
  ),
  'wrong-environment': detailed('wrong-environment', (details) =>
    t('errors.wrong-environment.detail', { answer: answered(details) }),
  ),
  'sign-in-needed': plain('sign-in-needed'),
  'sign-in-refused': detailed('sign-in-refused', (details) =>
    t('errors.sign-in-refused.detail', { answer: answered(details) }),
  ),
  'api-key-needed': keyNeeded,

  'host-unreachable': detailed('host-unreachable', (details) =>
    t('errors.host-unreachable.detail', { host: hostInside(details), code: systemCode(details) }),
  ),
  'certificate-untrusted': detailed('certificate-untrusted', describeCertificate),
  'proxy-refused': proxyRefused,
  'timed-out': detailed('timed-out', (details) => t('errors.timed-out.detail', { host: host(details) })),
  'connection-lost': detailed('connection-lost', (details) =>
    t('errors.connection-lost.detail', { host: hostInside(details) }),
  ),

  'answer-not-understood': detailed('answer-not-understood', describeAnswer),
  'answer-too-large': detailed('answer-too-large', (details) =>
    t('errors.answer-too-large.detail', { host: host(details) }),
  ),
  'service-refused': serviceRefused,
  'service-failed': detailed('service-failed', (details) =>
    t('errors.service-failed.detail', { answer: answered(details) }),
  ),
  'service-throttled': detailed('service-throttled', describeWait),
  'link-refused': detailed('link-refused', (details) =>
    t('errors.link-refused.detail', { answer: answered(details) }),
  ),
  'link-unusable': detailed('link-unusable', (details) =>
    t('errors.link-unusable.detail', { host: hostInside(details) }),
  ),

  'keychain-absent': plain('keychain-absent'),
  'keychain-locked': plain('keychain-locked'),
  'keychain-refused': plain('keychain-refused'),
  'keychain-timed-out': plain('keychain-timed-out'),
  'secret-too-large': plain('secret-too-large'),

  'profile-unknown': plain('profile-unknown'),
  'profile-managed': detailed('profile-managed', (details) =>
    t('errors.profile-managed.detail', { name: profileName(details) }),
  ),
  'profile-invalid': detailed('profile-invalid', (details) => {
    const fields = texts(details, 'fields');
    return fields.length === 0
      ? t('errors.profile-invalid.detail')
      : t('errors.profile-invalid.fields', { fields: formatList(fields) });
  }),
  'profile-in-use': detailed('profile-in-use', (details) =>
    t('errors.profile-in-use.detail', { name: profileName(details) }),
  ),
  'profile-environment-fixed': plain('profile-environment-fixed'),
  'profile-not-practice': plain('profile-not-practice'),
  'managed-file-invalid': plain('managed-file-invalid'),
  'setting-managed': plain('setting-managed'),

  'batch-unknown': plain('batch-unknown'),
  'batch-changed': detailed('batch-changed', describeChange),
  'batch-not-ready': detailed('batch-not-ready', describeUnready),
  'document-unknown': plain('document-unknown'),
  'beneficiary-unknown': plain('beneficiary-unknown'),
  'beneficiary-exists': detailed('beneficiary-exists', (details) =>
    t('errors.beneficiary-exists.detail', { name: named(details, t('errors.details.anotherBeneficiary')) }),
  ),
  'beneficiary-in-use': detailed('beneficiary-in-use', (details) =>
    t('errors.beneficiary-in-use.detail', { name: named(details, t('errors.details.beneficiary')) }),
  ),
  'attach-unknown-elsewhere': detailed('attach-unknown-elsewhere', (details) =>
    t('errors.attach-unknown-elsewhere.detail', {
      name: named(details, t('errors.details.thisBeneficiary')),
    }),
  ),
  'outcome-settled': plain('outcome-settled'),
  'outcomes-unknown': plain('outcomes-unknown'),
  'payload-invalid': detailed('payload-invalid', (details) =>
    t('errors.payload-invalid.detail', { problem: text(details, 'message') ?? '' }),
  ),
  'recipient-id-needed': plain('recipient-id-needed'),

  'proof-unknown': plain('proof-unknown'),
  'proof-unreadable': plain('proof-unreadable'),
  'proof-not-combinable': plain('proof-not-combinable'),
  'zip-too-large': plain('zip-too-large'),
  'handover-too-long': plain('handover-too-long'),
  'pages-not-made': plain('pages-not-made'),
  'retention-changed': plain('retention-changed'),
  'pack-folder-taken': plain('pack-folder-taken'),
  'pack-not-checked': plain('pack-not-checked'),
  'link-not-allowed': detailed('link-not-allowed', (details) => {
    const address = text(details, 'host');
    return address === null
      ? t('errors.link-not-allowed.detail')
      : t('errors.link-not-allowed.host', { host: address });
  }),
  'file-changed': detailed('file-changed', (details) =>
    t('errors.file-changed.detail', { name: named(details, t('errors.details.thisFile')) }),
  ),
  'file-missing': detailed('file-missing', (details) =>
    t('errors.file-missing.detail', { name: fileName(details) }),
  ),
  'file-locked': detailed('file-locked', (details) =>
    t('errors.file-locked.detail', { name: fileName(details) }),
  ),
  'file-unreadable': detailed('file-unreadable', (details) => {
    const message = text(details, 'message');
    if (message !== null) return t('errors.file-unreadable.message', { message });
    const name = named(details, t('errors.details.thisFile'));
    return t('errors.file-unreadable.detail', { name, code: systemCode(details) });
  }),
  'file-not-written': detailed('file-not-written', (details) => {
    const folder = text(details, 'remainingFolder');
    if (folder !== null) return t('errors.file-not-written.remains', { folder });
    return t('errors.file-not-written.detail', { name: fileName(details), code: systemCode(details) });
  }),
  'file-not-opened': detailed('file-not-opened', (details) =>
    t('errors.file-not-opened.detail', { name: fileName(details) }),
  ),
  'saved-file-missing': detailed('saved-file-missing', (details) =>
    t('errors.saved-file-missing.detail', { name: fileName(details) }),
  ),
  'drive-not-responding': plain('drive-not-responding'),
  'disk-full': plain('disk-full'),
  'data-earlier': detailed('data-earlier', (details) =>
    t('errors.data-earlier.detail', { what: earlierDataSchema.safeParse(details['what']).data ?? 'both' }),
  ),
  'data-outdated': plain('data-outdated'),
  'database-corrupt': plain('database-corrupt'),
  'database-newer': plain('database-newer'),
  'database-read-only': plain('database-read-only'),
  'database-unavailable': plain('database-unavailable'),

  'update-must-wait': plain('update-must-wait'),
  ...statementErrorMessages,
  ...libraryErrorMessages,
  'command-unknown': plain('command-unknown'),
  'arguments-invalid': detailed('arguments-invalid', (details) => {
    const fields = texts(details, 'fields');
    return fields.length === 0
      ? t('errors.arguments-invalid.detail')
      : t('errors.arguments-invalid.fields', { fields: formatList(fields) });
  }),
  'too-many-files': plain('too-many-files'),
  'sender-refused': plain('sender-refused'),
  cancelled: plain('cancelled'),
  unexpected: plain('unexpected'),
};

/** The message of an error. */
export function describeError(error: {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
}): ErrorMessage {
  return errorMessages[error.code](error.details);
}
