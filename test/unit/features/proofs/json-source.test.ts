import { expect, test } from 'vitest';
import {
  listJsonMembers,
  parseJsonString,
} from '../../../../src/main/features/proofs/extraction/json-source.ts';

test.each<[string, string, string]>([
  [
    'numbers',
    '{"a":1.00,"b":12345678901234567890,"c":-0,"d":1E2}',
    'a=1.00; b=12345678901234567890; c=-0; d=1E2',
  ],
  ['spaces', '\ufeff {\r\n "a" : true ,\t"b": [ 1, 2 ] } \n', 'a=true; b=[ 1, 2 ]'],
  ['signs and quotes', String.raw`{"a\"}":"]\\","b":"\u0041,{:"}`, String.raw`a"}="]\\"; b="\u0041,{:"`],
  ['an array', '[1.0,{"a":[]},null]', '0=1.0; 1={"a":[]}; 2=null'],
  ['a duplicate name', '{"a":1,"2":0,"a":3}', 'a=1; 2=0; a=3'],
  ['an empty object', '{ }', ''],
  ['an empty array', '[]', ''],
  ['a number', '1.00', ''],
  ['a string', '"{}"', ''],
])('the members of JSON with %s are listed in order with their source', (_, text, members) => {
  expect(
    listJsonMembers(text)
      .map(({ name, source }) => `${name}=${source}`)
      .join('; '),
  ).toBe(members);
});

test('only a JSON string is decoded as a string', () => {
  expect(parseJsonString(String.raw`"a\n"`)).toBe('a\n');
  expect(parseJsonString('1')).toBe(null);
});

test('members are read at any depth', () => {
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
  expect(listJsonMembers(deep)[0]?.source).toHaveLength(deep.length - 2);
});
