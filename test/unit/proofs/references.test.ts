import { expect, test } from 'vitest';
import { isReference, readReferences } from '../../../src/shared/model/proofs/references.ts';

test('lines, commas and spreadsheet columns give unique references in order', () => {
  const text = '\ufeffPX2\r\nPX1, PX3;PX4\n"PX5"\t PX6 \n\nPX1\n';
  expect(readReferences(text)).toEqual({
    references: ['PX2', 'PX1', 'PX3', 'PX4', 'PX5', 'PX6'],
    repeated: 1,
    refused: [],
    refusedTotal: 0,
  });
});

test('special characters are kept; texts that cannot be one path segment are reported as refused', () => {
  const { references, refused, refusedTotal } = readReferences(
    `../../x\na/b\n%2e\n💶 euro\n..\n.\n${'x'.repeat(201)}`,
  );
  expect(references).toEqual(['../../x', 'a/b', '%2e', '💶 euro']);
  expect(refused).toEqual(['..', '.', 'x'.repeat(80)]);
  expect(refusedTotal).toBe(3);
});

test('ill-formed Unicode is no reference', () => expect(isReference('\ud800')).toBe(false));
