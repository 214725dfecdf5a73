/**
 * @file Reads webhook payloads (specification, section 2.9). Documented fields are validated strictly, and no content
 * is trusted. Of undocumented fields only the names are recorded.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { t } from '../../../../shared/messages/index.ts';
import { walletIdSchema } from '../../../../shared/model/statements/statements.ts';

/** Maximum size of an event, in bytes. */
export const maxEventBytes = 64 * 1024;

const timePattern = /^([\dT:-]+(?:[.,]\d+)?)(Z|[+-]\d\d(?::?\d\d)?)$/;
const utcPattern = /^(?:Z|[+-]00(?::?00)?)$/;

/** ISO 8601 times in UTC, however UTC and fractions are written, as a time with `Z`. Issues name another offset. */
const instantSchema = z
  .string()
  .transform((text, context) => {
    const [, time = '', offset = ''] = timePattern.exec(text) ?? [];
    if (utcPattern.test(offset)) return `${time.replace(',', '.')}Z`;
    context.issues.push({ code: 'custom', input: text, params: { offset } });
    return z.NEVER;
  })
  .pipe(z.iso.datetime());

const eventSchema = z.object({
  walletId: walletIdSchema,
  companyId: z.string().min(1).max(200),
  createdAt: instantSchema,
  dateFrom: instantSchema,
  dateTill: instantSchema,
  transactionCount: z.number().int().min(0).max(1_000_000_000),
  url: z.string().min(1).max(16_384),
});

const payloadSchema = z.object({
  eventId: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$/, 'must be like a UUID'),
  eventType: z.literal('wallet.statement.generated'),
  createdAt: instantSchema,
  event: eventSchema.refine(({ dateFrom, dateTill }) => Date.parse(dateFrom) <= Date.parse(dateTill), {
    path: ['dateTill'],
    message: 'is before dateFrom',
  }),
});

/** A well-formed event, not yet matched to a request. */
interface StatementEvent {
  readonly eventId: string;
  readonly walletId: number;
  readonly companyId: string;
  /** Calendar dates of the covered period. */
  readonly since: string;
  readonly till: string;
  readonly transactions: number;
  /** Creation time of the statement, in milliseconds since 1970. */
  readonly madeAt: number;
  /** Untrusted, and a secret. */
  readonly url: string;
  /** SHA-256 of all documented fields of the statement, also of the link. */
  readonly digest: string;
  /** Names of fields that are not documented: at most {@link maxUnknownFields}, of harmless characters. */
  readonly unknownFields: readonly string[];
}

/** Maximum number of unknown field names that are recorded for an event. */
const maxUnknownFields = 8;
const fieldNamePattern = /^[A-Za-z0-9_.-]{1,40}$/;
const unnamedField = '(unnamed)';

/**
 * Returns the names of the fields of `value` that are not documented. A name with characters that identifiers do not
 * have could carry data, and is replaced.
 */
function findUnknownNames(value: unknown, documentedFields: object, prefix: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(documentedFields, name))
    .map((name) => `${prefix}${fieldNamePattern.test(name) ? name : unnamedField}`);
}

function listUnknownFields(value: unknown): string[] {
  const eventValue = typeof value === 'object' && value !== null && 'event' in value ? value.event : null;
  const names = new Set([
    ...findUnknownNames(value, payloadSchema.shape, ''),
    ...findUnknownNames(eventValue, eventSchema.shape, 'event.'),
  ]);
  return [...names].slice(0, maxUnknownFields);
}

/** The result of parsing an event. `detail` holds names of fields and offsets of times, never other values. */
type ReadEvent =
  | { readonly ok: true; readonly event: StatementEvent }
  | {
      readonly ok: false;
      readonly reason: 'too-large' | 'not-json' | 'not-understood';
      readonly detail: string;
    };

/** Replacement for a link without a host. */
const removedLinkText = 'link removed';

/**
 * Returns an event as it is archived: the documented fields only, with the host in place of the link. `null` when the
 * bytes are not an event.
 */
