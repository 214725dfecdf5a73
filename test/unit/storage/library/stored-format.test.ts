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

/** Two records: the item was added, and its description changed. */
const list = `
  UERNRgIAAABfjx8eag5PDpptDF8vHHoRAAAAAAAAAAAAAAFAbHhDAsJN2i5Bwy+cy5/6A8ELLsDyjb9Q2nuhVhGCQ+chblmOdkei
  Q6H4ciE04P/yEDrkvB7k7ndPUMgWKXua6Wl2YLdOIh5FT9ifei5hmdOQLTUt/prsYmmlS260r38mA7pXPlLncdn1JjRJhGt1Z3QL
  3uh3DlPPyyXdd4dESw3Oq3LoXVss669z8XQqAQMe2sf2kzyUR4YwsNrvNVNkBfuA8YdfGPwcG9mKkF4OKpo5Y01PNAeqMtV9J1BV
  Q/2cSzSH+NLbEHO3UgLYc6X9dvG0lvQg9VklfQTG1616POypuak7NjVr8I7/SSUrC1BuEWRnYOzJ5x5D+Ms7TobikawVberhxDNT
  93DQlb4Du6uPvrVzZ1mOgKBbDvqYJ6hMyhUQTBAvwwQkvrkci57oJIKcx8NEf5yCspQwMKn4yzW4UPxqfXIPwMFelkEiPThDMgWU
  Ig/sjg10YwhWBYQ0nGuRD8UmjzU2O0tnUAAAAUCHTvTBZgqfENOBwIbG1eU0Ykm6wTC0W342vSVmpoEVw4BGozFGQF7d4/xE+MiX
  lmP5lwsaF8jtDC1tmch9wVq/Wkl+82O1Xa9Yu+tmjG3V8LHxlyLZZZhC7TWSEfuqI937qJS3EFG2R+RrNYzBPVdBvluezfg79g3k
  Wx4mmM++uBQKUF5FIcUgl49VRT1z6RhiIw06rNoK1Al8L1BTC+5+1IVOMIakOX0nLSlf4F9iP6FFeAND8zQZVbz4Y8Ugy+cV1sUQ
  FQ/tmOYUfjT5uJutzWzDREyI27IqZ33ArKijmBqUoThzaB3HVDeqghomVzDfS9rLSFU2wX20R+IfoMk8Uaq8wJZXOu8Wte2b4UO/
  P0DnlVM+GLgPSwpCKaFiUohgCSs4Z0kE11oGOE1B8L55VgSKYNNADbT9zvgGo6cuVFa767gmUBVyac4Zb19olm05N01fmCIKl48/
  HcEHrO6iGTqEpShfx6gQewlC`;

/** `kept before`, sealed with the label `{"kind":"proof","about":{"name":"A"}}`. */
const file = `
  UERTRgEAAAAAAAAAAABAAIAAAAAAAAABAAQAAIrx1Z6NnZ4AFj+3FdQ5+VnJ4YVjj5PA/PJKA312WURT6mv57grMH1p1UsmDIwoN
  1U6rTROpNVR2OPAO+t9BucgcuJTkU40jfXJLnQraPqOpbeu8pqkIlrwfWK4tTLAeLeeqqssAAAA151PnP9esJRcIGKKxX+qoxXra
  ipRtrWM0pGiG7XeQSCy1n/hPI0j1dbIMi7EPhSjT1bd80wgDGuRnJJICsYjME9FS5SnomKL6ug8GdYwRV0xmu7LdFvxpyhZi21I=`;

test('a library in the released format is opened with its list and files', async () => {
  const fixture = await createLibraryFixture();
  const marker = JSON.stringify({ version: 1, libraryId, check });
  await mkdir(dirname(fixture.fileOf(entry.id)), { recursive: true });
  await writeFile(join(fixture.dataFolder, 'library', 'library.json'), marker);
  await writeFile(fixture.manifest, Buffer.from(list, 'base64'));
  await writeFile(fixture.fileOf(entry.id), Buffer.from(file, 'base64'));
  fixture.vault.secrets.set(`library-key/${libraryId}`, key.toString('base64url'));
  const library = await fixture.start();
  expect(library.state()).toEqual({ state: 'kept', items: 1, missing: 0, foreign: 0 });
  expect(await library.list('proof')).toEqual([entry]);
  expect(Buffer.from(await library.readAll(entry.id)).toString()).toBe('kept before');
});
