/** @file Rows and groups of what is open in the viewer as tables, for copying and exporting. */
import type { GroupQuery } from '../../../../shared/model/statements/statement-groups.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import { looksLikeFormula } from '../../../formats/csv/formulas.ts';
import type { Shell } from '../../../platform/platform.ts';
import type { CurrentStatement } from './current-statement.ts';
import { collectRows, type GroupRange, type GroupTable, readGroupTable } from './group-table.ts';

/** Quotes a cell with tabs, line breaks or quotes, and puts an apostrophe before a formula. */
function formatCell(cell: string): string {
  const escapedCell = looksLikeFormula(cell) ? `'${cell}` : cell;
  return /[\t\r\n"]/.test(escapedCell) ? `"${escapedCell.replaceAll('"', '""')}"` : escapedCell;
}

/** Returns tab-separated lines. A single cell is returned unchanged. */
export function formatCopiedRows(rows: readonly (readonly string[])[]): string {
  const [firstRow] = rows;
  if (rows.length === 1 && firstRow?.length === 1) return firstRow[0] ?? '';
  return rows.map((cells) => cells.map(formatCell).join('\t')).join('\n');
}

const rowsPerCall = 1_000;
const maxCopiedRows = 50_000;

export function createViewerCells(
  { requireOpen, callOpen }: Pick<CurrentStatement, 'requireOpen' | 'callOpen'>,
  shell: Shell,
) {
  /** Returns groups of the open statement as a table, for copying and exporting; `range` is `null` for all. */
  function groupTableOf(
    openHandle: number,
    query: GroupQuery,
    range: GroupRange | null,
  ): Promise<GroupTable> {
    const { columnNames } = requireOpen(openHandle);
    return readGroupTable((page) => callOpen('groups', { handle: openHandle, query, ...page }), query, {
      columnNames,
      range,
    });
  }

  /** Yields the cells of rows in pages, while the statement is open. */
  async function* readCells(
    openHandle: number,
    numbers: Uint32Array,
    columns: readonly number[],
  ): AsyncGenerator<string[]> {
    for (let offset = 0; offset < numbers.length; offset += rowsPerCall) {
      const rows = [...numbers.subarray(offset, offset + rowsPerCall)];
      const page = { choice: { kind: 'some' as const, rows }, offset: 0, limit: rowsPerCall };
      for (const cells of await callOpen('rows', { handle: openHandle, ...page }))
        yield columns.map((column) => cells[column] ?? '');
    }
  }

  const copy: NonNullable<Handlers['viewer.copy']> = async (args) => {
    if ('groups' in args) {
      const { handle: openHandle, groups: query, place } = args;
      const table = await groupTableOf(
        openHandle,
        query,
        place === null ? null : { offset: place, limit: 1 },
      );
      const copiedGroups = await collectRows(table.rows, maxCopiedRows);
      requireOpen(openHandle);
      await shell.copyText(formatCopiedRows([table.header, ...copiedGroups]));
      return { rows: copiedGroups.length, of: table.count };
    }
    const { handle: openHandle, rows: choice, columns, names } = args;
    const current = requireOpen(openHandle);
    const chosenNumbers = await callOpen('numbers', { handle: openHandle, choice });
    const copiedRows: string[][] = names ? [columns.map((column) => current.columnNames[column] ?? '')] : [];
    const rows = chosenNumbers.subarray(0, maxCopiedRows);
    for await (const cells of readCells(openHandle, rows, columns)) copiedRows.push(cells);
    requireOpen(openHandle);
    await shell.copyText(formatCopiedRows(copiedRows));
    return { rows: rows.length, of: chosenNumbers.length };
  };

  return { groupTableOf, readCells, copy };
}
