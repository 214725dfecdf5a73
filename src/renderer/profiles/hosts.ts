/**
 * @file Typed hosts: how an address is completed, what its name says of the environment (specification, section 1), and
 * which other hosts follow the same pattern.
 */
import {
  baseUrlSchema,
  deriveHost,
  displayHost,
  type Environment,
  environmentOfHost,
  type HostName,
  hostNames,
} from '../../shared/model/environment.ts';

/** Hosts as they are typed; empty where nothing was typed yet. */
export type TypedHosts = Readonly<Record<HostName, string>>;

/** No host typed. */
export const noHosts: TypedHosts = {
  auth: '',
  wallet: '',
  beneficiary: '',
  exchange: '',
  onboarding: '',
  legacy: '',
  statement: '',
};

/** What was typed as a whole address: a host name alone means `https`. */
export function completeHost(typed: string): string {
  const text = typed.trim();
  return text === '' || text.includes('://') ? text : `https://${text}`;
}

/** The address in its one form, or `null` when what was typed is none. */
export function parseHost(typed: string): string | null {
  const parsed = baseUrlSchema.safeParse(completeHost(typed));
  return parsed.success ? parsed.data : null;
}

/** True for an address without TLS elsewhere than on this machine. */
export function isPlain(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && url.hostname !== '127.0.0.1' && url.hostname !== 'localhost';
}

/** The other environment. */
export function otherEnvironment(environment: Environment): Environment {
  return environment === 'production' ? 'sandbox' : 'production';
}

/** What is said beneath a host: its counterpart, or that its name says another environment than the profile. */
export type HostNote =
  | { readonly kind: 'none' }
  | { readonly kind: 'counterpart'; readonly environment: Environment; readonly host: string }
  | {
      readonly kind: 'contradiction';
      readonly named: Environment;
      /** The whole address of the same service in the profile's environment. */
      readonly derived: string | null;
    };

/** See {@link HostNote}. */
export function noteOfHost(typed: string, environment: Environment): HostNote {
  const address = parseHost(typed);
  if (address === null) return { kind: 'none' };
  const named = environmentOfHost(address);
  if (named !== null && named !== environment) {
    return { kind: 'contradiction', named, derived: deriveHost(address, environment) };
  }
  const other = otherEnvironment(environment);
  const derived = deriveHost(address, other);
  return derived === null
    ? { kind: 'none' }
    : { kind: 'counterpart', environment: other, host: displayHost(derived) };
}

/** The same services in another environment; a host whose name does not tell stays as it is. */
export function hostsIn(hosts: TypedHosts, environment: Environment): TypedHosts {
  const moved = { ...hosts };
  for (const name of hostNames) {
    const address = parseHost(hosts[name]);
    const derived = address === null ? null : deriveHost(address, environment);
    if (derived !== null) moved[name] = derived;
  }
  return moved;
}

/** How many hosts differ. */
export function countChanged(before: TypedHosts, after: TypedHosts): number {
  return hostNames.filter((name) => before[name] !== after[name]).length;
}

/** How hosts name their service; a new host gets the first word. */
const serviceWords = {
  auth: ['auth'],
  wallet: ['wallet'],
  beneficiary: ['beneficiary', 'beneficiaries'],
  exchange: ['exchange'],
  onboarding: ['onboarding'],
  legacy: ['legacy'],
  statement: ['statement', 'statements'],
} as const satisfies Readonly<Record<HostName, readonly string[]>>;

/**
 * Divides an address at the service's own word, where that word is a whole label of the host name or a part of one
 * between hyphens. `null` when it occurs never or more than once, in the path too, or when the name has one label.
 */
function patternOf(
  name: HostName,
  address: string,
): { readonly before: string; readonly after: string } | null {
  const start = address.indexOf('://') + '://'.length;
  const words = serviceWords[name].join('|');
  const matches = [...address.slice(start).matchAll(new RegExp(`(?<=^|[./-])(?:${words})(?=[./:-]|$)`, 'g'))];
  const [match] = matches;
  const host = displayHost(address);
  if (match === undefined || matches.length > 1 || match.index >= host.length || !host.includes('.'))
    return null;
  const at = start + match.index;
  return { before: address.slice(0, at), after: address.slice(at + match[0].length) };
}

/**
 * Hosts that are still empty, filled as the typed ones are: where `auth.sandbox.payments.example` is typed, the wallet
 * is `wallet.sandbox.payments.example`. Empty when the typed ones follow no pattern, or more than one. Statements are
 * proposed to come from the wallet's host, as they do while their own is empty; for them alone nothing is proposed.
 */
export function proposeHosts(hosts: TypedHosts): Readonly<Partial<Record<HostName, string>>> {
  const patterns = hostNames.flatMap((name) => {
    const address = parseHost(hosts[name]);
    const pattern = address === null ? null : patternOf(name, address);
    return pattern === null ? [] : [pattern];
  });
  const [first] = patterns;
  const agree = patterns.every(
    (pattern) => pattern.before === first?.before && pattern.after === first.after,
  );
  if (first === undefined || !agree) return {};
  const proposed: Partial<Record<HostName, string>> = {};
  for (const name of hostNames) {
    if (name !== 'statement' && hosts[name].trim() === '') {
      proposed[name] = `${first.before}${serviceWords[name][0]}${first.after}`;
    }
  }
  const wallet = proposed.wallet ?? parseHost(hosts.wallet);
  if (Object.keys(proposed).length > 0 && hosts.statement.trim() === '' && wallet !== null) {
    proposed.statement = wallet;
  }
  return proposed;
}
