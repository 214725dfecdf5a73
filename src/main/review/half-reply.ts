/** @file Messages of the thread that reads the second half of a statement. */
import { z } from 'zod';
import { wireErrorSchema } from '../../shared/errors.ts';
import type { DatePart } from './dates.ts';
import type { NumberPart } from './numbers.ts';
import type { TokenPart } from './token-part.ts';

/** Schema of a transferred typed array, to which no other thread can still write. */
function transferred<List extends { readonly buffer: ArrayBufferLike }>(kind: new () => List) {
  return z.custom<List>((value) => value instanceof kind && value.buffer instanceof ArrayBuffer);
}

const uint32List = transferred<Uint32Array<ArrayBuffer>>(Uint32Array);
const count = z.int().nonnegative();

const tokenPart: z.ZodType<TokenPart> = z.object({
  rows: count,
  columns: count,
  starts: uint32List,
  foldedStarts: uint32List,
  foldedEnd: count,
  ragged: uint32List,
  openQuotes: z.array(count),
});

const numberPart: z.ZodType<NumberPart> = z.object({
  isDone: z.boolean(),
  digits: transferred<Float64Array<ArrayBuffer>>(Float64Array),
  decimals: transferred<Uint8Array<ArrayBuffer>>(Uint8Array),
  wide: z.array(z.object({ row: count, digits: z.bigint(), decimals: count })),
  currencyNames: z.array(z.string()),
  currencyCodes: transferred<Uint16Array<ArrayBuffer>>(Uint16Array).nullable(),
  filled: count,
  notPoint: count,
  notComma: count,
  differ: count,
  neither: count,
  names: count,
  money: count,
  negative: count,
  least: z.number().nonnegative(),
});

const datePart: z.ZodType<DatePart> = z.object({
  isDone: z.boolean(),
  packed: transferred<Int32Array<ArrayBuffer>>(Int32Array),
  filled: count,
  neither: count,
  yearFirst: count,
  dayNamed: count,
  monthNamed: count,
  croatian: count,
  otherNamed: count,
  shared: count,
  compact: count,
  points: count,
  overFirst: count,
  overSecond: count,
  differ: count,
  short: count,
  shortLeast: count,
  shortMost: count,
  timed: count,
  firstParts: z.int(),
  years: z.array(count),
});

const halfSchema = z.object({
  part: tokenPart,
  numbers: z.array(numberPart.nullable()),
  dates: z.array(datePart.nullable()),
});

/** The result of reading the second half. */
export type Half = z.infer<typeof halfSchema>;

/** A reply of the thread. */
export const halfReplySchema = z.discriminatedUnion('kind', [
  z.object({ id: z.number(), kind: z.literal('split'), at: count.nullable() }),
  z.object({ id: z.number(), kind: z.literal('half'), half: halfSchema.nullable() }),
  z.object({ id: z.number(), kind: z.literal('failed'), error: wireErrorSchema }),
]);

export type HalfReply = z.infer<typeof halfReplySchema>;
