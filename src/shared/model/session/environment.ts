/**
 * @file Environments and the hosts of the service (specification, section 1): a sandbox host name carries the label
 * `sandbox`, the production host of the same service is the same name with `sandbox` replaced by `beta`.
 */
import { z } from 'zod';
import { trimCharactersAtEnd } from '../../trim-characters.ts';

/** The environment that a profile's requests go to. */
export const environmentSchema = z.enum(['sandbox', 'production']);

export type Environment = z.infer<typeof environmentSchema>;

/** The seven services, in display order. */
export const hostNames = [
  'auth',
  'wallet',
  'beneficiary',
  'exchange',
  'onboarding',
  'legacy',
  'statement',
] as const;

export type HostName = (typeof hostNames)[number];

/**
 * An origin with an optional path prefix, such as `https://auth.sandbox.payments.example`. The schema accepts `http`;
 * the HTTP client decides whether it may be used.
 */
export const baseUrlSchema = z
  .string()
  .trim()
  .refine((text) => parseBaseUrl(text) !== null, {
    message: 'must be https://host, without user, query or fragment',
  })
  .transform((text) => {
    const url = parseBaseUrl(text);
    return url === null ? text : formatBaseUrl(url);
  });

const baseUrlPattern =
  /^(?<scheme>https?):\/\/(?<hostname>[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?<port>:\d{1,5})?(?<path>\/[^?#\s\\]*)?$/i;

interface BaseUrl {
  readonly scheme: string;
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
}

function parseBaseUrl(text: string): BaseUrl | null {
  const groups = baseUrlPattern.exec(text.trim())?.groups;
  if (groups === undefined) return null;
  const port = groups['port'] ?? '';
  if (port !== '' && !isPortNumber(Number(port.slice(1)))) return null;
  return {
    scheme: (groups['scheme'] ?? '').toLowerCase(),
    hostname: (groups['hostname'] ?? '').toLowerCase(),
    port,
    path: trimCharactersAtEnd(groups['path'] ?? '', '/'),
  };
}

function isPortNumber(number: number): boolean {
  return number >= 1 && number <= 65_535;
}

function formatBaseUrl(url: BaseUrl): string {
  return `${url.scheme}://${url.hostname}${url.port}${url.path}`;
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

export type Hosts = z.infer<typeof hostsSchema>;

const labelOf = { sandbox: 'sandbox', production: 'beta' } as const;
const labelPatternOf = {
  sandbox: /(^|[.-])sandbox(?=[.-]|$)/,
  production: /(^|[.-])beta(?=[.-]|$)/,
} as const;

/**
 * Returns the address of the same service in another environment, or `null` when the host name has no environment label
 * (specification, section 1). Only whole labels count: `sandboxes.example` has none.
 */
export function deriveHost(baseUrl: string, targetEnvironment: Environment): string | null {
  const url = parseBaseUrl(baseUrl);
  if (url === null) return null;
  const pattern = labelPatternOf[targetEnvironment === 'production' ? 'sandbox' : 'production'];
  if (!pattern.test(url.hostname)) return null;
  return formatBaseUrl({
    ...url,
    hostname: url.hostname.replace(pattern, `$1${labelOf[targetEnvironment]}`),
  });
}

/** Returns the environment named by the host name's label, or `null` when it has neither or both labels. */
export function environmentOfHost(baseUrl: string): Environment | null {
  const labels = parseBaseUrl(baseUrl)?.hostname.split(/[.-]/) ?? [];
  const isSandbox = labels.includes(labelOf.sandbox);
  const isProduction = labels.includes(labelOf.production);
  if (isSandbox === isProduction) return null;
  return isSandbox ? 'sandbox' : 'production';
}

/** Returns host and port for display, without scheme and path. */
export function displayHost(baseUrl: string): string {
  const url = parseBaseUrl(baseUrl);
  return url === null ? baseUrl : `${url.hostname}${url.port}`;
}
