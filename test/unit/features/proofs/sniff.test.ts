import { expect, test } from 'vitest';
import { sniff } from '../../../../src/main/features/proofs/extraction/sniff.ts';
import { jpeg, pdf, png, svg } from '../../../fakes/files/files.ts';

const base64 = (bytes: Buffer) => bytes.toString('base64');
const samplePdf = pdf('Hello');
const mt103Text = ':20:REF\n:32A:261014EUR1,00\n:59:/X\nNAME';

test.each([
  ['base64 of a PDF', base64(samplePdf), 'pdf', []],
  ['base64 with line breaks', base64(samplePdf).replace(/(.{60})/g, '$1\r\n'), 'pdf', []],
  ['URL-safe base64', base64(samplePdf).replaceAll('+', '-').replaceAll('/', '_'), 'pdf', []],
  ['base64 without its padding', base64(samplePdf).replace(/=+$/, ''), 'pdf', []],
  ['base64 with too much padding', `${base64(samplePdf).replace(/=+$/, '')}===`, 'pdf', []],
  ['a late PDF', base64(Buffer.concat([Buffer.from('junk\n'), samplePdf])), 'pdf', ['pdf-late-header']],
  ['a PNG', base64(png('x')), 'png', []],
  ['a JPEG', base64(jpeg('x')), 'jpeg', []],
  ['base64 of an SVG', base64(svg('x')), 'svg', []],
  ['a data URL', `data:application/pdf;base64,${base64(samplePdf)}`, 'pdf', []],
  [
    'an unknown data URL',
    `data:application/x-thing;base64,${base64(Buffer.from([1, 2, 3, 4, 5, 255]))}`,
    'file',
    [],
  ],
  ['MT103 with its blocks', `{1:F01X}{4:\r\n${mt103Text}\r\n-}`, 'mt103', []],
  ['block 4 alone', mt103Text, 'mt103', []],
  [
    'pacs.008',
    '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"/>',
    'iso20022',
    [],
  ],
  ['other XML', '<a><b/></a>', 'xml', []],
  ['XML with a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'xml', ['doctype']],
  ['an SVG after a comment', '<!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>', 'svg', []],
  ['an SVG with a comment at first', `<!-- x -->${svg('x').toString()}`, 'svg', ['drawing-broken']],
  [
    'an SVG with a script',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    'svg',
    ['active-content'],
  ],
  ['an SVG after other markup', '<?a b?><!DOCTYPE svg [<!ELEMENT a ">">]> <svg/>', 'svg', []],
  ['an SVG after a document type with an unclosed bracket', '<!DOCTYPE [><svg/>', 'svg', ['drawing-broken']],
  ['an SVG that never ends', '<svg xmlns="http://www.w3.org/2000/svg"><g>', 'svg', ['drawing-broken']],
  ['an SVG inside an unclosed comment', '<!----><!-- <svg/>', 'xml', []],
  ['445 bytes of comments', '<!---->'.repeat(63), 'xml', []],
  ['an HTML page', '<!doctype html><html><body onload="x()">', 'html', ['active-content']],
  ['JSON', '{"a": 1}', 'json', []],
  ['JSON with a document', JSON.stringify({ name: 'x', file: base64(samplePdf) }), 'pdf', ['inside-json']],
  ['JSON with two documents', JSON.stringify({ a: base64(samplePdf), b: base64(png('x')) }), 'json', []],
  ['a JSON string with a document', JSON.stringify(mt103Text), 'mt103', []],
  ['JSON nested in JSON', JSON.stringify({ a: JSON.stringify({ b: base64(samplePdf) }) }), 'json', []],
  ['an address', 'https://proofs.example/1', 'url', []],
  ['an address without encryption', 'http://proofs.example/1', 'text', []],
  ['two addresses', 'https://a.example https://b.example', 'text', []],
  ['a reference that happens to be base64', 'ABCD1234', 'text', []],
  ['base64 of unknown bytes', base64(Buffer.from([0, 1, 2, 3, 250, 251, 252, 253, 9])), 'text', []],
  ['base64 of a plain text', base64(Buffer.from('just some words here')), 'text', []],
  ['a blank text', '  \r\n', 'empty', []],
] as const)('the kind and the notes of %s are detected', (_, pop, kind, notes) => {
  expect(sniff(pop)).toMatchObject({ kind, notes });
});

test('the document inside base64 is returned byte for byte', () => {
  expect(sniff(base64(samplePdf)).bytes.equals(samplePdf)).toBe(true);
});

test('the kind of a text of up to 10 MB is detected without delay', () => {
  expect(sniff('a'.repeat(10_000_000)).kind).toBe('text');
  expect(sniff(`<${'a '.repeat(1_000_000)}`).kind).toBe('xml');
  expect(sniff(`{${'['.repeat(100_000)}`).kind).toBe('text');
});
