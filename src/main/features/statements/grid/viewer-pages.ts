/** @file The rows of a view, its groups or a chart as pages. */
import { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import { listSummedColumns } from '../../../../shared/model/statements/summed-columns.ts';
import type { PageBlock, TextPages } from '../../../formats/pages/text-pages.ts';
import type { Clock, PlatformInfo } from '../../../platform/platform.ts';
import { decodeImage, requireSmallImage } from './chart-picture.ts';
import {
  describeChart,
  type describeGroups,
  type describeRows,
  type ExportDescription,
  type ExportSource,
} from './export-description.ts';
import { collectRows, nameOfColumn } from './group-table.ts';
import { groupsBlock, rowsBlock, sumBlocks, toStatementPages } from './statement-pages.ts';

export interface PagesDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly info: Pick<PlatformInfo, 'osUser' | 'version'>;
  readonly readCells: (
    handle: number,
    rows: Uint32Array,
    columns: readonly number[],
  ) => AsyncIterable<readonly string[]>;
}

/** Most rows or groups of a PDF. */
export const maxPageRows = 20_000;
/** Most rows or groups that are printed: Chromium lays them out as one document. */
export const maxPrintedRows = 2_000;

function requireFewRows(rows: number, max: number): void {
  if (rows > max)
    throw new PaydeskError('pages-too-many', 'The pages have too many rows', { details: { rows, max } });
}

const toPages = (
  { clock, info }: PagesDeps,
  described: ExportDescription,
  subtitle: string,
  content: readonly PageBlock[],
) => toStatementPages(subtitle, content, { described, at: clock.now(), info });

/** Describes rows with their sums. Rejects with `pages-too-many`. */
export async function describeViewPages(
  deps: PagesDeps & Pick<ExportSource, 'callOpen'>,
  described: Awaited<ReturnType<typeof describeRows>>,
  columns: readonly number[],
  maxRows: number,
): Promise<TextPages> {
  const { opened, rows, further } = described;
  const { handle } = opened;
  requireFewRows(rows.length, maxRows);
  const [column] = listSummedColumns(opened.columns);
  const sums =
    column === undefined
      ? []
      : sumBlocks(await deps.callOpen('sums', { handle, column, choice: { kind: 'view' } }));
  const cells = await collectRows(deps.readCells(handle, rows, columns), maxRows);
  const table = rowsBlock(
    [
      ...columns.map((index) => ({
        name: nameOfColumn(index, opened.columnNames),
        column: opened.columns[index],
      })),
      ...(further?.names ?? []).map((name) => ({ name, column: undefined })),
    ],
    cells.map((texts, place) => {
      const row = rows[place] ?? 0;
      return { row, cells: [...texts, ...(further?.cellsOf(row) ?? [])] };
    }),
  );
  const heading: PageBlock = { is: 'heading', level: 1, text: t('statementGroups.mode.rows') };
  return toPages(deps, described, t('statementExport.pages.view'), [...sums, heading, table]);
}

/** Describes groups. Rejects with `pages-too-many`. */
export async function describeGroupPages(
  deps: PagesDeps,
  described: Awaited<ReturnType<typeof describeGroups>>,
  maxRows: number,
): Promise<TextPages> {
  const { header, formats, rows, count } = described.table;
  requireFewRows(count, maxRows);
  const heading: PageBlock = { is: 'heading', level: 1, text: t('statementGroups.mode.groups') };
  const table = groupsBlock(header, formats, await collectRows(rows, maxRows));
  return toPages(deps, described, t('statementExport.pages.groups'), [heading, table]);
}

/** Describes a chart. Throws `arguments-invalid` for a picture that is not suitable. */
export async function describeChartPages(
  deps: PagesDeps & ExportSource,
  handle: number,
  picture: string,
): Promise<TextPages> {
  const png = decodeImage(picture);
  requireSmallImage(png);
  const described = await describeChart(deps, handle);
  return toPages(deps, described, t('statementExport.pages.chart'), [
    { is: 'picture', mediaType: 'image/png', bytes: png },
  ]);
}
