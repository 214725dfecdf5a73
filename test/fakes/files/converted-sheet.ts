/** @file Converts a sheet of a workbook for tests that expect no choice of sheets. */
import { convertWorkbook } from '../../../src/main/formats/xlsx/convert-workbook.ts';

/** Returns the CSV of the named sheet, or for `null` of the only one with cells, and how it is read. */
export async function convertSheet(bytes: Uint8Array, sheet: string | null = null) {
  const converted = await convertWorkbook(bytes, sheet);
  if ('sheets' in converted) throw new Error(`Several sheets have cells: ${converted.sheets.join(', ')}`);
  return { text: new TextDecoder().decode(converted.csv), options: converted.options };
}
