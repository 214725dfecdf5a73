/** @file Exports of the viewer: the rows of the view, its groups, charts, pages to print, and the original file. */
import type { Printed, TableFormat } from '../../../../shared/contract/viewer.ts';
import { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { SavedFile } from '../../../../shared/model/saved-file.ts';
import { requireActiveProfile } from '../../../app/require-active-profile.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import type { WritableFile } from '../../../files/saving.ts';
import { writeCsv } from '../../../formats/csv/csv-writer.ts';
import type { TextPages } from '../../../formats/pages/text-pages.ts';
import { createTextRowReader } from '../../../formats/workbook/text-rows.ts';
import { type WorkbookTable, writeWorkbook } from '../../../formats/workbook/workbook.ts';
import type { KeptTexts } from '../../../statement-engine/query/workbook-rows.ts';
import * as procedures from '../database/listing.ts';
import { formatExportName, formatTableExportName } from '../original.ts';
import type { StatementPorts } from '../ports.ts';
import { findStoredStatement } from '../stored-statement.ts';
import { decodeImage } from './chart-picture.ts';
import {
  describeGroups,
  describeRows,
  type ExportDescription,
  type ExportedView,
  type ExportSource,
} from './export-description.ts';
import type { FurtherColumns } from './further-columns.ts';
import type { MethodArgs, MethodResult } from './open-statement.ts';
import {
  describeChartPages,
  describeGroupPages,
  describeViewPages,
  maxPageRows,
  maxPrintedRows,
  type PagesDeps,
} from './viewer-pages.ts';
import { describeOrigin, type ExportedStatement } from './workbook-origin.ts';

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

type ViewerExportDeps = ExportSource &
  PagesDeps &
  Pick<
    StatementPorts,
    | 'clock'
    | 'dialogs'
    | 'saved'
    | 'statements'
    | 'statementFiles'
    | 'onExported'
    | 'renderPages'
    | 'printPages'
  >;

/** Yields the cells of rows followed by their ticks and notes. */
async function* withFurtherColumns(
  cells: AsyncIterable<readonly string[]>,
  rows: Uint32Array,
  further: FurtherColumns | null,
): AsyncGenerator<readonly string[]> {
  let place = 0;
  for await (const texts of cells) {
    yield [...texts, ...(further?.cellsOf(rows[place] ?? 0) ?? [])];
    place += 1;
  }
}

/** Widths of the columns of a sheet, in characters. */
const columnWidths = { text: 24, number: 16, date: 12, undecided: 16 } as const;

/** Creates the actions of the command. */
export function createViewerExports(deps: ViewerExportDeps): NonNullable<Handlers['viewer.export']> {
  const { statements, store, statementFiles, requireOpen, callOpen } = deps;

  /** Writes a file with what is open, where the clerk chooses. */
  async function save(
    opened: ExportedView,
    { title, name }: { readonly title: string; readonly name: string },
    write: (path: string) => Promise<void>,
  ): Promise<{ savedAs: SavedFile | null }> {
    const profile = statements.activeProfile();
    const path = await deps.dialogs.chooseSavePath(title, name);
    if (path === null) return { savedAs: null };
    requireOpen(opened.handle);
    await write(path);
    deps.onExported(path, profile);
    return { savedAs: deps.saved.add(path) };
  }

  function formatName(exported: readonly ExportedStatement[], content: string, format: TableFormat): string {
    return `${formatTableExportName(exported, content)}.${format}`;
  }

  async function renderPages(text: TextPages): Promise<Uint8Array> {
    const pdf = await deps.renderPages(text);
    if (pdf === null) throw new PaydeskError('pages-too-many', 'The pages are too many');
    return pdf;
  }

  const writeBytes = (path: string, bytes: Uint8Array) =>
    deps.saved.writeFileAtomically(path, (file) => file.writeFile(bytes));

  async function writeTable(
    path: string,
    table: WorkbookTable,
    { facts, filters, statements: exported }: ExportDescription,
    countTexts: () => { readonly longNumbers: number; readonly otherTexts: number | null },
  ): Promise<void> {
    const exportedAt = deps.clock.now();
    await deps.saved.writeFileAtomically(path, (file: WritableFile) =>
      writeWorkbook(file, {
        table,
        originName: t('statementExport.origin.sheet'),
        writtenAt: exportedAt,
        describeOrigin: (sheetCount) =>
          describeOrigin({
            facts,
            filters,
            statements: exported,
            ...countTexts(),
            exportedAt,
            sheetCount,
          }),
      }),
    );
  }

  return {
    view: async ({ handle, columns, format }) => {
      const described = await describeRows(deps, handle);
      const { opened, rows, further } = described;
      const name = formatName(described.statements, t('statementExport.viewSuffix'), format);
      const furtherNames = further?.names ?? [];
      const names = [...columns.map((column) => opened.columnNames[column] ?? ''), ...furtherNames];
      return save(opened, { title: t('statementViewer.dialog.exportView'), name }, async (path) => {
        switch (format) {
          case 'csv':
            return writeCsv(
              deps.saved.writeFileAtomically,
              path,
              names,
              withFurtherColumns(deps.readCells(handle, rows, columns), rows, further),
            );
          case 'pdf':
            return writeBytes(
              path,
              await renderPages(await describeViewPages(deps, described, columns, maxPageRows)),
            );
          case 'xlsx': {
            const kept: KeptTexts = { long: 0, other: 0 };
            const table: WorkbookTable = {
              sheetName: t('statementGroups.mode.rows'),
              columns: names.map((columnName, index) => ({
                name: columnName,
                width: columnWidths[opened.columns[columns[index] ?? -1]?.kind ?? 'text'],
              })),
              readNext: createSheetRowReader({ handle, rows, columns, further }, kept, callOpen),
            };
            return writeTable(path, table, described, () => ({
              longNumbers: kept.long,
              otherTexts: kept.other,
            }));
          }
        }
      });
    },
    groups: async ({ handle, query, format }) => {
      const described = await describeGroups(deps, handle, query);
      const { header, formats, rows } = described.table;
      const name = formatName(described.statements, t('statementGroups.fileNameSuffix'), format);
      return save(described.opened, { title: t('statementGroups.exportDialog'), name }, async (path) => {
        switch (format) {
          case 'csv':
            return writeCsv(deps.saved.writeFileAtomically, path, header, rows);
          case 'pdf':
            return writeBytes(
              path,
              await renderPages(await describeGroupPages(deps, described, maxPageRows)),
            );
          case 'xlsx': {
            let longNumbers = 0;
            const table: WorkbookTable = {
              sheetName: t('statementGroups.mode.groups'),
              columns: header.map((columnName, index) => ({
                name: columnName,
                width: columnWidths[formats[index]?.kind ?? 'text'],
              })),
              readNext: createTextRowReader(rows, formats, () => {
                longNumbers += 1;
              }),
            };
            return writeTable(path, table, described, () => ({ longNumbers, otherTexts: null }));
          }
        }
      });
    },
    chart: async ({ handle, kind, format, picture }) => {
      const opened = requireOpen(handle);
      const bytes =
        format === 'pdf'
          ? await renderPages(await describeChartPages(deps, handle, picture))
          : decodeImage(picture);
      const exported = await Promise.all(
        opened.statementIds.map((id) =>
          store.run(procedures.getStatement, { profileId: opened.profileId, id }),
        ),
      );
      const content = ` (${t(`statementChart.fileName.${kind}`)})`;
      const name = `${formatTableExportName(exported, content)}.${format}`;
      return save(opened, { title: t('statementChart.saveDialog'), name }, (path) => writeBytes(path, bytes));
    },
    print: async (printed) => {
      const text = await describePrinted(printed);
      requireOpen(printed.handle);
      await deps.printPages(text);
      return null;
    },
    original: async ({ statementId }) => {
      const profile = statements.activeProfile();
      const args = { profileId: profile.id, id: statementId };
      const { item, format, sha256 } = await findStoredStatement(store, profile.id, statementId);
      const path = await deps.dialogs.chooseSavePath(
        t('statementViewer.dialog.exportOriginal'),
        formatExportName(await store.run(procedures.getStatement, args), `.${format}`),
      );
      if (path === null) return { savedAs: null };
      const bytes = await statementFiles.readAll(item, sha256);
      requireActiveProfile(statements.findActiveProfile(), profile);
      await writeBytes(path, bytes);
      deps.onExported(path, profile);
      return { savedAs: deps.saved.add(path) };
    },
  };

  async function describePrinted(printed: Printed): Promise<TextPages> {
    const { handle } = printed;
    switch (printed.content) {
      case 'view':
        return describeViewPages(deps, await describeRows(deps, handle), printed.columns, maxPrintedRows);
      case 'groups':
        return describeGroupPages(deps, await describeGroups(deps, handle, printed.query), maxPrintedRows);
      case 'chart':
        return describeChartPages(deps, handle, printed.picture);
    }
  }
}
