/** @file The rows of a view for the sheet of a workbook; the statement engine encodes them. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { WorkbookTable } from '../../../formats/workbook/workbook.ts';
import type { KeptTexts } from '../../../statement-engine/query/workbook-rows.ts';
import type { FurtherColumns } from './further-columns.ts';
import type { MethodArgs, MethodResult } from './open-statement.ts';

/** Rows that are requested at once; a call returns fewer when they are long. */
const rowsPerCall = 2_000;

type Page = MethodResult<'workbookRows'>;

/** The rows of a sheet, in the order of the view. */
interface SheetRows {
  readonly handle: number;
  readonly rows: Uint32Array;
  readonly columns: readonly number[];
  readonly further: FurtherColumns | null;
}

/** Creates the reader. `kept` counts the cells that stay texts. */
export function createSheetRowReader(
  { handle, rows, columns, further }: SheetRows,
  kept: KeptTexts,
  callOpen: (name: 'workbookRows', args: MethodArgs<'workbookRows'>) => Promise<MethodResult<'workbookRows'>>,
): WorkbookTable['readNext'] {
  let done = 0;
  let requested: { readonly from: number; readonly sheetRow: number; readonly page: Promise<Page> } | null =
    null;

  function request(from: number, sheetRow: number, maxRows: number): Promise<Page> {
    // A copy, because a message includes all the memory behind a view.
    const next = rows.slice(from, from + Math.min(maxRows, rowsPerCall));
    const furtherCells = further === null ? null : Array.from(next, (row) => [...further.cellsOf(row)]);
    const args = { handle, rows: next, columns: [...columns], further: furtherCells, sheetRow };
    return callOpen('workbookRows', args);
  }

  return async (sheetRow, maxRows) => {
    if (done === rows.length) return { xml: new Uint8Array(), count: 0, isLast: true };
    const ahead = requested?.from === done && requested.sheetRow === sheetRow ? requested.page : null;
    const page = await (ahead ?? request(done, sheetRow, maxRows));
    if (page.count === 0) throw new PaydeskError('engine-failed', 'The statement engine encoded no row');
    done += page.count;
    const isLast = done === rows.length;
    // The next rows are encoded while these are written.
    const left = maxRows - page.count;
    requested = null;
    if (!isLast && left > 0) {
      const next = { from: done, sheetRow: sheetRow + page.count };
      requested = { ...next, page: request(next.from, next.sheetRow, left) };
      // Awaited in the next call. Without this handler, the error would be unhandled when no call follows.
      requested.page.catch(() => undefined);
    }
    kept.long += page.kept.long;
    kept.other += page.kept.other;
    return { xml: page.xml, count: page.count, isLast };
  };
}
