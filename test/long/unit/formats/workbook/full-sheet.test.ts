import { expect, test } from 'vitest';
import { maxSheetRows } from '../../../../../src/main/formats/workbook/workbook.ts';
import { readWorkbook } from '../../../../fakes/files/read-workbook.ts';
import { writeNumbers } from '../../../../fakes/files/written-workbook.ts';

test('a workbook with more rows than a sheet has every row, and is written in parts', async () => {
  const { bytes, writes } = await writeNumbers(maxSheetRows + 1, 50_000, false);
  expect(writes).toBeGreaterThan(10);
  const [first, second] = readWorkbook(bytes);
  const numbers = [first, second].flatMap((sheet) => sheet?.rows.slice(1).map(([cell]) => cell?.text) ?? []);
  expect(numbers).toHaveLength(maxSheetRows + 1);
  expect(numbers.findIndex((number, index) => number !== String(index))).toBe(-1);
});
