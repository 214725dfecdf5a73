/**
 * @file Saved views of the viewer: filters, order, groups and columns under a name. A view refers to columns by role and
 * name, so that it can be shown for statements whose columns differ.
 */
import { z } from 'zod';
import { columnNameSchema, columnWidthSchema, pinnedSideSchema } from './column-layout.ts';
import { filterTextSchema, roleSchema } from './open-statement.ts';
import { chartKindSchema } from './statement-chart.ts';
import { dateUnitSchema, groupSortSchema, shareFigureSchema } from './statement-groups.ts';

/** Maximum number of columns whose order a view contains. */
export const maxViewColumns = 500;
/** Maximum length of the name of a view, in characters. */
export const maxViewNameLength = 80;
/** Maximum number of views in a file, and of views that the administrator hands out. */
const maxViewsInFile = 200;

const columnReferenceSchema = z.strictObject({
  name: columnNameSchema,
  /** Index among columns of the same name, from 0. */
  nth: z.int().min(0).default(0),
  role: roleSchema.nullable().default(null),
});

/** A column of any statement: the column with the role, otherwise the one with the name. */
export type ColumnReference = z.infer<typeof columnReferenceSchema>;

const viewKeySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cell'), column: columnReferenceSchema }),
  z.strictObject({ kind: z.literal('date'), column: columnReferenceSchema, unit: dateUnitSchema }),
  z.strictObject({ kind: z.literal('sign') }),
]);

export type ViewKey = z.infer<typeof viewKeySchema>;

const viewGroupingSchema = z.strictObject({
  /** The column of amounts; `null` only counts rows. */
  amount: columnReferenceSchema.nullable(),
  keys: z.array(viewKeySchema).min(1).max(2),
});

/** How the cells of a filtered column are compared. */
const filterKindSchema = z.enum(['text', 'number', 'date']);

export type FilterKind = z.infer<typeof filterKindSchema>;

export const viewDefinitionSchema = z.strictObject({
  mode: z.enum(['rows', 'groups', 'chart']).default('rows'),
  find: filterTextSchema.default(''),
  sort: z.strictObject({ column: columnReferenceSchema, descending: z.boolean() }).nullable().default(null),
  /** Filters as they are typed above the columns. */
  filters: z
    .array(
      z.strictObject({
        column: columnReferenceSchema,
        kind: filterKindSchema,
        text: filterTextSchema.min(1),
      }),
    )
    .max(100)
    .default([]),
  /** Filters for the rows of groups: the texts of the keys, and the currency or an empty text. */
  groupFilters: z
    .array(
      viewGroupingSchema.extend({
        texts: z.array(filterTextSchema).min(1).max(2),
        currency: z.string().max(100),
      }),
    )
    .max(20)
    .default([]),
  /** In a table of several statements: rows that are in two of them are shown once. */
  countsRepeatedOnce: z.boolean().default(false),
  /** `null` for the default groups of the statement. */
  groups: viewGroupingSchema
    .extend({ share: shareFigureSchema, sort: groupSortSchema })
    .nullable()
    .default(null),
  /** What the chart shows, with `null` for the choices that Paydesk makes; `null` for all of them. */
  chart: z
    .strictObject({
      kind: chartKindSchema.nullable().default(null),
      unit: dateUnitSchema.nullable().default(null),
      amount: columnReferenceSchema.nullable().default(null),
      party: columnReferenceSchema.nullable().default(null),
      currency: z.string().max(100).nullable().default(null),
    })
    .nullable()
    .default(null),
  /** The visible columns in their order; `null` for those of the wallet's statements. */
  columns: z
    .array(
      columnReferenceSchema.extend({
        pinned: pinnedSideSchema.nullable().default(null),
        width: columnWidthSchema.nullable().default(null),
      }),
    )
    .min(1)
    .max(maxViewColumns)
    .nullable()
    .default(null),
});

export type ViewDefinition = z.infer<typeof viewDefinitionSchema>;

const hasControlCharacter = (text: string) => /\p{Cc}/u.test(text);

export const viewNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(maxViewNameLength)
  .refine((text) => !hasControlCharacter(text));

/** A view with its name and scope, in a file of views and in the administrator's policy. */
export const namedViewSchema = z.strictObject({
  name: viewNameSchema,
  /** The wallet whose statements the view is for; `null` for all wallets. */
  walletId: z.int().positive().nullable().default(null),
  /** The view is shown when a statement of its scope is opened. */
  isDefault: z.boolean().default(false),
  view: viewDefinitionSchema,
});

export type NamedView = z.infer<typeof namedViewSchema>;

export const namedViewsSchema = z.array(namedViewSchema).max(maxViewsInFile);

export const savedViewSchema = namedViewSchema.extend({
  id: z.string(),
  /** The administrator hands the view out; it cannot be changed. */
  isManaged: z.boolean(),
});

export type SavedView = z.infer<typeof savedViewSchema>;

/** Returns true when two names of views differ at most in case and outer blanks. */
export function isSameViewName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
