/**
 * @file Typed hosts: completing addresses, detecting the environment (specification, section 1), and proposing hosts by
 * the pattern of typed hosts.
 */
import {
  baseUrlSchema,
  deriveHost,
  displayHost,
  type Environment,
  environmentOfHost,
  type HostName,
  hostNames,
} from '../../../shared/model/session/environment.ts';

/** The typed hosts; empty where nothing is typed. */
export type TypedHosts = Readonly<Record<HostName, string>>;

export const noHosts: TypedHosts = {
  auth: '',
  wallet: '',
  beneficiary: '',
  exchange: '',
  onboarding: '',
  legacy: '',
  statement: '',
};

/** Completes a typed host to an address; a host name without a scheme becomes `https`. */
export function completeHost(typed: string): string {
  const text = typed.trim();
  return text === '' || text.includes('://') ? text : `https://${text}`;
}

/** Parses and normalizes a typed address, or returns `null`. */
export function parseHost(typed: string): string | null {
  const parsed = baseUrlSchema.safeParse(completeHost(typed));
  return parsed.success ? parsed.data : null;
}

/** True for an address without TLS, except on this machine. */
export function isUnencrypted(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && url.hostname !== '127.0.0.1' && url.hostname !== 'localhost';
}

export function otherEnvironment(environment: Environment): Environment {
  return environment === 'production' ? 'sandbox' : 'production';
}

/** A note about a typed host: its counterpart, or a contradiction with the environment of the profile. */
type HostNote =
  | { readonly kind: 'none' }
  | { readonly kind: 'counterpart'; readonly environment: Environment; readonly host: string }
  | {
      readonly kind: 'contradiction';
      readonly hostEnvironment: Environment;
      /** The address of the same service in the profile's environment. */
      readonly derived: string | null;
    };

/** Compares a typed host with the environment of its profile. */
export function findHostNote(typed: string, environment: Environment): HostNote {
  const address = parseHost(typed);
  if (address === null) return { kind: 'none' };
  const hostEnvironment = environmentOfHost(address);
  if (hostEnvironment !== null && hostEnvironment !== environment) {
    return { kind: 'contradiction', hostEnvironment, derived: deriveHost(address, environment) };
  }
  const counterpartEnvironment = otherEnvironment(environment);
  const derived = deriveHost(address, counterpartEnvironment);
  return derived === null
    ? { kind: 'none' }
    : { kind: 'counterpart', environment: counterpartEnvironment, host: displayHost(derived) };
}

/** Converts hosts to another environment; a host without an environment label stays unchanged. */
export function convertHosts(hosts: TypedHosts, environment: Environment): TypedHosts {
  const converted = { ...hosts };
  for (const name of hostNames) {
    const address = parseHost(hosts[name]);
    const derived = address === null ? null : deriveHost(address, environment);
    if (derived !== null) converted[name] = derived;
  }
  return converted;
}

/** Counts the services whose typed hosts differ. */
export function countChanged(before: TypedHosts, after: TypedHosts): number {
  return hostNames.filter((name) => before[name] !== after[name]).length;
}

/** Labels of each service in host names; a proposed host gets the first label of its service. */
export const serviceLabels = {
  auth: ['auth'],
  wallet: ['wallet'],
  beneficiary: ['beneficiary', 'beneficiaries'],
  exchange: ['exchange'],
  onboarding: ['onboarding'],
  legacy: ['legacy'],
  statement: ['statement', 'statements'],
} as const satisfies Readonly<Record<HostName, readonly string[]>>;

/**
 * Splits an address before and after the label of its service. The service label is a whole label of the host name, or
 * a hyphenated part of a label. `null` unless it occurs exactly once in host name and path, or when the host name has
 * only one label.
 */
function splitAtServiceLabel(
  name: HostName,
  address: string,
): { readonly before: string; readonly after: string } | null {
  const hostStart = address.indexOf('://') + '://'.length;
  const labels = serviceLabels[name].join('|');
  const matches = [
    ...address.slice(hostStart).matchAll(new RegExp(`(?<=^|[./-])(?:${labels})(?=[./:-]|$)`, 'g')),
  ];
  const [match] = matches;
  const host = displayHost(address);
  if (match === undefined || matches.length > 1 || match.index >= host.length || !host.includes('.'))
    return null;
  const labelStart = hostStart + match.index;
  return { before: address.slice(0, labelStart), after: address.slice(labelStart + match[0].length) };
}

/**
 * Proposes addresses for the empty hosts by the pattern of the typed hosts: from `auth.sandbox.payments.example` follows
 * `wallet.sandbox.payments.example`. Empty when the typed hosts follow no pattern, or several patterns. The statement
 * host is proposed to equal the wallet host, its default, and never as the only proposal.
 */
export function proposeHosts(hosts: TypedHosts): Readonly<Partial<Record<HostName, string>>> {
  const patterns = hostNames.flatMap((name) => {
    const address = parseHost(hosts[name]);
    const pattern = address === null ? null : splitAtServiceLabel(name, address);
    return pattern === null ? [] : [pattern];
  });
  const [firstPattern] = patterns;
  const isPatternShared = patterns.every(
    (pattern) => pattern.before === firstPattern?.before && pattern.after === firstPattern.after,
  );
  if (firstPattern === undefined || !isPatternShared) return {};
  const proposed: Partial<Record<HostName, string>> = {};
  for (const name of hostNames) {
    if (name !== 'statement' && hosts[name].trim() === '') {
      proposed[name] = `${firstPattern.before}${serviceLabels[name][0]}${firstPattern.after}`;
    }
  }
  const wallet = proposed.wallet ?? parseHost(hosts.wallet);
  if (Object.keys(proposed).length > 0 && hosts.statement.trim() === '' && wallet !== null) {
    proposed.statement = wallet;
  }
  return proposed;
}
