/** @file Opens a sealed statement. Two threads decrypt and read one half each of a large statement. */
import { isUtf8 } from 'node:buffer';
import { frameSize } from '../library/seal.ts';
import { type Grant, openGranted, type SealedContent } from '../library/sealed-reader.ts';
import { detectEncoding } from './encoding.ts';
import type { RememberedReading } from './file-shape.ts';
import type { Half } from './half-reply.ts';
import { createKernelBuffer, type KernelBuffer, withSeek } from './read-tokens.ts';
import { type RememberedUse, resolveOptions } from './remembered-reading.ts';
import type { SecondThread } from './second-half.ts';
import { foldedOf, textOf } from './shared-memory.ts';
import { checkSize, readSource } from './source.ts';
import {
  createTable,
  detectReading,
  type OpenOptions,
  openTable,
  type Reading,
  type Table,
} from './table.ts';
import { joinParts, type TokenPart } from './token-part.ts';

/** Minimum file size in bytes for a second thread. */
export const minHalvedBytes = 4 * 1024 * 1024;
/** Frames that are read first, to detect how to read the text. */
const framesAhead = 2;

export interface OpenFile {
  /** The original bytes. */
  readonly bytes: Uint8Array;
  readonly table: Table;
  /** Whether the remembered options were applied. */
  readonly use: RememberedUse;
  /** Memory of the text and its folded copy, reusable once the statement is closed. */
  readonly buffer?: KernelBuffer | null;
}

/** True if the memory is large enough for a file, and at most four times as large. */
function isReusable({ memory }: KernelBuffer, size: number): boolean {
  return memory.capacity >= size && memory.capacity <= size * 4;
}

/** Options for opening a file. */
export interface OpenChoice {
  readonly options?: OpenOptions;
  /** Replaces the options if the file has the remembered shape. */
  readonly remembered?: RememberedReading | null;
}

/** Opens a file from its complete bytes. */
export function openBytes(
  bytes: Uint8Array,
  choice: OpenChoice,
  buffer: KernelBuffer | null = null,
): OpenFile {
  const { options, use } = resolveOptions(bytes, choice.options, choice.remembered);
  return { bytes, use, table: openTable(bytes, options, buffer), buffer };
}

/** Opens a statement, in the memory of a closed statement if that is large enough. Rejects like `openGranted`, and with `review-too-large`. */
export async function openSealed(
  grant: Grant,
  choice: OpenChoice,
  second: SecondThread | null,
  freeBuffer: KernelBuffer | null = null,
): Promise<OpenFile> {
  checkSize(grant.size);
  const { encoding = 'utf-8' } = choice.remembered?.options ?? choice.options ?? {};
  const isHalved = second !== null && grant.size >= minHalvedBytes && encoding === 'utf-8';
  const reusedBuffer = freeBuffer !== null && isReusable(freeBuffer, grant.size) ? freeBuffer : null;
  const buffer = isHalved ? (reusedBuffer ?? createKernelBuffer(grant.size)) : null;
  if (second === null || buffer === null) {
    return openBytes(await readSource({ kind: 'sealed', grant }), choice);
  }
  const content = await openGranted(grant);
  try {
    return await openHalved({ content, grant, buffer, second }, choice);
  } finally {
    await content.close();
  }
}

async function openHalved(
  {
    content,
    grant,
    buffer,
    second,
  }: {
    readonly content: SealedContent;
    readonly grant: Grant;
    readonly buffer: KernelBuffer;
    readonly second: SecondThread;
  },
  choice: OpenChoice,
): Promise<OpenFile> {
  const { memory, kernel } = buffer;
  const bytes = textOf(memory, content.size);
  await content.fill(bytes, 0, framesAhead);
  const { encoding, mark } = detectEncoding(bytes.subarray(0, 4_096));
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    await content.fill(bytes, framesAhead, content.frameCount);
    return openBytes(bytes, choice, buffer);
  }
  const text = bytes.subarray(mark);
  const aheadBytes = bytes.subarray(0, Math.min(bytes.length, framesAhead * frameSize));
  const beginning = aheadBytes.subarray(0, aheadBytes.lastIndexOf(0x0a) + 1);
  const { options, use } = resolveOptions(beginning, choice.options, choice.remembered);
  const reading = detectReading(text, options);
  const { separator, expected, collectors } = reading.tokenize;
  const frame = Math.ceil(content.frameCount / 2);
  const kinds = collectors.map((collector) => collector?.kind ?? null);
  const secondHalf = second.read({ memory, grant, frame, mark, separator, expected, kinds });
  const [split] = await Promise.all([secondHalf.split, content.fill(bytes, framesAhead, frame)]);
  const isText = split !== null && isUtf8(text.subarray(0, split));
  const first = isText ? kernel.tokenize({ skip: mark, from: 0, to: split }, reading.tokenize) : null;
  const half = await secondHalf.half;
  // An open quote would change how the second half is read.
  if (first === null || half === null || first.openQuotes.length > 0)
    return { bytes, use, table: openTable(bytes, options, buffer), buffer };
  appendHalf(reading, first, half);
  const tokens = withSeek(
    joinParts(first, half.part, foldedOf(memory, text.length + 1), text.length),
    kernel,
  );
  const source = { text, reading, tokens, encoding: { encoding: 'utf-8', mark, certain: true } } as const;
  return { bytes, use, table: createTable(source, options), buffer };
}

/** Appends the collected cells of the second half to the first half. */
function appendHalf({ head, collectors }: Reading, first: TokenPart, half: Half): void {
  for (const [column, part] of half.numbers.entries())
    if (part !== null) collectors.numbers[column]?.append(first.rows - head, part);
  for (const [column, part] of half.dates.entries())
    if (part !== null) collectors.dates[column]?.append(first.rows - head, part);
}
