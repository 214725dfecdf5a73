import { describe, expect, test } from 'vitest';
import {
  checkAmounts,
  findField,
  findPartyName,
  readDate,
  readMt103,
} from '../../../src/main/features/proofs/reading/mt103.ts';

const lines = [
  '{1:F01NRDLDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{3:{121:8a6d}}{4:',
  ':20:PX1',
  ':23E:TELI',
  ':23E:PHOB',
  ':32A:261014EUR48245,00',
  ':33B:EUR48250,00',
  ':50K:/DE00500105170648489890',
  'NORDLICHT',
  ':99Z:WHAT IS THIS',
  ':59:/CZ00',
  'SKODA',
  'PLZEN: :59 is no tag here',
  ':71F:EUR5,',
  '-}{5:{CHK:1}}',
];

describe.each([
  ['CRLF', '\r\n'],
  ['LF', '\n'],
])('lines that end in %s', (_, lineEnd) => {
  const message = readMt103(lines.join(lineEnd));
  test('blocks, repeated fields and unknown fields are all kept with their line numbers', () => {
    expect(message.isComplete).toBe(true);
    expect(message.blocks).toEqual({
      '1': 'F01NRDLDEB0AXXX0000000000',
      '2': 'I103PLZNCZP0XXXXN',
      '3': '{121:8a6d}',
      '5': '{CHK:1}',
    });
    expect(message.fields.map(({ tag }) => tag)).toEqual([
      '20',
      '23E',
      '23E',
      '32A',
      '33B',
      '50K',
      '99Z',
      '59',
      '71F',
    ]);
    expect(findField(message, '59')).toEqual({
      tag: '59',
      value: '/CZ00\nSKODA\nPLZEN: :59 is no tag here',
      lines: [10, 12],
    });
    expect(findPartyName(findField(message, '50')?.value ?? '', '50K')).toBe('NORDLICHT');
  });
  test('consistent amounts pass the check', () => {
    expect(checkAmounts(message)).toMatchObject({ result: 'fits', terms: '33B − 71F' });
  });
});

test('block 4 alone is read, also with a first field on the line of the brace', () => {
  expect(readMt103(':20:A\n:32A:261014EUR1,').isComplete).toBe(true);
  expect(readMt103('{4::20:A\n-}').fields).toEqual([{ tag: '20', value: 'A', lines: [1, 1] }]);
});

test('a truncated message is reported as incomplete', () => {
  const truncated = readMt103(lines.slice(0, 8).join('\r\n'));
  expect(truncated.isComplete).toBe(false);
  expect(findField(truncated, '59')).toBeNull();
});

test.each([
  ['EUR100,00', null, ['EUR1,00'], 'EUR99,00', 'fits'],
  ['EUR100,00', null, [], 'EUR99,00', 'differs'],
  ['USD100,00', '0,9', [], 'EUR90,', 'fits'],
  ['USD100,00', '0,912345', ['EUR2,5'], 'EUR88,73', 'fits'],
  ['USD100,00', '0,912345', ['EUR2,5'], 'EUR88,74', 'differs'],
  ['USD100,00', null, [], 'EUR90,', 'cannot-check'],
  ['EUR100,00', null, ['USD1,00'], 'EUR99,00', 'cannot-check'],
  ['EUR1.000,00', null, [], 'EUR1000,00', 'cannot-check'],
])(
  'the check of 33B %s × 36 %s − 71F %s against 32A %s returns %s',
  (instructed, rate, charges, settled, result) => {
    const text = [
      `:32A:261014${settled}`,
      `:33B:${instructed}`,
      ...(rate === null ? [] : [`:36:${rate}`]),
      ...charges.map((charge) => `:71F:${charge}`),
    ].join('\n');
    expect(checkAmounts(readMt103(text)).result).toBe(result);
  },
);

test('dates that do not exist or are incomplete are rejected', () => {
  expect(readDate('261014')).toBe('2026-10-14');
  expect(readDate('260230')).toBeNull();
  expect(readDate('2610')).toBeNull();
});
