/** @file Judges the `url` of a statement event (specification, section 2.9), which nobody vouches for. */
import { linkExpiry } from './link-expiry.ts';
import { Secret } from './secret.ts';
import { hostMatches, isAddress, isThisMachine, type StatementLink, transportAllowed } from './targets.ts';

/** Rules for the links of events. */
export interface StatementLinkRules {
  readonly allowHttpLoopback: boolean;
  /** Hosts that files may be fetched from, `*.` in front for subdomains. None means that each is asked about first. */
  readonly hosts: readonly string[];
}

/** What is to be said of a link without fetching anything. */
export type JudgedLink =
  | { readonly verdict: 'unusable' }
  | {
      /** `host-unknown`: usable once the clerk has agreed to its host. */
      readonly verdict: 'usable' | 'host-unknown';
      readonly link: StatementLink;
      readonly host: string;
      /** Milliseconds since 1970 at which the link says it ends, or `null` when it does not say. */
      readonly expiresAt: number | null;
      /** What the path's ending says of the file. */
      readonly format: 'csv' | 'pdf' | null;
    };

const maxLinkLength = 16_384;

/** Judges a link: https (loopback only with its switch), nobody's name in it, a host by name. */
export function judgeLink(text: string, rules: StatementLinkRules): JudgedLink {
  const url = text.length > maxLinkLength ? null : URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return { verdict: 'unusable' };
  // The parser forgives backslashes, tabs and missing slashes; a service has no reason to write them.
  const isPlain = /^https?:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/i.test(text);
  if (!isPlain || !transportAllowed(url, rules.allowHttpLoopback)) return { verdict: 'unusable' };
  if (url.protocol === 'https:' && isAddress(url.hostname)) return { verdict: 'unusable' };
  if (isThisMachine(url.hostname) && !rules.allowHttpLoopback) return { verdict: 'unusable' };
  const known = rules.hosts.some((rule) => hostMatches(url, rule));
  const ending = /\.(csv|pdf)$/i.exec(url.pathname)?.[1]?.toLowerCase();
  return {
    verdict: known ? 'usable' : 'host-unknown',
    link: new Secret('statement-link', url.href),
    host: url.host,
    expiresAt: linkExpiry(url),
    format: ending === 'csv' || ending === 'pdf' ? ending : null,
  };
}
