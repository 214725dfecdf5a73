/** @file What an export of the viewer holds: its rows or groups, with facts, filters and statements in words. */
import { formatList, t } from '../../../../shared/messages/index.ts';
import type { StatementColumn, View } from '../../../../shared/model/statements/open-statement.ts';
import type { GroupQuery } from '../../../../shared/model/statements/statement-groups.ts';
import type { OriginLine } from '../../../formats/workbook/workbook.ts';
import type { MethodName } from '../../../statement-engine/process/messages.ts';
import type { Store } from '../../../storage/store/store.ts';
import * as procedures from '../database/listing.ts';
import { describeFilters, describeGroupSort, describeSort } from './describe-view.ts';
import type { FurtherColumns } from './further-columns.ts';
import { type GroupTable, nameOfColumn, nameOfKey } from './group-table.ts';
import type { MethodArgs, MethodResult } from './open-statement.ts';
import type { ExportedStatement } from './workbook-origin.ts';

/** What is open in the viewer: one statement, or a combined statement. */
export interface ExportedView {
  readonly handle: number;
  readonly profileId: string;
  readonly statementIds: readonly number[];
  readonly columns: readonly StatementColumn[];
  readonly columnNames: readonly string[];
  /** Number of all rows. */
  readonly rows: number;
}

export interface ExportSource {
  readonly store: Store;
  /** Returns what is open under a handle; throws `statement-closed`. */
  readonly requireOpen: (handle: number) => ExportedView;
  /** Calls the statement engine about what is open. */
  readonly callOpen: <Name extends MethodName>(
    name: Name,
    args: MethodArgs<Name> & { readonly handle: number },
  ) => Promise<MethodResult<Name>>;
  /** Returns the current view. */
  readonly viewOf: (handle: number) => View;
  /** Returns ticks, notes and results of comparisons; `null` when no row has any. */
  readonly readFurtherColumns: (handle: number) => Promise<FurtherColumns | null>;
  /** Returns all groups of the view. */
  readonly readGroups: (handle: number, query: GroupQuery) => Promise<GroupTable>;
}

/** What every export says about its content. */
export interface ExportDescription {
  readonly opened: ExportedView;
  /** What the export holds, in the order of the lines. */
  readonly facts: readonly OriginLine[];
  /** Filters in words. */
  readonly filters: readonly string[];
  readonly statements: readonly ExportedStatement[];
}

/** Describes the view of the moment at which it is called. */
async function describeView({ store, requireOpen, callOpen, viewOf }: ExportSource, handle: number) {
  const opened = requireOpen(handle);
  const { profileId, statementIds, columns, columnNames } = opened;
  const view = viewOf(handle);
  const cellsOf = async (row: number) => {
    const choice = { kind: 'some' as const, rows: [row] };
    const [cells = []] = await callOpen('rows', { handle, choice, offset: 0, limit: 1 });
    return cells;
  };
  const sort = describeSort(view, columnNames);
  const filters = await describeFilters(view, { columns, columnNames, cellsOf });
  const statements = await Promise.all(
    statementIds.map((id) => store.run(procedures.getStatement, { profileId, id })),
  );
  return { opened, sort, filters, statements };
}

/** Describes the rows of the view, with their numbers. */
export async function describeRows(
  source: ExportSource,
  handle: number,
): Promise<ExportDescription & { readonly rows: Uint32Array; readonly further: FurtherColumns | null }> {
  source.requireOpen(handle);
  const rows = await source.callOpen('numbers', { handle, choice: { kind: 'view' } });
  const { opened, sort, ...description } = await describeView(source, handle);
  const facts: OriginLine[] = [
    [t('statementExport.origin.rows'), rows.length],
    [t('statementExport.origin.allRows'), opened.rows],
    [t('statementExport.origin.sort'), sort],
  ];
  return { ...description, opened, facts, rows, further: await source.readFurtherColumns(handle) };
}

/** Describes the groups of the view. */
export async function describeGroups(
  source: ExportSource,
  handle: number,
  query: GroupQuery,
): Promise<ExportDescription & { readonly table: GroupTable }> {
  source.requireOpen(handle);
  const table = await source.readGroups(handle, query);
  const { opened, filters, statements } = await describeView(source, handle);
  const { keys, amount, share } = query;
  const facts: OriginLine[] = [
    [t('statementExport.origin.groups'), table.count],
    [t('statementExport.origin.allRows'), opened.rows],
    [
      t('statementExport.origin.groupedBy'),
      formatList(keys.map((key) => nameOfKey(key, opened.columnNames))),
    ],
    ...(amount === null ? [] : [[t('statementGroups.amount'), nameOfColumn(amount, opened.columnNames)]]),
    [t('statementGroups.shareOf'), t(`statementGroups.figure.${share}`)],
    [t('statementExport.origin.sort'), describeGroupSort(query, table.header)],
  ];
  return { opened, filters, statements, facts, table };
}

/** Describes the rows that a chart shows. */
export async function describeChart(source: ExportSource, handle: number): Promise<ExportDescription> {
  const { sort: _, ...description } = await describeView(source, handle);
  return { ...description, facts: [[t('statementExport.origin.allRows'), description.opened.rows]] };
}
