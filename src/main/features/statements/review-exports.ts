/** @file Exports of the review: the rows of the view, its groups, pictures of charts, and the original file. */
import type { TableFormat } from '../../../shared/contract/review.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import { formatList, t } from '../../../shared/messages/index.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { ReviewColumn, View } from '../../../shared/model/review.ts';
import type { GroupQuery } from '../../../shared/model/review-groups.ts';
import type { SavedFile } from '../../../shared/model/saved-file.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import { writeCsv } from '../../csv.ts';
import type { WritableFile } from '../../files/saving.ts';
import type { Clock, Dialogs } from '../../platform.ts';
import { requireActiveProfile } from '../../require-active-profile.ts';
import type { MethodName } from '../../review/messages.ts';
import type { KeptTexts } from '../../review/workbook-rows.ts';
import type { SavedFiles } from '../../saved-files.ts';
import type { Store } from '../../store/store.ts';
import { createTextRowReader } from '../../workbook/text-rows.ts';
import { type OriginLine, type WorkbookTable, writeWorkbook } from '../../workbook/workbook.ts';
import { decodePicture } from './chart-picture.ts';
import { describeFilters, describeGroupSort, describeSort } from './describe-view.ts';
import { type GroupTable, nameOfColumn, nameOfKey } from './group-table.ts';
import type { MethodArgs, MethodResult } from './open-statement.ts';
import { formatExportName, formatTableExportName } from './original.ts';
import { createSheetRowReader } from './sheet-rows.ts';
import type { StatementStore } from './statement-store.ts';
import type { Statements } from './statements.ts';
import * as tables from './tables/requests.ts';
import * as transferTables from './tables/transfer.ts';
import { describeOrigin, type ExportedStatement } from './workbook-origin.ts';

/** What is open in the review: one statement, or several as one table. */
interface ExportedReview {
  readonly handle: number;
  readonly profileId: string;
  readonly statementIds: readonly number[];
  readonly columns: readonly ReviewColumn[];
  readonly columnNames: readonly string[];
  /** Number of all rows. */
  readonly rows: number;
}

interface ReviewExportDeps {
  readonly statements: Statements;
  readonly store: Store;
  readonly statementStore: StatementStore;
  readonly clock: Clock;
  readonly dialogs: Dialogs;
  readonly saved: SavedFiles;
  readonly onExported: (path: string, profile: Profile) => void;
  /** Returns what is open under a handle; throws `review-closed`. */
  readonly requireOpen: (handle: number) => ExportedReview;
  /** Calls the review process about what is open. */
  readonly callOpen: <Name extends MethodName>(
    name: Name,
    args: MethodArgs<Name> & { readonly handle: number },
  ) => Promise<MethodResult<Name>>;
  /** Returns the current view. */
  readonly viewOf: (handle: number) => View;
  readonly readCells: (
    handle: number,
    rows: Uint32Array,
    columns: readonly number[],
  ) => AsyncIterable<readonly string[]>;
  /** Returns all groups of the view. */
  readonly readGroups: (handle: number, query: GroupQuery) => Promise<GroupTable>;
}

/** Widths of the columns of a sheet, in characters. */
const columnWidths = { text: 24, number: 16, date: 12, undecided: 16 } as const;

