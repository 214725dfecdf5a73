import { expect, test } from 'vitest';
import { IssuedLinkRegistry } from '../../../../../src/main/features/documents/transfer/issued-link-registry.ts';
import { acceptLink, type UploadLink } from '../../../../../src/main/service/targets.ts';

const options = { allowHttpLoopback: false, storageHosts: [] };
const link = (name: string): UploadLink =>
  acceptLink(`https://store.example/${name}?s=1`, options) ?? expect.fail('The link is not accepted');

test('a link belongs to the document that it was issued for first, and to no other', () => {
  const links = new IssuedLinkRegistry();
  expect(links.register(link('a'), 1)).toBe(true);
  expect(links.register(link('b'), 2)).toBe(true);
  expect(links.register(link('a'), 2)).toBe(false);
  // The same document may receive its own link again.
  expect(links.register(link('a'), 1)).toBe(true);
});

test('the last ten thousand links are remembered', () => {
  const links = new IssuedLinkRegistry();
  for (let number = 0; number < 10_000; number += 1) links.register(link(`${number}`), number);
  expect(links.register(link('0'), 20_000)).toBe(false);
  expect(links.register(link('new'), 20_001)).toBe(true);
  // Only the oldest link is forgotten.
  expect(links.register(link('1'), 20_002)).toBe(false);
  expect(links.register(link('0'), 20_003)).toBe(true);
});
