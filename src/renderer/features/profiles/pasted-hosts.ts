/** @file Distributes a pasted list of hosts, from an e-mail or a table, to the fields of the services. */
import { displayHost, type HostName, hostNames } from '../../../shared/model/session/environment.ts';
import { parseHost, serviceLabels } from './hosts.ts';

/** A host that the list does not assign clearly. */
export interface UnassignedHost {
  readonly address: string;
  /** The services that are possible by the list; all services when it names none. */
  readonly candidates: readonly HostName[];
}

/** The distribution of a pasted list. */
export interface PastedHosts {
  readonly assigned: Readonly<Partial<Record<HostName, string>>>;
  readonly unassigned: readonly UnassignedHost[];
}

/** A host of the list with the services named by the text before it, or by a heading, and by its own labels. */
interface ListedHost {
  readonly address: string;
  readonly namedByText: readonly HostName[];
  readonly namedByHost: readonly HostName[];
}

const maxTextLength = 20_000;
const maxHosts = 50;
/** A host name without a scheme: at least two labels, the last one of letters, so that "1.5" and "e.g." are words. */
const bareHost = /^[\p{L}\d][\p{L}\d-]*(?:\.[\p{L}\d-]+)*\.\p{L}{2,}(?::\d+)?(?:\/\S*)?$/u;
/** Between the words of a line; a full stop or a colon only at the end of a word. */
const separators = /[\s,;|<>"'()[\]{}=]+|[.:](?=\s|$)/;

/** The services whose label occurs among `tokens`, in the order of their first occurrence. */
function findServices(tokens: readonly string[]): readonly HostName[] {
  const found = new Set<HostName>();
  for (const token of tokens) {
    const name = hostNames.find((candidate) => serviceLabels[candidate].some((label) => label === token));
    if (name !== undefined) found.add(name);
  }
  return [...found];
}

function tokenize(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}

/** Parses a word of the list as an address; a bare word without a dot is a word, not a host. */
function parseListedHost(word: string): string | null {
  return word.includes('://') || bareHost.test(word) ? parseHost(word) : null;
}

function listHosts(text: string): readonly ListedHost[] {
  const hosts: ListedHost[] = [];
  // Services named on a line without hosts: the heading of a table, or the name above its host.
  let headings: readonly HostName[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    const inLine: ListedHost[] = [];
    let tokensBefore: string[] = [];
    for (const word of line.split(separators)) {
      const address = parseListedHost(word);
      if (address === null) {
        tokensBefore.push(...tokenize(word));
        continue;
      }
      const namedByHost = findServices(tokenize(displayHost(address)));
      inLine.push({ address, namedByText: findServices(tokensBefore), namedByHost });
      tokensBefore = [];
    }
    const trailing = findServices(tokensBefore);
    if (inLine.length === 0) {
      if (line.trim() !== '') headings = trailing;
      continue;
    }
    const isUnnamed = inLine.every(({ namedByText }) => namedByText.length === 0);
    const named = inLine.map((host, index) => {
      const heading = headings.length === inLine.length ? headings[index] : undefined;
      if (isUnnamed && heading !== undefined) return { ...host, namedByText: [heading] };
      // The name stands behind its host.
      return isUnnamed && inLine.length === 1 ? { ...host, namedByText: trailing } : host;
    });
    hosts.push(...named);
    headings = [];
  }
  return hosts;
}

/** The services that a host of the list can belong to: exactly one when text and host agree. */
function findCandidates({ namedByText, namedByHost }: ListedHost): readonly HostName[] {
  if (namedByText.length === 0) return namedByHost;
  if (namedByHost.length === 0 || namedByText.length > 1) return namedByText;
  const [name] = namedByText;
  // The wallet host may serve the statements.
  const agrees =
    namedByHost.some((candidate) => candidate === name) ||
    (name === 'statement' && namedByHost.includes('wallet'));
  return agrees ? namedByText : [...namedByText, ...namedByHost];
}

/**
 * Distributes the hosts of a pasted text by the service names beside them and by the labels in the host names. A host
 * without a clear service, and different hosts of the same service, stay unassigned. `null` for a text that is not a
 * list: fewer than two hosts, or more than 50, or more than 20,000 characters.
 */
export function distributeHosts(text: string): PastedHosts | null {
  if (text.length > maxTextLength) return null;
  const listed = listHosts(text);
  if (listed.length < 2 || listed.length > maxHosts) return null;
  const byService = new Map<HostName, Set<string>>();
  const unassigned = new Map<string, readonly HostName[]>();
  for (const host of listed) {
    const candidates = findCandidates(host);
    const [name] = candidates;
    if (name !== undefined && candidates.length === 1) {
      byService.set(name, (byService.get(name) ?? new Set()).add(host.address));
    } else {
      unassigned.set(host.address, candidates.length === 0 ? hostNames : candidates);
    }
  }
  const assigned: Partial<Record<HostName, string>> = {};
  for (const [name, addresses] of byService) {
    const [address] = addresses;
    if (address !== undefined && addresses.size === 1) assigned[name] = address;
    else for (const contender of addresses) unassigned.set(contender, [name]);
  }
  return {
    assigned,
    unassigned: [...unassigned].map(([address, candidates]) => ({ address, candidates })),
  };
}
