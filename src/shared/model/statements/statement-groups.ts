/** @file Groups of the rows of a statement: how rows are grouped, and the figures of each group. */
import { z } from 'zod';

const column = z.number().int().min(0).max(20_000);

/** Units in which the dates of a column are grouped; a week is a week of ISO 8601, which begins on Monday. */
export const dateUnitSchema = z.enum(['day', 'week', 'month', 'quarter', 'year']);

export type DateUnit = z.infer<typeof dateUnitSchema>;

/** What rows of one group have in common. */
const groupKeySchema = z.discriminatedUnion('kind', [
  /** The same cell, regardless of case, accents and blanks around it. */
  z.strictObject({ kind: z.literal('cell'), column }),
  z.strictObject({ kind: z.literal('date'), column, unit: dateUnitSchema }),
  /** Incoming, outgoing or zero. */
  z.strictObject({ kind: z.literal('sign') }),
]);

export type GroupKey = z.infer<typeof groupKeySchema>;

/** The texts of a group's sign. */
export const signSchema = z.enum(['in', 'out', 'zero']);

/** The figures whose shares are computed. */
export const shareFigureSchema = z.enum(['rows', 'incoming', 'outgoing', 'net']);

export type ShareFigure = z.infer<typeof shareFigureSchema>;

/** Maximum number of groups that are computed. */
export const maxGroups = 200_000;

const groupKeys = z.array(groupKeySchema).min(1).max(2);

/** How the rows of a view are grouped. Groups are always parted by the currency of the amounts. */
const groupingSchema = z.strictObject({
  /** The column of amounts; `null` only counts rows. */
  amount: column.nullable(),
  keys: groupKeys,
});

export type Grouping = z.infer<typeof groupingSchema>;

export const groupSortSchema = z.strictObject({
  by: z.enum(['key', 'second-key', 'currency', ...shareFigureSchema.options, 'share']),
  descending: z.boolean(),
});

/** The groups of the view and their order. */
export const groupQuerySchema = groupingSchema.extend({
  share: shareFigureSchema,
  sort: groupSortSchema,
});

export type GroupQuery = z.infer<typeof groupQuerySchema>;

/** A filter for the rows that are in the same group as `row`. */
export const groupFilterSchema = groupingSchema.extend({
  kind: z.literal('group'),
  row: z.number().int().min(0),
});

export type GroupFilter = z.infer<typeof groupFilterSchema>;

/** A group by the texts of its keys and by its currency, which is empty for amounts without one. */
export const wantedGroupSchema = groupingSchema.extend({
  texts: z.array(z.string().max(400)).min(1).max(2),
  currency: z.string().max(100),
});

export type WantedGroup = z.infer<typeof wantedGroupSchema>;

/** The figures of a group. Amounts are minor units as decimal text. */
export const rowGroupSchema = z.object({
  /** The first of its rows in the view. */
  row: z.number().int(),
  /**
   * For each key: the cell of the first row, truncated; `2026-01-31`, `2026-W05`, `2026-01`, `2026-Q1` or `2026`, empty
   * without a date; or a sign.
   */
  keys: z.array(z.string()),
  currency: z.string(),
  rows: z.number().int(),
  incoming: z.string(),
  outgoing: z.string(),
  net: z.string(),
  /**
   * Share of the figure in all groups of the currency, in thousandths, rounded. `null` where it means nothing: the sum
   * is zero, or nets of both signs cancel each other.
   */
  share: z.number().int().nullable(),
});

export type RowGroup = z.infer<typeof rowGroupSchema>;
