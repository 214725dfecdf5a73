/**
 * @file The allowed targets of requests. There are two kinds, which never mix: an address on one of the profile's own
 * hosts, which may receive the bearer token, and a pre-signed link, which never receives the token.
 */
import { PaydeskError } from '../../shared/errors.ts';
import { type HostName, type Hosts, hostNames } from '../../shared/model/session/environment.ts';
import { Secret } from './secret.ts';

/** A pre-signed link (specification, section 2.4): secret, in memory only. */
export type UploadLink = Secret<'upload-link'>;

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** A statement's pre-signed download link (specification, section 2.9): secret, in memory only. */
export type StatementLink = Secret<'statement-link'>;

/** True for https, and for http to this machine when `allowHttpLoopback` is set. */
export function isTransportAllowed(url: URL, allowHttpLoopback: boolean): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && allowHttpLoopback && loopbackHosts.has(url.hostname);
}

/** The checked hosts of a profile. */
export class ServiceHosts {
  readonly #hosts: Hosts;

  /** Throws `profile-invalid` when a host is not https (or allowed loopback). */
  constructor(hosts: Hosts, allowHttpLoopback: boolean) {
    for (const name of hostNames) {
      const url = URL.parse(hosts[name]);
      if (url === null || !isTransportAllowed(url, allowHttpLoopback)) {
        throw new PaydeskError('profile-invalid', `Host ${name} is not https`, {
          details: { fields: [name] },
        });
      }
    }
    this.#hosts = hosts;
  }

  /** Builds an address on a host. Each segment is encoded as exactly one path segment. */
  address(host: HostName, segments: readonly string[], query: Readonly<Record<string, string>> = {}): URL {
    const path = segments.map(encodeSegment).join('/');
    const url = new URL(`${this.#hosts[host]}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  /** Returns the base address of a host from the profile. */
  base(host: HostName): URL {
    return new URL(this.#hosts[host]);
  }
}

/** Encodes a path segment. Refuses `.` and `..`, which URL parsers resolve even when percent-encoded. */
function encodeSegment(segment: string): string {
  if (segment === '' || segment === '.' || segment === '..' || !segment.isWellFormed()) {
    throw new PaydeskError(
      'arguments-invalid',
      'A path segment is empty, made of dots only, or no Unicode text',
    );
  }
  return encodeURIComponent(segment);
}

/** Rules for pre-signed links. */
export interface LinkRules {
  readonly allowHttpLoopback: boolean;
  /** Allowed hosts, with `*.` in front for subdomains; empty allows every host that is given by name. */
  readonly storageHosts: readonly string[];
  /** Addresses of the profile's own services; a storage on the same private host is allowed. */
  readonly serviceHosts?: readonly string[];
}

/**
 * True when a URL matches a rule: a host, with `*.` in front for its subdomains, and the first segment of the path, such as a
 * bucket. A rule without a port allows every port, and one without a segment every path.
 */
export function matchesHostRule(url: URL, rule: string): boolean {
  const [host = '', segment] = rule.split('/');
  if (segment !== undefined && url.pathname.split('/')[1] !== segment) return false;
  const [name = '', port = null] = host.split(':');
  if (port !== null && Number(port) !== portOf(url)) return false;
  return name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** True for an IP address, which could be any machine inside the company's network. */
export function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
}

/** True for host names that resolve to this machine. */
export function isLoopbackName(hostname: string): boolean {
  return /^(.+\.)?localhost\.?$/.test(hostname);
}

function isServiceHost(url: URL, services: readonly string[]): boolean {
  return services.some((service) => URL.parse(service)?.hostname === url.hostname);
}

/** Returns an allowed link, or `null` when the link breaks a rule: https, no user name or password, an allowed host. */
export function acceptLink(text: string, rules: LinkRules): UploadLink | null {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (!isTransportAllowed(url, rules.allowHttpLoopback)) return null;
  const matchesRule = rules.storageHosts.some((rule) => matchesHostRule(url, rule));
  const isPrivate = url.protocol === 'https:' && (isIpAddress(url.hostname) || isLoopbackName(url.hostname));
  if (isPrivate && !matchesRule && !isServiceHost(url, rules.serviceHosts ?? [])) return null;
  const isListed = rules.storageHosts.length === 0 || matchesRule;
  return isListed ? new Secret('upload-link', url.href) : null;
}
