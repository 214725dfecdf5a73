import { expect, test } from 'vitest';
import { sniff } from '../../../src/main/features/proofs/reading/sniff.ts';
import { proofLabel } from '../../../src/shared/messages/proof-kinds.ts';

const base64 = (bytes: Buffer) => bytes.toString('base64');
const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>Müller</a>`;
const text = 'Überweisung an Müller für die Büroeinrichtung, danke';
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', 'xml', Buffer.from(xml('UTF-8'))],
  ['ISO 8859-1 by its declaration', 'xml', Buffer.from(xml('ISO-8859-1'), 'latin1')],
  ['UTF-16 with a byte order mark', 'xml', Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le')],
  ['big-endian UTF-16 with a byte order mark', 'xml', utf16be(`\ufeff${xml('UTF-16')}`)],
  ['UTF-16 without a byte order mark', 'xml', Buffer.from(xml('UTF-16'), 'utf16le')],
  ['Windows-1252 without a declaration', 'text', Buffer.from(text, 'latin1')],
  ['UTF-16 text', 'text', Buffer.from(text, 'utf16le')],
  [
    'a SWIFT message in Windows-1252',
    'mt103',
    Buffer.from(':20:A\n:32A:261014EUR1,\n:59:/1\nMüller', 'latin1'),
  ],
])('base64 of %s is shown as text and saved as its bytes', (_, kind, bytes) => {
  const found = sniff(base64(bytes));
  expect(found.kind).toBe(kind);
  expect(found.text).toContain('Müller');
  expect(found.bytes.equals(bytes)).toBe(true);
});

const bitmap = Buffer.concat([Buffer.from('BM'), Buffer.from([30, 0, 0, 0]), Buffer.alloc(24)]);
test.each([
  ['webp', 'WebP image', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
  ['heic', 'HEIC image', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')],
  ['tif', 'TIFF image', Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0])],
  ['bmp', 'BMP image', bitmap],
  ['ole', 'Office document', Buffer.from('d0cf11e0a1b11ae100000000', 'hex')],
  ['zip', 'ZIP archive', Buffer.from('504b05060000000000000000', 'hex')],
  ['gz', 'gzip archive', Buffer.from('1f8b0800000000000003', 'hex')],
  ['gif', 'GIF image', Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1')],
])('base64 of a %s is a file to save, named %s', (extension, word, bytes) => {
  const found = sniff(base64(bytes));
  expect(found).toMatchObject({ kind: 'file', extension, text: null });
  expect(found.bytes.equals(bytes)).toBe(true);
  expect(proofLabel(found)).toBe(word);
});

test('a reference that happens to be valid base64 stays a text', () => {
  expect(sniff('QUJDREVGR0hJSktM')).toMatchObject({ kind: 'text', text: 'QUJDREVGR0hJSktM' });
});
