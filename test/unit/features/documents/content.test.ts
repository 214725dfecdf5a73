import { expect, test } from 'vitest';
import { kindOfHead } from '../../../../src/main/features/documents/intake/content.ts';
import { jpeg, pdf, png, svg } from '../../../fakes/files/files.ts';

const text = (content: string) => Buffer.from(content, 'latin1');

test.each([
  ['a PDF', pdf('a'), 'pdf'],
  ['a PDF after an e-mail', Buffer.concat([text(`Subject: scan\r\n\r\n${' '.repeat(80)}`), pdf('a')]), 'pdf'],
  ['a PDF whose header ends the first 1024 bytes', Buffer.concat([Buffer.alloc(1019, ' '), pdf('a')]), 'pdf'],
  ['a PDF whose header comes too late', Buffer.concat([Buffer.alloc(1024, ' '), pdf('a')]), 'other'],
  ['a program that is also a PDF', Buffer.concat([text('MZ\x90\0'), pdf('a')]), 'other'],
  ['a web page that is also a PDF', Buffer.concat([text('<script>'), pdf('a')]), 'svg'],
  ['a JPEG', jpeg('a'), 'jpeg'],
  ['a PNG', png('a'), 'png'],
  ['markup after spaces and a byte order mark', Buffer.concat([text('\xef\xbb\xbf \n'), svg('a')]), 'svg'],
  ['markup in UTF-16', Buffer.from('\ufeff<svg/>', 'utf16le'), 'svg'],
  ['markup in UTF-16 of the other byte order', Buffer.from('\ufeff<svg/>', 'utf16le').swap16(), 'svg'],
  ['plain text', text('svg'), 'other'],
  ['an empty file', Buffer.alloc(0), 'other'],
])('the kind is detected from the first bytes of %s', (_, head, kind) => {
  expect(kindOfHead(head)).toBe(kind);
});
