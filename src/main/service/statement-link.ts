/** @file Checks the `url` of a statement event (specification, section 2.9), which is untrusted. */
import { linkExpiry } from './link-expiry.ts';
import { Secret } from './secret.ts';
import {
  isIpAddress,
  isLoopbackName,
  isTransportAllowed,
  matchesHostRule,
  type StatementLink,
} from './targets.ts';

interface StatementLinkRules {
  readonly allowHttpLoopback: boolean;
  /** Allowed hosts, see {@link matchesHostRule}. The clerk approves any other host first. */
  readonly hosts: readonly string[];
  /** The places that the clerk approved. */
  readonly approved: readonly string[];
}

/** The result of checking a link without a request. */
type LinkCheck =
  | { readonly result: 'unusable' }
  | {
      /** `host-unknown`: usable once the clerk has approved its host. */
      readonly result: 'usable' | 'host-unknown';
      readonly link: StatementLink;
      readonly host: string;
      /** What the clerk approves: the host, on storage that others share with its bucket. */
      readonly place: string;
      /** Expiry stated by the link in milliseconds since 1970, or `null`. */
      readonly expiresAt: number | null;
      /** Format by the file extension in the path. */
      readonly format: 'csv' | 'pdf' | null;
    };

/** Storages that companies share, whose paths begin with the bucket: S3, its relatives, and Google Cloud Storage. */
const sharedStorage = /^(?:s3[.-].*|storage\.(?:googleapis|cloud\.google)\.com)$/;

/** Returns what the clerk approves of a link; `null` for shared storage without a bucket. */
function approvablePlace({ hostname, host, pathname }: URL): string | null {
  if (!sharedStorage.test(hostname)) return host;
  const bucket = pathname.split('/')[1] ?? '';
  return bucket === '' ? null : `${host}/${bucket}`;
}

const maxLinkLength = 16_384;

/** Checks a link: https (http only for loopback where allowed), no user name or password, a host by name. */
export function checkLink(text: string, rules: StatementLinkRules): LinkCheck {
  const url = text.length > maxLinkLength ? null : URL.parse(text);
  if (url === null) return { result: 'unusable' };
  // URL.parse accepts backslashes, tabs and missing slashes, which no service writes. An @ would end a user or a password.
  const hasUsualForm = /^https?:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/i.test(text);
  if (!hasUsualForm || !isTransportAllowed(url, rules.allowHttpLoopback)) return { result: 'unusable' };
  if (url.protocol === 'https:' && isIpAddress(url.hostname)) return { result: 'unusable' };
  if (isLoopbackName(url.hostname) && !rules.allowHttpLoopback) return { result: 'unusable' };
  const place = approvablePlace(url);
  if (place === null) return { result: 'unusable' };
  const isApproved = rules.approved.includes(place) || rules.hosts.some((rule) => matchesHostRule(url, rule));
  const extension = /\.(csv|pdf)$/i.exec(url.pathname)?.[1]?.toLowerCase();
  return {
    result: isApproved ? 'usable' : 'host-unknown',
    link: new Secret('statement-link', url.href),
    host: url.host,
    place,
    expiresAt: linkExpiry(url),
    format: extension === 'csv' || extension === 'pdf' ? extension : null,
  };
}
