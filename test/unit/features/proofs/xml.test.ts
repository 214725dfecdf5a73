import { expect, test } from 'vitest';
import { readXml } from '../../../../src/main/features/proofs/extraction/xml.ts';

test('elements, attributes, text, comments, CDATA and the five predefined entities are read', () => {
  const reading = readXml(
    '\ufeff<?xml version="1.0"?><!-- c --><p:a x="1 &gt; 0" y=\'"\'><b/>t &amp; &#x20AC;<![CDATA[<raw>]]></p:a>',
  );
  expect(reading).toEqual({
    result: 'read',
    root: {
      name: 'p:a',
      namespace: 'p',
      attributes: [
        ['x', '1 > 0'],
        ['y', '"'],
      ],
      children: [{ name: 'b', namespace: '', attributes: [], children: [], text: '' }],
      text: 't & €<raw>',
    },
  });
});

test.each([
  ['<!DOCTYPE a [<!ENTITY lol "lol">]><a>&lol;</a>', 'doctype'],
  ['<a><!ENTITY x SYSTEM "file:///etc/passwd"></a>', 'doctype'],
  ['<!doctype a><a/>', 'doctype'],
  ['<a>'.repeat(5000), 'too-deep'],
  ['<a><b></a>', 'broken'],
  ['<a>', 'broken'],
  ['<a></a><b></b>', 'broken'],
  ['<a x=1></a>', 'broken'],
  ['words <a></a>', 'broken'],
  ['<a x="1"y="2"></a>', 'broken'],
  ['<a x="<"></a>', 'broken'],
  ['<a x="1" / ></a>', 'broken'],
  [`<a ${'\u00a0'.repeat(2_000)}x></a>`, 'broken'],
  ['', 'broken'],
])('%.60s has the result %s', (text, result) => expect(readXml(text).result).toBe(result));

test('an undeclared entity is kept verbatim', () => {
  expect(readXml('<a>&nbsp;</a>')).toMatchObject({ result: 'read', root: { text: '&nbsp;' } });
});

test.each([
  ['<a>Cement & Sons; Plzen</a>', 'Cement & Sons; Plzen'],
  ['<a>&toString; &constructor;</a>', '&toString; &constructor;'],
  ['<a>&#0; &#xD800;</a>', '&#0; &#xD800;'],
  ['<a><![CDATA[A & B &nbsp;]]> & C</a>', 'A & B &nbsp; & C'],
  ['<a><!-- A & B -- C -->D</a>', 'D'],
])('an ampersand that starts no reference is kept verbatim: %s', (text, expected) => {
  expect(readXml(text)).toMatchObject({ result: 'read', root: { text: expected } });
});

test.each([
  ['with a declaration without a version', '<?xml encoding="UTF-8"?><p:a>x</p:a>'],
  ['with blanks before the declaration', '\ufeff\r\n <?xml version="1.0"?>\n<p:a>x</p:a>'],
  ['with an undeclared prefix', '<p:a>x</p:a>'],
])('XML %s is read', (_, text) => {
  expect(readXml(text)).toMatchObject({ result: 'read', root: { name: 'p:a', text: 'x' } });
});

test('documents with too many elements are refused without keeping the elements in memory', () => {
  expect(readXml(`<a>${'<b/>'.repeat(199_999)}</a>`).result).toBe('read');
  expect(readXml(`<a>${'<b/>'.repeat(200_000)}</a>`).result).toBe('too-deep');
});

test('nested elements are read to a depth of 200', () => {
  const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
  expect(readXml(nested(200)).result).toBe('read');
  expect(readXml(nested(201)).result).toBe('too-deep');
});

test('a concatenated header and document are read as one document, but other concatenated roots are malformed', () => {
  const declaration = '<?xml version="1.0"?>';
  const concatenated = `${declaration}<AppHdr><To/></AppHdr>\n${declaration}<x:Document><A/></x:Document>${declaration}<Document/>`;
  const reading = readXml(concatenated);
  if (reading.result !== 'read') throw new Error(reading.result);
  expect(reading.root.children.map(({ name }) => name)).toEqual(['AppHdr', 'x:Document', 'Document']);
  expect(readXml('<a/><b/>').result).toBe('broken');
  expect(readXml('<AppHdr></AppHdr><b/>').result).toBe('broken');
});
