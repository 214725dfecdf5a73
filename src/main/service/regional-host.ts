/**
 * @file Host names of buckets in S3-compatible storages: `bucket.s3.example`, regional `bucket.s3.eu-west-1.example` and
 * the older form `bucket.s3-eu-west-1.example`. The bucket may also be in the path.
 */

const regionPattern = /^[a-z]{2,}(-[a-z]+)+-\d{1,2}$/;

interface S3Host {
  /** The host name without the region: the same for all hosts of a bucket. */
  readonly bucketAndDomain: string;
  readonly region: string | null;
}

/** Parses a host name; `null` for a host name without `s3`. */
function parseS3Host(hostname: string): S3Host | null {
  const labels = hostname.split('.');
  const s3Index = labels.findLastIndex((label) => label === 's3' || isOlderForm(label));
  if (s3Index < 0) return null;
  const bucketLabels = labels.slice(0, s3Index);
  const domainLabels = labels.slice(s3Index + 1);
  const label = labels[s3Index] ?? '';
  if (isOlderForm(label))
    return { bucketAndDomain: [...bucketLabels, 's3', ...domainLabels].join('.'), region: label.slice(3) };
  if (domainLabels[0] === 'dualstack') domainLabels.shift();
  const region = regionPattern.test(domainLabels[0] ?? '') ? (domainLabels.shift() ?? null) : null;
  return { bucketAndDomain: [...bucketLabels, 's3', ...domainLabels].join('.'), region };
}

function isOlderForm(label: string): boolean {
  return label.startsWith('s3-') && regionPattern.test(label.slice(3));
}

/** True when `target` is a different, regional host of the same bucket as `hostname`. */
export function isRegionalHostOf(hostname: string, target: string): boolean {
  const sourceHost = parseS3Host(hostname);
  const targetHost = parseS3Host(target);
  if (sourceHost === null || targetHost === null || targetHost.region === null || hostname === target)
    return false;
  return sourceHost.bucketAndDomain === targetHost.bucketAndDomain;
}
