/** @file Saving proofs as files and ZIP files, and the web addresses that may be opened in the browser. */
import { execFileSync } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isPackPath } from '../../../../src/main/features/evidence/pack-path.ts';
import { formatProofFileName } from '../../../../src/main/features/proofs/export/proof-file-name.ts';
import { createNameDeduplicator } from '../../../../src/main/files/unique-names.ts';
import { ZipWriter } from '../../../../src/main/formats/zip/zip-writer.ts';
import { normalizeWebAddress } from '../../../../src/main/platform/web-address.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

test.each([
  ['PX1', 'SWIFT', 'PX1_SWIFT.pdf'],
  ['PX1', null, 'PX1.pdf'],
  ['../../x', 'a/b\\c', 'x_a-b-c.pdf'],
  ['..', '', 'proof.pdf'],
  ['con', null, 'con-.pdf'],
  ['a\u202egpj', 'x\n', 'a-gpj_x.pdf'],
  ['x'.repeat(300), 'y'.repeat(300), `${'x'.repeat(100)}_${'y'.repeat(40)}.pdf`],
  ['💶', 'Ä ', '💶_Ä.pdf'],
])('%s of type %s is saved as %s', (reference, type, name) => {
  expect(formatProofFileName({ reference, type, extension: 'pdf' })).toBe(name);
});

test.each([
  ...'PRN.2026-0114 AUX.1 con.x COM¹ lpt0.pdf CONIN$ conout$.txt \ud83d'.split(' '),
  `${'x'.repeat(99)}💶`,
  '💶'.repeat(100),
  `${'あ'.repeat(66)}. あ`,
])('a proof of %s can be in an evidence pack', (reference) => {
  for (const type of [null, 'SWIFT', `${'y'.repeat(39)}💶`, '💶'.repeat(40)]) {
    const name = formatProofFileName({ reference, type, extension: 'pdf' });
    expect(isPackPath(`proofs/as-received/${name}`)).toBe(true);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(204);
    expect(Buffer.from(name).toString()).toBe(name);
  }
});

test('a reference that begins with the name of a device is still readable', () => {
  const name = formatProofFileName({ reference: 'PRN.2026-0114', type: 'SWIFT', extension: 'pdf' });
  expect(name).toBe('PRN-.2026-0114_SWIFT.pdf');
});

test('names are unique regardless of case', () => {
  const unique = createNameDeduplicator(['There.pdf']);
  expect(['a.pdf', 'A.pdf', 'a.pdf', 'there.pdf'].map(unique)).toEqual([
    'a.pdf',
    'A (2).pdf',
    'a (3).pdf',
    'there (2).pdf',
  ]);
});

test('Python extracts the files of a ZIP unchanged', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const file = await open(join(path, 'x.zip'), 'w');
  const zip = new ZipWriter(file, new Date(2026, 0, 1).getTime(), 'zip-too-large');
  await zip.add('Übersicht.txt', [Buffer.from('one')]);
  await zip.add('two.bin', [Buffer.alloc(100_000, 7)]);
  await zip.end();
  await file.close();
  const program =
    'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])';
  execFileSync('python3', ['-c', program, join(path, 'x.zip'), path]);
  expect(await readFile(join(path, 'Übersicht.txt'), 'utf8')).toBe('one');
  expect(await readFile(join(path, 'two.bin'))).toEqual(Buffer.alloc(100_000, 7));
});

test('a ZIP holds 65,535 files', async () => {
  const zip = new ZipWriter({ writeFile: async () => undefined }, Date.now(), 'zip-too-large');
  for (let count = 0; count < 65_535; count += 1) await zip.add(String(count), []);
  await expect(zip.add('last', [])).rejects.toMatchObject({ code: 'zip-too-large' });
});

test.each([
  ...'http://a.example/ https://user@a.example/ https://127.0.0.1/ https://[::1]/ https://localhost/'.split(
    ' ',
  ),
  ...'https://a.example:8443/ file:///etc/passwd javascript:alert(1)'.split(' '),
  'not an address',
])('the web address %s is refused', (address) => expect(() => normalizeWebAddress(address)).toThrow());

test('an https address with a host name is accepted', () =>
  expect(normalizeWebAddress('https://proofs.example/1')).toBe('https://proofs.example/1'));
