/** @file Typed amounts and ranges are understood in every usual notation, exactly. */
import { describe, expect, test } from 'vitest';
import {
  parseAmountQuery,
  parseTypedNumber,
  unitsFrom,
  unitsUpTo,
} from '../../../../src/shared/model/statements/amount-query.ts';
import { createNumbers } from '../../../fakes/random-numbers.ts';

describe('an amount', () => {
  test.each([
    ['48,250.00', '48250.00'],
    ['48.250,00', '48250.00'],
    ['48 250,00', '48250.00'],
    ['48\u00a0250,00', '48250.00'],
    ['48’250.00', '48250.00'],
    ["1'234'567.5", '1234567.5'],
    ['12,34,567.89', '1234567.89'],
    ['1.234.567', '1234567'],
    // Three digits after a single sign are a group of thousands.
    ['1,234', '1234'],
    ['1.234', '1234'],
    ['0.125', '0.125'],
    ['1234.567', '1234.567'],
    ['1 234.567', '1234.567'],
    ['.5', '0.5'],
    ['007', '7'],
    ['-48250', '-48250'],
    ['\u221248 250', '-48250'],
    ['+12.5', '12.5'],
    ['-0', '0'],
  ])('%s is %s', (typed, amount) => {
    const query = parseAmountQuery(typed, false);
    expect([query?.range.from, query?.range.to]).toEqual([amount, amount]);
  });

  test.each(
    [
      ['', ' ', 'abc', '1,2,3', '1.2.3', '12a', '--5', '1,23,4.5.6', '-', '.', '1 2', '1e5', 'EUR 5'],
      ['..', '1..2..3', '1000..x'],
    ].flat(),
  )('%j is not understood', (typed) => {
    expect(parseAmountQuery(typed, true)).toBeNull();
  });
});

test.each([
  ['1000..2000', '1000', '2000'],
  ['1,000.00..2,000.50', '1000.00', '2000.50'],
  ['2000 .. 1000', '1000', '2000'],
  ['1000…2000', '1000', '2000'],
  ['1000–2000', '1000', '2000'],
  ['-500..500', '-500', '500'],
  ['1000..', '1000', null],
  ['..2000', null, '2000'],
])('the range %s goes from %s to %s', (typed, from, to) => {
  expect(parseAmountQuery(typed, false)?.range).toEqual({ from, to, eitherSign: false });
});

test.each([
  ['5', true, false],
  ['-5', false, true],
  ['+5..9', false, true],
])('%s has either sign: %s, because a sign is typed: %s', (typed, eitherSign, isSigned) => {
  expect(parseAmountQuery(typed, true)).toMatchObject({ range: { eitherSign }, isSigned });
});

/** Groups digits from the right. */
const grouped = (digits: string, sign: string) => digits.replace(/\B(?=(\d{3})+$)/g, sign);

const notations = [
  ['', '.'],
  ['', ','],
  [',', '.'],
  ['.', ','],
  [' ', ','],
  ["'", '.'],
] as const;

test('every number is the same in all notations', () => {
  const random = createNumbers(7);
  for (let run = 0; run < 300; run += 1) {
    const whole = String(random(10 ** (1 + random(9)))) + (random(3) === 0 ? '000000' : '');
    const digits = whole.replace(/^0+(?=\d)/, '');
    const decimals = String(random(100)).padStart(2, '0');
    const sign = random(2) === 0 ? '-' : '';
    for (const [group, mark] of notations)
      expect(parseTypedNumber(`${sign}${grouped(digits, group)}${mark}${decimals}`)).toEqual({
        sign,
        whole: digits,
        decimals,
      });
  }
});

/** Writes units of `scale` decimals as a decimal text. */
function toText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`}`;
}

test('bounds in minor units contain exactly the amounts between them', () => {
  const random = createNumbers(11);
  for (let run = 0; run < 1_000; run += 1) {
    const boundScale = random(5);
    const scale = random(4);
    const bound = BigInt(random(20_000) - 10_000);
    const text = toText(bound, boundScale);
    // An amount near the bound.
    const near = (bound * 10n ** BigInt(scale)) / 10n ** BigInt(boundScale);
    const amount = near + BigInt(random(5) - 2);
    const left = amount * 10n ** BigInt(boundScale);
    const right = bound * 10n ** BigInt(scale);
    expect(amount >= unitsFrom(text, scale)).toBe(left >= right);
    expect(amount <= unitsUpTo(text, scale)).toBe(left <= right);
  }
});
