/** @file Decrypts and reads the second half of a large statement in its own thread, parallel to the first half. */
import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { frameSize } from '../library/seal.ts';
import { openGranted } from '../library/sealed-reader.ts';
import { DateCollector } from './dates.ts';
import { grantSchema } from './grant.ts';
import type { Half } from './half-reply.ts';
import { openKernel } from './kernel.ts';
import { NumberCollector } from './numbers.ts';
import { textOf } from './shared-memory.ts';
import { guessRows, tokenize } from './tokenize.ts';

/** Number of complete rows that must follow a line end for it to count as the end of a row. */
const minCompleteRows = 4;
/** Maximum number of line ends that are tried. */
const maxTriedLineEnds = 64;

/** Job of the second thread. */
const halfJobSchema = z.object({
  memory: z.object({
    memory: z.custom<WebAssembly.Memory>((value) => value instanceof WebAssembly.Memory),
    capacity: z.number(),
  }),
  grant: grantSchema,
  /** The first frame of the second half. */
  frame: z.number(),
  /** Length of the byte order mark, in bytes. */
  mark: z.number(),
  separator: z.number(),
  expected: z.number(),
  /** Type of the collector of each column. */
  kinds: z.array(z.enum(['number', 'date']).nullable()),
});

type HalfJob = z.infer<typeof halfJobSchema>;

/** Message with a job. */
export const halfRequestSchema = z.object({ id: z.number(), job: halfJobSchema });

/** Returns the buffers of a half, for transfer instead of a copy. */
export function buffersOf(half: Half | null): ArrayBuffer[] {
  if (half === null) return [];
  const { part, numbers, dates } = half;
  const arrays = [
    part.starts,
    part.foldedStarts,
    ...numbers.flatMap((numberPart) => {
      if (numberPart === null) return [];
      const { digits, decimals, currencyCodes } = numberPart;
      return currencyCodes === null ? [digits, decimals] : [digits, decimals, currencyCodes];
    }),
    ...dates.flatMap((datePart) => (datePart === null ? [] : [datePart.packed])),
  ];
  return arrays.map(({ buffer }) => buffer);
}

/** A thread that reads second halves, one after the other. */
export interface SecondThread {
  /**
   * Reads the second half of a text. `split` resolves to the offset at which it begins, or `null` if no row boundary was
   * found. `half` resolves to `null` if the half could not be read separately; by then all its bytes are in the memory.
   * Both reject with the error of reading.
   */
  read(job: HalfJob): { readonly split: Promise<number | null>; readonly half: Promise<Half | null> };
}

/** Finds the first row boundary from `from` on: a line end before complete rows; `null` if no boundary is nearby. */
function findSplit(
  text: Uint8Array,
  from: number,
  to: number,
  layout: { readonly separator: number; readonly expected: number },
): number | null {
  let at = from;
  for (let tried = 0; tried < maxTriedLineEnds; tried += 1) {
    at = text.indexOf(0x0a, at) + 1;
    if (at === 0 || at >= to) return null;
    const { rows, ragged, openQuotes } = tokenize(text.subarray(at, to), {
      ...layout,
      maxRows: minCompleteRows,
    });
    if (rows === minCompleteRows && ragged.length === 0 && openQuotes.length === 0) return at;
  }
  return null;
}

/** Reads the second half; calls `onSplit` as soon as its beginning is known. See {@link SecondThread}. */
export async function readSecondHalf(
  job: HalfJob,
  onSplit: (at: number | null) => void,
): Promise<Half | null> {
  const { memory, mark, frame, separator, expected } = job;
  const content = await openGranted(job.grant);
  try {
    const text = textOf(memory, content.size).subarray(mark);
    const fill = (from: number, to: number) => content.fill(textOf(memory, content.size), from, to);
    const filledFrames = Math.min(content.frameCount, frame + 1);
    await fill(frame, filledFrames);
    const start = frame * frameSize - mark;
    const split = findSplit(text, start, Math.min(text.length, start + frameSize), { separator, expected });
    onSplit(split);
    await fill(filledFrames, content.frameCount);
    const kernel = split === null ? null : openKernel(memory, 1);
    if (split === null || kernel === null || !isUtf8(text.subarray(split))) return null;
    const rows = guessRows(text.subarray(split));
    const collectors = job.kinds.map((kind) => {
      if (kind === null) return null;
      return kind === 'number' ? new NumberCollector(rows) : new DateCollector(rows);
    });
    const part = kernel.tokenize(
      { skip: mark, from: split, to: text.length },
      { separator, expected, collectors },
    );
    return {
      part,
      numbers: collectors.map((collector) =>
        collector?.kind === 'number' ? collector.takePart(part.rows) : null,
      ),
      dates: collectors.map((collector) =>
        collector?.kind === 'date' ? collector.takePart(part.rows) : null,
      ),
    };
  } finally {
    await content.close();
  }
}
