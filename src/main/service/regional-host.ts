/**
 * @file The names of a bucket's hosts in storages with the interface of S3: `bucket.s3.example`, and for a region
 * `bucket.s3.eu-west-1.example`, in older form `bucket.s3-eu-west-1.example`. The bucket may also be in the path.
 */

const region = /^[a-z]{2,}(-[a-z]+)+-\d{1,2}$/;

interface S3Host {
  /** What is left of the name without its region: the same for all hosts of a bucket. */
  readonly bucketAndDomain: string;
  readonly region: string | null;
}

/** Takes a name apart; `null` when it is no name of such a host. */
function partsOf(hostname: string): S3Host | null {
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

/** True when `target` is a regional host of the bucket that `hostname` is a host of, and another host than that. */
export function isRegionalHostOf(hostname: string, target: string): boolean {
  const from = partsOf(hostname);
  const to = partsOf(target);
  if (from === null || to === null || to.region === null || hostname === target) return false;
  return from.bucketAndDomain === to.bucketAndDomain;
}
