import { expect, test } from 'vitest';
import { readXml } from '../../../src/main/features/proofs/reading/xml.ts';

test('elements, attributes, text, comments, CDATA and the five entities', () => {
  const reading = readXml(
    '\ufeff<?xml version="1.0"?><!-- c --><p:a x="1 &gt; 0" y=\'"\'><b/>t &amp; &#x20AC;<![CDATA[<raw>]]></p:a>',
  );
  expect(reading).toEqual({
    result: 'read',
    root: {
      name: 'p:a',
      attributes: [
        ['x', '1 > 0'],
        ['y', '"'],
      ],
      children: [{ name: 'b', attributes: [], children: [], text: '' }],
      text: 't & €<raw>',
    },
  });
});

test.each([
  ['<!DOCTYPE a [<!ENTITY lol "lol">]><a>&lol;</a>', 'doctype'],
  ['<a><!ENTITY x SYSTEM "file:///etc/passwd"></a>', 'doctype'],
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
])('%s is %s', (text, result) => expect(readXml(text).result).toBe(result));

test('an entity that nobody declared stays as it is written', () => {
  expect(readXml('<a>&nbsp;</a>')).toMatchObject({ result: 'read', root: { text: '&nbsp;' } });
});
