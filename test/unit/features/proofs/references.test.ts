import { expect, test } from 'vitest';
import { isReference, readReferences } from '../../../../src/shared/model/proofs/references.ts';

test('lines, commas and spreadsheet columns give unique references in order', () => {
  const text = '\ufeffPX2\r\nPX1, PX3;PX4\n"PX5"\t PX6 \n\nPX1\n';
  expect(readReferences(text)).toEqual({
    references: ['PX2', 'PX1', 'PX3', 'PX4', 'PX5', 'PX6'],
    repeated: 1,
    doubtful: [],
    refused: [],
    refusedTotal: 0,
  });
});

test('special characters are kept; texts that cannot be one path segment are refused with their line', () => {
  const { references, refused, refusedTotal } = readReferences(
    `../../x\na/b\n%2e, 💶€\n..\n.\n${'x'.repeat(201)}`,
  );
  expect(references).toEqual(['../../x', 'a/b', '%2e', '💶€']);
  expect(refused).toEqual([
    { text: '..', line: 4 },
    { text: '.', line: 5 },
    { text: 'x'.repeat(80), line: 6 },
  ]);
  expect(refusedTotal).toBe(3);
});

test('words around the references of an e-mail are doubtful, and list marks are removed', () => {
  const text = 'Hello Anna, please\r\n\r\n1. PX1\r\n- PX2\r\n• PX3\r\nKind regards\r\nOtto\r\nPX4 or PX5';
  const { references, doubtful, refusedTotal } = readReferences(text);
  expect(references).toEqual(['PX1', 'PX2', 'PX3']);
  expect(doubtful).toEqual([
    { text: 'Hello Anna', line: 1 },
    { text: 'please', line: 1 },
    { text: 'Kind regards', line: 6 },
    { text: 'Otto', line: 7 },
    { text: 'PX4 or PX5', line: 8 },
  ]);
  expect(refusedTotal).toBe(0);
});

test('references without digits are not doubtful among references without digits', () => {
  expect(readReferences('first\nsecond').references).toEqual(['first', 'second']);
});

test('ill-formed Unicode is no reference', () => expect(isReference('\ud800')).toBe(false));
