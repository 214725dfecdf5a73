/** @file A set of row numbers in few bytes: ranges while they are few, otherwise a compressed bitmap. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';

const row = z.int().min(0).max(0xff_ff_ff_ff);

export const rowSetSchema = z.discriminatedUnion('form', [
  /** The first and the last row of each range, in ascending order. */
  z.object({ form: z.literal('ranges'), ranges: z.array(z.tuple([row, row])) }),
  /** One bit per row from `first` on, deflated, in base64. */
  z.object({ form: z.literal('bitmap'), first: row, base64: z.string() }),
]);

export type RowSet = z.infer<typeof rowSetSchema>;

/** More ranges are stored as a bitmap. */
const maxRanges = 1_000;
/** Maximum size of a bitmap, in bytes: more rows than a statement can have. */
const maxBitmapBytes = 64_000_000;

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
  return { form: 'bitmap', first, base64: deflateRawSync(bits).toString('base64') };
}

/** Calls `visit` with each row of a set, in ascending order. Throws `library-item-damaged` for a damaged bitmap. */
export function forEachRow(set: RowSet, visit: (row: number) => void): void {
  if (set.form === 'ranges') {
    for (const [first, last] of set.ranges)
      for (let number = first; number <= last; number += 1) visit(number);
    return;
  }
  const bits = inflateBitmap(set.base64);
  for (const [place, byte] of bits.entries())
    for (let rest = byte; rest !== 0; rest &= rest - 1)
      visit(set.first + place * 8 + (31 - Math.clz32(rest & -rest)));
}

function inflateBitmap(base64: string): Uint8Array {
  try {
    return inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: maxBitmapBytes });
  } catch {
    throw new PaydeskError('library-item-damaged', 'The rows of an annotation are damaged');
  }
}
