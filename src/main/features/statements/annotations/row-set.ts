/** @file A set of row numbers in few bytes: ranges while they are few, otherwise a bitmap. */
import { z } from 'zod';

const row = z.int().min(0).max(0xff_ff_ff_ff);

export const rowSetSchema = z.discriminatedUnion('form', [
  /** The first and the last row of each range, in ascending order. */
  z.object({ form: z.literal('ranges'), ranges: z.array(z.tuple([row, row])) }),
  /** One bit per row from `first` on, in base64. */
  z.object({ form: z.literal('bitmap'), first: row, base64: z.base64() }),
]);

export type RowSet = z.infer<typeof rowSetSchema>;

/** More ranges are stored as a bitmap. */
const maxRanges = 4_000;

/** Encodes ascending row numbers without repetitions. */
export function encodeRows(rows: Uint32Array): RowSet {
  const ranges: [number, number][] = [];
  for (const number of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === number) last[1] = number;
    else if (ranges.length === maxRanges) return encodeBitmap(rows);
    else ranges.push([number, number]);
  }
  return { form: 'ranges', ranges };
}

function encodeBitmap(rows: Uint32Array): RowSet {
  const first = rows[0] ?? 0;
  const bits = new Uint8Array(((rows.at(-1) ?? first) - first + 8) >>> 3);
  for (const number of rows) {
    const place = number - first;
    bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7));
  }
  return { form: 'bitmap', first, base64: Buffer.from(bits).toString('base64') };
}

/** Calls `visit` with each row of a set, in ascending order. */
export function forEachRow(set: RowSet, visit: (row: number) => void): void {
  if (set.form === 'ranges') {
    for (const [first, last] of set.ranges)
      for (let number = first; number <= last; number += 1) visit(number);
    return;
  }
  for (const [place, byte] of Buffer.from(set.base64, 'base64').entries())
    for (let rest = byte; rest !== 0; rest &= rest - 1)
      visit(set.first + place * 8 + (31 - Math.clz32(rest & -rest)));
}
