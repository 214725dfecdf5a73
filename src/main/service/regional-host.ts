/**
 * @file Host names of buckets in S3-compatible storages: `bucket.s3.example`, regional `bucket.s3.eu-west-1.example` and
 * the older form `bucket.s3-eu-west-1.example`. The bucket may also be in the path.
 */

const region = /^[a-z]{2,}(-[a-z]+)+-\d{1,2}$/;

interface S3Host {
  /** The host name without the region: the same for all hosts of a bucket. */
  readonly bucketAndDomain: string;
  readonly region: string | null;
}

/** Parses a host name; `null` for one that is not of this form. */
function parseS3Host(hostname: string): S3Host | null {
  const labels = hostname.split('.');
  const at = labels.findLastIndex((label) => label === 's3' || isOlderForm(label));
  if (at < 0) return null;
  const before = labels.slice(0, at);
  const after = labels.slice(at + 1);
  const label = labels[at] ?? '';
  if (isOlderForm(label))
    return { bucketAndDomain: [...before, 's3', ...after].join('.'), region: label.slice(3) };
  if (after[0] === 'dualstack') after.shift();
  const named = region.test(after[0] ?? '') ? (after.shift() ?? null) : null;
  return { bucketAndDomain: [...before, 's3', ...after].join('.'), region: named };
}

function isOlderForm(label: string): boolean {
  return label.startsWith('s3-') && region.test(label.slice(3));
}

/** True when `target` is a different, regional host of the same bucket as `hostname`. */
export function isRegionalHostOf(hostname: string, target: string): boolean {
  const from = parseS3Host(hostname);
  const to = parseS3Host(target);
  if (from === null || to === null || to.region === null || hostname === target) return false;
  return from.bucketAndDomain === to.bucketAndDomain;
}
