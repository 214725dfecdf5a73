/** @file Methods of the statement engine about the rows of what is open. */
import { z } from 'zod';
import { chosenRowsSchema } from '../../../../shared/contract/viewer.ts';
import {
  groupsSchema,
  readOptionsSchema,
  readPreviewSchema,
  statementRowSchema,
  sumsSchema,
  viewSchema,
} from '../../../../shared/model/statements/open-statement.ts';
import { paymentRowsSchema } from '../../../../shared/model/statements/payment-row.ts';
import { rowStateKindSchema } from '../../../../shared/model/statements/row-states.ts';
import { chartQuerySchema, chartSchema } from '../../../../shared/model/statements/statement-chart.ts';
import { groupQuerySchema, wantedGroupSchema } from '../../../../shared/model/statements/statement-groups.ts';
import { count, handle, rowNumbers, rowValues } from './fields.ts';

export const rowMethods = {
  /** The first rows before the header, as text. */
  linesBefore: {
    args: z.object({ handle, most: count }),
    result: z.object({ lines: z.array(z.string()), of: count }),
  },
  view: {
    args: z.object({ handle, view: viewSchema }),
    result: z.object({ rows: count, hits: count, cells: count }),
  },
  /** Sets the states of all rows of one kind. The view changes when it is set again. */
  setRowStates: {
    args: z.object({ handle, of: rowStateKindSchema, values: rowValues }),
    result: z.null(),
  },
  window: {
    args: z.object({ handle, offset: count, limit: count.max(200) }),
    result: z.array(statementRowSchema),
  },
  /** The numbers of the chosen rows in their order, which stay the same whatever the view becomes. */
  numbers: {
    args: z.object({ handle, choice: chosenRowsSchema }),
    result: rowNumbers,
  },
  hit: { args: z.object({ handle, index: count }), result: z.number().int().nullable() },
  sums: {
    args: z.object({ handle, column: count, choice: chosenRowsSchema }),
    result: sumsSchema,
  },
  groups: {
    args: z.object({ handle, query: groupQuerySchema, offset: count, limit: count.max(200) }),
    result: groupsSchema,
  },
  /** A row of each wanted group in all rows; `null` for a group that does not exist. */
  findGroups: {
    args: z.object({ handle, groups: z.array(wantedGroupSchema) }),
    result: z.array(count.nullable()),
  },
  chart: { args: z.object({ handle, query: chartQuerySchema }), result: chartSchema },
  /** Whole rows, for copying and exporting. */
  rows: {
    args: z.object({ handle, choice: chosenRowsSchema, offset: count, limit: count.max(2_000) }),
    result: z.array(z.array(z.string())),
  },
  /** Whole rows as rows of a workbook's sheet, as many as fit into a limit of memory. */
  workbookRows: {
    args: z.object({
      handle,
      rows: rowNumbers,
      columns: z.array(count),
      /** For each row the texts of further columns; `null` for none. */
      further: z.array(z.array(z.string())).nullable().default(null),
      /** Row of the sheet, from 1, for the first row. */
      sheetRow: count,
    }),
    result: z.object({
      /** Compressed rows; see `DeflatedContent`. */
      xml: z.object({
        deflated: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
        size: count,
        crc: count,
      }),
      /** Number of rows in `xml`, from the first on. */
      count,
      /** Cells of columns of numbers and dates that stayed texts: numbers with too many digits, and others. */
      kept: z.object({ long: count, other: count }),
    }),
  },
  cells: {
    args: z.object({ handle, column: count, choice: chosenRowsSchema, most: count.max(10_000) }),
    result: z.array(z.string()),
  },
  /** How the beginning of an open file reads under other options. */
  preview: { args: z.object({ handle, options: readOptionsSchema }), result: readPreviewSchema },
  /** Rows of what is open that have a payment reference, in the order of the file. */
  paymentRows: {
    args: z.object({
      handle,
      /** The clerk's choice of a column; `null` for the one that is recognised. */
      column: count.nullable(),
      from: count,
      limit: count.max(2_000),
    }),
    result: paymentRowsSchema,
  },
} as const;
