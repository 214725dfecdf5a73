/** @file Charts of the rows in view: balance over time, incoming and outgoing amounts by period, largest counterparties. */
import { z } from 'zod';
import { dateUnitSchema } from './statement-groups.ts';

const column = z.number().int().min(0).max(20_000);
const count = z.number().int().min(0);
/** YYYY-MM-DD. */
const date = z.string();
/** Minor units as decimal text. */
const amount = z.string();

/** Maximum number of points of one series. */
export const maxChartPoints = 2_000;
/** Maximum number of series of balances. */
export const maxBalanceSeries = 50;
/** Number of counterparties on each side of a chart. */
export const maxChartParties = 15;

export const chartKindSchema = z.enum(['balance', 'flows', 'parties']);

export type ChartKind = z.infer<typeof chartKindSchema>;

/** What a chart shows of the rows in view. */
export const chartQuerySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('balance'), date: column }),
  /** `null` chooses the unit by the dates: days of one month, otherwise months or longer periods. */
  z.strictObject({
    kind: z.literal('flows'),
    amount: column,
    date: column,
    unit: dateUnitSchema.nullable(),
  }),
  z.strictObject({ kind: z.literal('parties'), amount: column, party: column }),
]);

export type ChartQuery = z.infer<typeof chartQuerySchema>;

/** The balances of a day, or of several days of a long series. */
const balancePointSchema = z.object({
  from: date,
  till: date,
  least: amount,
  largest: amount,
  /** The last balance. */
  closing: amount,
  /** Number of rows whose balance does not follow from the balance before. */
  inQuestion: count,
});

export type BalancePoint = z.infer<typeof balancePointSchema>;

/** A statement that does not begin with the balance with which the statement before it ended. */
const balanceJumpSchema = z.object({
  /** First day of the later statement. */
  date,
  closing: amount,
  opening: amount,
});

export type BalanceJump = z.infer<typeof balanceJumpSchema>;

const balanceSeriesSchema = z.object({
  /** The wallet in a table of several statements; empty for one statement. */
  wallet: z.string(),
  /** What parts the balances of one file, such as an account; empty for a single balance or when the currency does. */
  group: z.string(),
  /** Empty if the file states none. */
  currency: z.string(),
  /** Number of rows with a balance. */
  rows: count,
  /** Points by time. Days between two segments are in no statement. */
  segments: z.array(
    z.object({
      since: date,
      till: date,
      points: z.array(balancePointSchema).max(maxChartPoints),
    }),
  ),
  jumps: z.array(balanceJumpSchema).max(1_000),
});

export type BalanceSeries = z.infer<typeof balanceSeriesSchema>;

/** The amounts of one period. */
const flowPeriodSchema = z.object({
  /** `2026-01-31`, `2026-W05`, `2026-01`, `2026-Q1` or `2026`. */
  period: z.string(),
  rows: count,
  incoming: amount,
  outgoing: amount,
  net: amount,
});

export type FlowPeriod = z.infer<typeof flowPeriodSchema>;

const partySchema = z.object({
  /** The first of its rows in the view. */
  row: count,
  /** Empty for rows without a counterparty. */
  name: z.string(),
  rows: count,
  amount,
  /** Share of all amounts of the side in thousandths; `null` where it means nothing. */
  share: z.number().int().nullable(),
});

export type ChartParty = z.infer<typeof partySchema>;

const partySideSchema = z.object({
  /** The largest ones, the largest first. */
  parties: z.array(partySchema).max(maxChartParties),
  /** Number of all counterparties with an amount on this side, and the sum of their amounts. */
  count,
  total: amount,
});

export type PartySide = z.infer<typeof partySideSchema>;

/** A chart. Amounts have `scale` decimals. */
export const chartSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('balance'),
    scale: count,
    series: z.array(balanceSeriesSchema).max(maxBalanceSeries),
    /** Number of series that are left out because there are too many. */
    omitted: count,
    /** Number of rows with a balance and without a date. */
    undated: count,
    /** False if the rows of a day have no certain order, so that the last balance of a day may be another one. */
    isOrdered: z.boolean(),
  }),
  z.object({
    kind: z.literal('flows'),
    scale: count,
    unit: dateUnitSchema,
    /** Periods with rows, by time. */
    currencies: z.array(
      z.object({ currency: z.string(), periods: z.array(flowPeriodSchema).max(maxChartPoints) }),
    ),
    /** Number of rows with an amount and without a date. */
    undated: count,
    hasTooMany: z.boolean(),
  }),
  z.object({
    kind: z.literal('parties'),
    scale: count,
    currencies: z.array(
      z.object({ currency: z.string(), incoming: partySideSchema, outgoing: partySideSchema }),
    ),
    hasTooMany: z.boolean(),
  }),
]);

export type Chart = z.infer<typeof chartSchema>;

/** Maximum size of an image, in bytes. */
const maxImageBytes = 4 * 1024 * 1024;

/** A PNG image of a chart, as Base64. */
export const chartPictureSchema = z.base64().max(Math.ceil(maxImageBytes / 3) * 4);

/** File formats in which a picture of a chart is saved. */
export const pictureFormatSchema = z.enum(['png', 'pdf']);

export type PictureFormat = z.infer<typeof pictureFormatSchema>;