/** Creates the actions of the command. */
export function createReviewExports(deps: ReviewExportDeps): NonNullable<Handlers['review.export']> {
  const { statements, store, statementStore, requireOpen, callOpen } = deps;

  function findStatements({ profileId, statementIds }: ExportedReview) {
    return Promise.all(statementIds.map((id) => store.run(tables.getStatement, { profileId, id })));
  }

  /** Writes a file with what is open, where the clerk chooses. */
  async function save(
    opened: ExportedReview,
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

  /** Describes the view of the moment at which it is called. */
  async function describeView(opened: ExportedReview) {
    const { handle, columns, columnNames } = opened;
    const view = deps.viewOf(handle);
    const cellsOf = async (row: number) => {
      const choice = { kind: 'some' as const, rows: [row] };
      const [cells = []] = await callOpen('rows', { handle, choice, offset: 0, limit: 1 });
      return cells;
    };
    return {
      sort: describeSort(view, columnNames),
      filters: await describeFilters(view, { columns, columnNames, cellsOf }),
    };
  }

  async function writeTable(
    path: string,
    table: WorkbookTable,
    origin: {
      readonly facts: readonly OriginLine[];
      readonly filters: readonly string[];
      readonly statements: readonly ExportedStatement[];
      readonly countTexts: () => { readonly longNumbers: number; readonly otherTexts: number | null };
    },
  ): Promise<void> {
    const exportedAt = deps.clock.now();
    await deps.saved.writeFileAtomically(path, (file: WritableFile) =>
      writeWorkbook(file, {
        table,
        originName: t('statementExport.origin.sheet'),
        writtenAt: exportedAt,
        describeOrigin: (sheetCount) =>
          describeOrigin({ ...origin, ...origin.countTexts(), exportedAt, sheetCount }),
      }),
    );
  }

  return {
    view: async ({ handle, columns, format }) => {
      const opened = requireOpen(handle);
      const rows = await callOpen('numbers', { handle, choice: { kind: 'view' } });
      const { sort, filters } = await describeView(opened);
      const exported = await findStatements(opened);
      const name = formatName(exported, t('statementExport.viewSuffix'), format);
      return save(opened, { title: t('statementReview.dialog.exportView'), name }, async (path) => {
        if (format === 'csv') {
          const header = columns.map((column) => opened.columnNames[column] ?? '');
          const cells = deps.readCells(handle, rows, columns);
          return writeCsv(deps.saved.writeFileAtomically, path, header, cells);
        }
        const kept: KeptTexts = { long: 0, other: 0 };
        const table: WorkbookTable = {
          sheetName: t('statementGroups.mode.rows'),
          columns: columns.map((column) => ({
            name: opened.columnNames[column] ?? '',
            width: columnWidths[opened.columns[column]?.kind ?? 'text'],
          })),
          readNext: createSheetRowReader({ handle, rows, columns }, kept, callOpen),
        };
        await writeTable(path, table, {
          facts: [
            [t('statementExport.origin.rows'), rows.length],
            [t('statementExport.origin.allRows'), opened.rows],
            [t('statementExport.origin.sort'), sort],
          ],
          filters,
          statements: exported,
          countTexts: () => ({ longNumbers: kept.long, otherTexts: kept.other }),
        });
      });
    },
    groups: async ({ handle, query, format }) => {
      const opened = requireOpen(handle);
      const { header, formats, rows, count } = await deps.readGroups(handle, query);
      const { filters } = await describeView(opened);
      const exported = await findStatements(opened);
      const name = formatName(exported, t('statementGroups.fileNameSuffix'), format);
      return save(opened, { title: t('statementGroups.exportDialog'), name }, async (path) => {
        if (format === 'csv') return writeCsv(deps.saved.writeFileAtomically, path, header, rows);
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
        const { keys, amount, share } = query;
        await writeTable(path, table, {
          facts: [
            [t('statementExport.origin.groups'), count],
            [t('statementExport.origin.allRows'), opened.rows],
            [
              t('statementExport.origin.groupedBy'),
              formatList(keys.map((key) => nameOfKey(key, opened.columnNames))),
            ],
            ...(amount === null
              ? []
              : [[t('statementGroups.amount'), nameOfColumn(amount, opened.columnNames)]]),
            [t('statementGroups.shareOf'), t(`statementGroups.figure.${share}`)],
            [t('statementExport.origin.sort'), describeGroupSort(query, header)],
          ],
          filters,
          statements: exported,
          countTexts: () => ({ longNumbers, otherTexts: null }),
        });
      });
    },
    chart: async ({ handle, kind, picture }) => {
      const opened = requireOpen(handle);
      const bytes = decodePicture(picture);
      const content = ` (${t(`statementChart.fileName.${kind}`)})`;
      const name = `${formatTableExportName(await findStatements(opened), content)}.${picture.format}`;
      return save(opened, { title: t('statementChart.saveDialog'), name }, (path) =>
        deps.saved.writeFileAtomically(path, (file) => file.writeFile(bytes)),
      );
    },
    original: async ({ statementId }) => {
      const profile = statements.activeProfile();
      const args = { profileId: profile.id, id: statementId };
      const { item, format, sha256 } = await store.run(transferTables.getStoredItem, args);
      if (item === null) throw new PaydeskError('statement-not-stored', 'The statement is not stored');
      const path = await deps.dialogs.chooseSavePath(
        t('statementReview.dialog.exportOriginal'),
        formatExportName(await store.run(tables.getStatement, args), `.${format}`),
      );
      if (path === null) return { savedAs: null };
      const bytes = await statementStore.readAll(item, sha256);
      requireActiveProfile(statements.findActiveProfile(), profile);
      await deps.saved.writeFileAtomically(path, (file) => file.writeFile(bytes));
      deps.onExported(path, profile);
      return { savedAs: deps.saved.add(path) };
    },
  };
}
