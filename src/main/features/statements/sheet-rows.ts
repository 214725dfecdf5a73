/** @file The rows of a view for the sheet of a workbook; the review process encodes them. */
import { PaydeskError } from '../../../shared/errors.ts';
import type { KeptTexts } from '../../review/workbook-rows.ts';
import type { WorkbookTable } from '../../workbook/workbook.ts';
import type { MethodArgs, MethodResult } from './open-statement.ts';

/** Rows that are requested at once; a call returns fewer when they are long. */
const rowsPerCall = 2_000;

/** The rows of a sheet, in the order of the view. */
interface SheetRows {
  readonly handle: number;
  readonly rows: Uint32Array;
  readonly columns: readonly number[];
}

/** Creates the reader. `kept` counts the cells that stay texts. */
export function createSheetRowReader(
  { handle, rows, columns }: SheetRows,
  kept: KeptTexts,
  callOpen: (name: 'workbookRows', args: MethodArgs<'workbookRows'>) => Promise<MethodResult<'workbookRows'>>,
): WorkbookTable['readNext'] {
  let done = 0;
  return async (sheetRow, maxRows) => {
    // A copy, because a message includes all the memory behind a view.
    const next = rows.slice(done, done + Math.min(maxRows, rowsPerCall));
    if (next.length === 0) return { xml: new Uint8Array(), count: 0, isLast: true };
    const page = await callOpen('workbookRows', { handle, rows: next, columns: [...columns], sheetRow });
    if (page.count === 0) throw new PaydeskError('review-failed', 'The review process encoded no row');
    done += page.count;
    kept.long += page.kept.long;
    kept.other += page.kept.other;
    return { xml: page.xml, count: page.count, isLast: done === rows.length };
  };
}
