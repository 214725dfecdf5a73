import { expect, test } from 'vitest';
import { separatedPieces } from '../../../../src/renderer/features/statements/marks.ts';

test('a line is shown in the cells that a separator makes of it', () => {
  expect(separatedPieces('2026-01-02;"Moosbacher; Tönne";-20,82', ';')).toEqual([
    '2026-01-02',
    '"Moosbacher; Tönne"',
    '-20,82',
  ]);
  expect(separatedPieces('a;b', ',')).toEqual(['a;b']);
});
