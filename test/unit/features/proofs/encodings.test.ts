import { expect, test } from 'vitest';
import { sniff } from '../../../../src/main/features/proofs/extraction/sniff.ts';
import { proofLabel } from '../../../../src/shared/messages/proof-kinds.ts';

const base64 = (bytes: Buffer) => bytes.toString('base64');
const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>Müller</a>`;
const text = 'Überweisung an Müller für die Büroeinrichtung, danke';
const encodeUtf16Be = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['XML in UTF-8', 'xml', Buffer.from(xml('UTF-8'))],
  ['XML in ISO 8859-1 with a declaration', 'xml', Buffer.from(xml('ISO-8859-1'), 'latin1')],
  ['XML in UTF-16 with a byte order mark', 'xml', Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le')],
  ['XML in big-endian UTF-16 with a byte order mark', 'xml', encodeUtf16Be(`\ufeff${xml('UTF-16')}`)],
  ['XML in UTF-16 without a byte order mark', 'xml', Buffer.from(xml('UTF-16'), 'utf16le')],
  ['a text in Windows-1252', 'text', Buffer.from(text, 'latin1')],
  ['a text in UTF-16', 'text', Buffer.from(text, 'utf16le')],
  ['SWIFT in Windows-1252', 'mt103', Buffer.from(':20:A\n:32A:261014EUR1,\n:59:/1\nMüller', 'latin1')],
])('base64 of %s is shown as text and saved as its bytes', (_, kind, bytes) => {
  const detected = sniff(base64(bytes));
  expect(detected.kind).toBe(kind);
  expect(detected.text).toContain('Müller');
  expect(detected.bytes.equals(bytes)).toBe(true);
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
])('base64 of a .%s file can only be saved and is labelled %s', (extension, label, bytes) => {
  const detected = sniff(base64(bytes));
  expect(detected).toMatchObject({ kind: 'file', extension, text: null });
  expect(detected.bytes.equals(bytes)).toBe(true);
  expect(proofLabel(detected)).toBe(label);
});

test('a reference that happens to be valid base64 stays a text', () => {
  expect(sniff('QUJDREVGR0hJSktM')).toMatchObject({ kind: 'text', text: 'QUJDREVGR0hJSktM' });
});
