import { runInThisContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createCodec } from '../../host/codec.ts';

const codec = createCodec();

describe('the codec of the host', () => {
  test.each([
    null,
    undefined,
    true,
    'text',
    0,
    -1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    12345678901234567890n,
    new Date(1_790_000_000_000),
    new Map<unknown, unknown>([['a', new Set([1, undefined])]]),
    new Uint8Array([0, 127, 255]),
    [],
    ['', 'date', ['undefined']],
    { a: [1, { b: undefined, c: [null] }], '': 'x' },
  ])('decodes %o to an equal value', (value) => {
    expect(codec.decode(codec.encode(value))).toEqual(value);
  });

  test('keeps the message of an error and replaces its class by Error', () => {
    expect(codec.decode(codec.encode(new TypeError('wrong')))).toEqual(new Error('wrong'));
  });

  test.each([() => undefined, { inner: () => undefined }, Symbol('x')])(
    'refuses values that cannot be cloned (%#)',
    (value) => {
      expect(() => codec.encode(value)).toThrow(/could not be cloned/);
    },
  );

  test('decodes its own encoding when it is created from its source text', () => {
    const text = JSON.stringify(codec.encode([{ word: 1n }]));
    const decoded: unknown = runInThisContext(`(${createCodec.toString()})().decode(${text})`);
    expect(decoded).toEqual([{ word: 1n }]);
  });
});
