/**
 * @file Environments and the hosts of the service (specification, section 1): a sandbox host name carries the label
 * `sandbox`, the production host of the same service is the same name with `sandbox` replaced by `beta`.
 */
import { z } from 'zod';
import { trimCharactersAtEnd } from '../trim-characters.ts';

/** Where a profile's requests go. */
export const environmentSchema = z.enum(['sandbox', 'production']);

/** `sandbox` or `production`. */
export type Environment = z.infer<typeof environmentSchema>;

/** The seven services, in the order in which a clerk reads them. */
export const hostNames = [
  'auth',
  'wallet',
  'beneficiary',
  'exchange',
  'onboarding',
  'legacy',
  'statement',
] as const;

/** Name of one service. */
export type HostName = (typeof hostNames)[number];

/**
 * An origin with an optional path prefix, such as `https://auth.sandbox.payments.example`. Whether `http` is allowed
 * at all is decided where hosts are bound to a client, not here.
 */
export const baseUrlSchema = z
  .string()
  .trim()
  .refine((text) => parseBaseUrl(text) !== null, {
    message: 'must be https://host, without user, query or fragment',
  })
  .transform((text) => {
    const parts = parseBaseUrl(text);
    return parts === null ? text : formatBaseUrl(parts);
  });

const baseUrlPattern =
  /^(?<scheme>https?):\/\/(?<hostname>[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?<port>:\d{1,5})?(?<path>\/[^?#\s\\]*)?$/i;

interface BaseUrlParts {
  readonly scheme: string;
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
}

function parseBaseUrl(text: string): BaseUrlParts | null {
  const groups = baseUrlPattern.exec(text.trim())?.groups;
  if (groups === undefined) return null;
  const port = groups['port'] ?? '';
  if (port !== '' && !isPort(Number(port.slice(1)))) return null;
  return {
    scheme: (groups['scheme'] ?? '').toLowerCase(),
    hostname: (groups['hostname'] ?? '').toLowerCase(),
    port,
    path: trimCharactersAtEnd(groups['path'] ?? '', '/'),
  };
}

function isPort(number: number): boolean {
  return number >= 1 && number <= 65_535;
}

function formatBaseUrl(parts: BaseUrlParts): string {
  return `${parts.scheme}://${parts.hostname}${parts.port}${parts.path}`;
}

/** Base addresses of all seven services. */
export const hostsSchema = z.strictObject({
  auth: baseUrlSchema,
  wallet: baseUrlSchema,
  beneficiary: baseUrlSchema,
  exchange: baseUrlSchema,
  onboarding: baseUrlSchema,
  legacy: baseUrlSchema,
  statement: baseUrlSchema,
});

/** Base addresses of all seven services. */
export type Hosts = z.infer<typeof hostsSchema>;

const labelOf = { sandbox: 'sandbox', production: 'beta' } as const;
const labelPatternOf = {
  sandbox: /(^|[.-])sandbox(?=[.-]|$)/,
  production: /(^|[.-])beta(?=[.-]|$)/,
} as const;

/**
 * The address of the same service in another environment, or `null` when the host name lacks the label that tells
 * the environments apart (specification, section 1). Only whole labels count: `sandboxes.example` has none.
 */
export function deriveHost(baseUrl: string, to: Environment): string | null {
  const parts = parseBaseUrl(baseUrl);
  if (parts === null) return null;
  const pattern = labelPatternOf[to === 'production' ? 'sandbox' : 'production'];
  if (!pattern.test(parts.hostname)) return null;
  return formatBaseUrl({ ...parts, hostname: parts.hostname.replace(pattern, `$1${labelOf[to]}`) });
}

/** The environment that a host name tells by its label, or `null` when it carries neither or both. */
export function environmentOfHost(baseUrl: string): Environment | null {
  const labels = parseBaseUrl(baseUrl)?.hostname.split(/[.-]/) ?? [];
  const sandbox = labels.includes(labelOf.sandbox);
  const production = labels.includes(labelOf.production);
  if (sandbox === production) return null;
  return sandbox ? 'sandbox' : 'production';
}

/** The host part that is shown to a clerk: no scheme, no path. */
export function displayHost(baseUrl: string): string {
  const parts = parseBaseUrl(baseUrl);
  return parts === null ? baseUrl : `${parts.hostname}${parts.port}`;
}
