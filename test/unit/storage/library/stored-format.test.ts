/** @file A library with fixed bytes of the released format, so that writing and reading cannot change together. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createLibraryFixture } from '../../../integration/storage/library/library-fixture.ts';

const libraryId = '5f8f1f1e-6a0e-4f0e-9a6d-0c5f2f1c7a11';
const key = Buffer.alloc(32, 9);
const check = '106e948753757fc9ef0d4b0990235c6f9e184532e7a27aa48df2d410b663dc69';
const entry = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'proof',
  size: 11,
  sha256: 'a4c44015f0ea19ef4a83d091a297b37dc78f33afc8ce216a9a9f83062adecd8c',
  header: 'fe6b58015f20bdab831ed646e12890ffeb7277d3580c485b9627408c680cefe3',
  sealedAt: 1_795_219_200_000,
  about: { name: 'B' },
};

/** The facts about the item, sealed in its row. */
const facts = `
  CccVdV56QMgqrdvJ1Nr40qmCIinJ67pLjwoAijzp0izaiyN5mZRvvKW9jU+3bcD+bAr8qcTLJhqq2cjcOEBpO/ZSySFyeNevPUEX
  1iSvk7Tso066HNBdhAI3+DPc77VKWr55WVmgdtsu+alJoJ8wkITEbim7VjtXDxlunZo+uOhCJa6Dy1VC2s8EOKOwe1RZG0muK+yp
  XuT+lVe9HqwZw1+pOmPBEjbrGYvbX1qWVdXmoAGnGOb/FQFCRokjgVuUcYj2+pnOZEQexA4XP3JmusrsZx5c6o+MGlMmaKS7iVw4
  0q+nkCwEhmr5OMgn`;

/** `kept before`, sealed with the label `{"kind":"proof","about":{"name":"A"}}`. */
const file = `
  UERTRgEAAAAAAAAAAABAAIAAAAAAAAABAAQAAIrx1Z6NnZ4AFj+3FdQ5+VnJ4YVjj5PA/PJKA312WURT6mv57grMH1p1UsmDIwoN
  1U6rTROpNVR2OPAO+t9BucgcuJTkU40jfXJLnQraPqOpbeu8pqkIlrwfWK4tTLAeLeeqqssAAAA151PnP9esJRcIGKKxX+qoxXra
  ipRtrWM0pGiG7XeQSCy1n/hPI0j1dbIMi7EPhSjT1bd80wgDGuRnJJICsYjME9FS5SnomKL6ug8GdYwRV0xmu7LdFvxpyhZi21I=`;

test('a library in the released format is opened with its rows and files', async () => {
  const fixture = await createLibraryFixture();
  const marker = JSON.stringify({ version: 1, libraryId, check });
  await mkdir(dirname(fixture.fileOf(entry.id)), { recursive: true });
  await writeFile(join(fixture.dataFolder, 'library', 'library.json'), marker);
  await fixture.query(
    `INSERT INTO library_item (library_id, id, kind, sealed) VALUES ($libraryId, $id, 'proof', $sealed)`,
    { libraryId, id: entry.id, sealed: Buffer.from(facts, 'base64') },
  );
  await writeFile(fixture.fileOf(entry.id), Buffer.from(file, 'base64'));
  fixture.vault.secrets.set(`library-key/${libraryId}`, key.toString('base64url'));
  const library = await fixture.start();
  expect(library.state()).toEqual({ state: 'kept', items: 1, missing: 0, foreign: 0 });
  expect(await library.list('proof')).toEqual([entry]);
  expect(Buffer.from(await library.readAll(entry.id)).toString()).toBe('kept before');
});
