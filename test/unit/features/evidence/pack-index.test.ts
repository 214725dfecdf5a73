import { expect, test } from 'vitest';
import type { PackPlan } from '../../../../src/main/features/evidence/contributor.ts';
import { createIndexPage } from '../../../../src/main/features/evidence/pack-index.ts';
import { profile } from '../documents/tables.ts';

const plan: PackPlan = {
  profile: { ...profile, name: '<b>Müller & "Söhne"</b>' },
  statements: [],
  annotated: new Set(),
  signedOff: new Set(),
  unsearched: new Set(),
  matchings: [],
  proofs: [],
  entries: [],
};

async function renderPage(paths: readonly string[], cell = ''): Promise<string> {
  const files = paths.map((path) => ({ path, title: 'A <file>', size: 1, sha256: '0'.repeat(64) }));
  const tables = [{ title: 'Checks', header: ['Check'], rows: [[cell]] }];
  const pieces: Uint8Array[] = [];
  for await (const piece of createIndexPage(plan, files, tables)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('the page shows names as text, and allows neither scripts nor loading', async () => {
  const page = await renderPage(['proofs/a.pdf'], '<img src=x onerror=alert(1)>');
  expect(page).toContain('&lt;b&gt;Müller &amp; &quot;Söhne&quot;&lt;/b&gt;');
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(page).not.toMatch(/<(script|img|link|iframe)|\son\w+="/i);
});

test('the page links files that a browser only shows, with encoded addresses', async () => {
  const paths = ['a b#1?.pdf', 'picture.svg', 'page.html', 'a.xml'].map((name) => `proofs/${name}`);
  const page = await renderPage(paths);
  expect([...page.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    'proofs/a%20b%231%3F.pdf',
  ]);
});

test('a page of many files comes in pieces', async () => {
  const file = { title: '', size: 0, sha256: '' };
  const files = Array.from({ length: 1_200 }, (_, index) => ({ ...file, path: `${index}` }));
  let pieces = 0;
  for await (const piece of createIndexPage(plan, files, [])) {
    pieces += 1;
    expect(piece.length).toBeLessThan(200_000);
  }
  expect(pieces).toBe(3);
});
