/** @file Limits of a large JSON answer. */
import { expect, test } from 'vitest';
import { parseBounded } from '../../../../src/main/service/http/large-json.ts';

const parse = (text: string) => parseBounded(Buffer.from(text));
const list = (length: number) => JSON.stringify(Array(length).fill(1));
const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

test('a JSON body of any type is parsed to its value', () => {
  const value = { a: [1, 'x', null, true], b: { c: [] } };
  expect(parse(JSON.stringify(value))).toEqual(value);
  for (const scalar of [null, 5, 'x']) expect(parse(JSON.stringify(scalar))).toBe(scalar);
});

test('a body that is not JSON, or not text, has no value', () => {
  for (const text of ['', '{', '<p>']) expect(parse(text)).toBeUndefined();
  expect(parseBounded(new Uint8Array([0x22, 0xff, 0x22]))).toBeUndefined();
});

test('a body with more than 200,000 values at all levels has no value', () => {
  expect(parse(list(199_999))).toHaveLength(199_999);
  expect(parse(list(200_000))).toBeUndefined();
  const parseHalves = (secondLength: number) => parse(`[${list(99_998)},${list(secondLength)}]`);
  expect(parseHalves(99_999)).toHaveLength(2);
  expect(parseHalves(100_000)).toBeUndefined();
});

test('a body that is nested more than 32 levels deep has no value', () => {
  expect(parse(nested(32))).toBeInstanceOf(Array);
  expect(parse(nested(33))).toBeUndefined();
  expect(parse(`{"a":${nested(32)}}`)).toBeUndefined();
});