export function redactEventLink(
  bytes: Uint8Array,
): { readonly text: string; readonly hadLink: boolean } | null {
  const parsed = payloadSchema.safeParse(parseJson(bytes));
  if (!parsed.success) return null;
  const { event, ...envelope } = parsed.data;
  const hadLink = event.url.includes(':');
  const host = hadLink && URL.canParse(event.url) ? new URL(event.url).hostname : '';
  const url = !hadLink ? event.url : host === '' ? removedLinkText : host;
  return { text: `${JSON.stringify({ ...envelope, event: { ...event, url } }, null, 2)}\n`, hadLink };
}

const linkSeparatorPattern = /^:(?:\/|\\\/){2}/;
const schemeCharacterPattern = /[A-Za-z0-9+.-]/;
/** Maximum length of a URL scheme that is searched for; longer schemes are not in use. */
const maxSchemeLength = 32;

/**
 * Replaces every link in a text by its host, so that a file which is not an event can be archived. `null` for bytes
 * that are not text, or longer than an event may be.
 */
export function redactTextLinks(
  bytes: Uint8Array,
): { readonly text: string; readonly hadLink: boolean } | null {
  if (bytes.length > maxEventBytes) return null;
  const originalText = decodeUtf8(bytes);
  if (originalText === null) return null;
  let text = '';
  let handledLength = 0;
  for (
    let colon = originalText.indexOf(':');
    colon >= 0;
    colon = originalText.indexOf(':', Math.max(colon + 1, handledLength))
  ) {
    const separator = linkSeparatorPattern.exec(originalText.slice(colon, colon + 5))?.[0];
    if (separator === undefined) continue;
    const minStart = Math.max(handledLength, colon - maxSchemeLength);
    let start = colon;
    while (start > minStart && schemeCharacterPattern.test(originalText.charAt(start - 1))) start -= 1;
    const afterSeparator = originalText.slice(colon + separator.length);
    const end = afterSeparator.search(/[\s"'<>]/);
    const link = end < 0 ? afterSeparator : afterSeparator.slice(0, end);
    const host =
      link
        .split(/[/?#\\]/, 1)[0]
        ?.split('@')
        .at(-1)
        ?.split(':', 1)[0] ?? '';
    text += `${originalText.slice(handledLength, start)}${/^[A-Za-z0-9.-]{1,253}$/.test(host) ? host : removedLinkText}`;
    handledLength = colon + separator.length + link.length;
  }
  return { text: text + originalText.slice(handledLength), hadLink: handledLength > 0 };
}

/** Returns `null` for bytes that are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns `undefined` for text that is not JSON. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Returns false for bytes of an event's size that are not whole JSON: the program that writes the file may not have
 * ended yet.
 */
export function isWhole(bytes: Uint8Array): boolean {
  return bytes.length > maxEventBytes || parseJson(bytes) !== undefined;
}

/** Parses an event. Never throws. */
export function readEvent(bytes: Uint8Array): ReadEvent {
  if (bytes.length > maxEventBytes) return { ok: false, reason: 'too-large', detail: '' };
  const value = parseJson(bytes);
  if (value === undefined) return { ok: false, reason: 'not-json', detail: '' };
  const parsed = payloadSchema.safeParse(value);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => {
      const field = issue.path.join('.');
      const offset: unknown = issue.code === 'custom' ? issue.params?.['offset'] : undefined;
      return typeof offset === 'string' && offset !== ''
        ? t('statementInbox.reason.offset', { field, offset })
        : field;
    });
    const fieldNames = [...new Set(fields.filter((name) => name !== ''))].slice(0, 8);
    return { ok: false, reason: 'not-understood', detail: fieldNames.join(', ') };
  }
  const { eventId, event } = parsed.data;
  return {
    ok: true,
    event: {
      eventId,
      walletId: event.walletId,
      companyId: event.companyId,
      since: event.dateFrom.slice(0, 10),
      till: event.dateTill.slice(0, 10),
      transactions: event.transactionCount,
      madeAt: Date.parse(event.createdAt),
      url: event.url,
      digest: createHash('sha256').update(JSON.stringify(event)).digest('base64url'),
      unknownFields: listUnknownFields(value),
    },
  };
}
