import { expect, test } from 'vitest';
import { createAgeCheck } from '../../../../../src/main/features/documents/transfer/link-age.ts';
import { acceptLink } from '../../../../../src/main/service/targets.ts';

const link = acceptLink('https://store.example/a?s=1', { allowHttpLoopback: false, storageHosts: [] });
const minuteMs = 60_000;

test.each([
  ['has no stated lifetime', null, 10 * minuteMs],
  ['lives 15 minutes', 15 * minuteMs, 10 * minuteMs],
  ['lives a day', 24 * 60 * minuteMs, 10 * minuteMs],
  ['lives five minutes', 5 * minuteMs, 200_000],
  ['lives 30 seconds', 30_000, 20_000],
])('a link that %s is used for two thirds of its life, ten minutes at most', (_, lifetimeMs, maxAgeMs) => {
  if (link === null) throw new Error('The link is not accepted');
  const target = { link, key: 'key', lifetimeMs };
  expect(createAgeCheck({ target, ageMs: () => maxAgeMs })).not.toThrow();
  const refusal = expect.objectContaining({ code: 'link-refused', details: { sent: false } });
  expect(createAgeCheck({ target, ageMs: () => maxAgeMs + 1 })).toThrow(refusal);
});
