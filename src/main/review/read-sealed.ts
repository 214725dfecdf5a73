/** @file Opens a sealed statement: a large one with two threads, each of which decrypts and reads a half. */
import { isUtf8 } from 'node:buffer';
import { frameSize } from '../library/seal.ts';
import { type Grant, openGranted, type SealedContent } from '../library/sealed-reader.ts';
import { detectEncoding } from './encoding.ts';
import type { RememberedReading } from './file-shape.ts';
import type { Half } from './half-reply.ts';
import { newPlace, type Place, withSeek } from './read-tokens.ts';
import { type RememberedUse, resolveOptions } from './remembered-reading.ts';
import type { SecondThread } from './second-half.ts';
import { foldedOf, textOf } from './shared-memory.ts';
import { checkSize, readSource } from './source.ts';
import { type OpenOptions, openTable, type Reading, readingOf, type Table, tableOf } from './table.ts';
import { joinParts, type TokenPart } from './token-part.ts';

/** Bytes from which on a second thread is worth its while. */
export const minHalvedBytes = 4 * 1024 * 1024;
/** Frames that tell how a text is to be read. */
const framesAhead = 2;

export interface OpenFile {
  /** The original bytes. */
  readonly bytes: Uint8Array;
  readonly table: Table;
  /** What came of the options that are remembered. */
  readonly use: RememberedUse;
  /** Where both lie; another statement may only take their place once they are not needed any more. */
  readonly place?: Place | null;
}

/** A place that is not too small for a file, and not so large that most of it would be kept for nothing. */
function fits({ memory: room }: Place, size: number): boolean {
  return room.capacity >= size && room.capacity <= size * 4;
}

/** By which options a file is opened. */
export interface OpenChoice {
  readonly options?: OpenOptions;
  /** Takes the place of the options where it fits. */
  readonly remembered?: RememberedReading | null;
}

/** Opens bytes that are all there. */
export function openBytes(bytes: Uint8Array, choice: OpenChoice, place: Place | null = null): OpenFile {
  const { options, use } = resolveOptions(bytes, choice.options, choice.remembered);
  return { bytes, use, table: openTable(bytes, options, place), place };
}

/** Opens a statement, in a free place where it fits. Rejects like `openGranted`, and with `review-too-large`. */
export async function openSealed(
  grant: Grant,
  choice: OpenChoice,
  second: SecondThread | null,
  free: Place | null = null,
): Promise<OpenFile> {
  checkSize(grant.size);
  const { encoding = 'utf-8' } = choice.remembered?.options ?? choice.options ?? {};
  const halved = second !== null && grant.size >= minHalvedBytes && encoding === 'utf-8';
  const known = free !== null && fits(free, grant.size) ? free : null;
  const place = halved ? (known ?? newPlace(grant.size)) : null;
  if (second === null || place === null) {
    return openBytes(await readSource({ kind: 'sealed', grant }), choice);
  }
  const content = await openGranted(grant);
  try {
    return await openHalved({ content, grant, place, second }, choice);
  } finally {
    await content.close();
  }
}

async function openHalved(
  {
    content,
    grant,
    place,
    second,
  }: {
    readonly content: SealedContent;
    readonly grant: Grant;
    readonly place: Place;
    readonly second: SecondThread;
  },
  choice: OpenChoice,
): Promise<OpenFile> {
  const { memory: room, kernel } = place;
  const bytes = textOf(room, content.size);
  await content.fill(bytes, 0, framesAhead);
  const { encoding, mark } = detectEncoding(bytes.subarray(0, 4_096));
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    await content.fill(bytes, framesAhead, content.frameCount);
    return openBytes(bytes, choice, place);
  }
  const text = bytes.subarray(mark);
  const ahead = bytes.subarray(0, Math.min(bytes.length, framesAhead * frameSize));
  const beginning = ahead.subarray(0, ahead.lastIndexOf(0x0a) + 1);
  const { options, use } = resolveOptions(beginning, choice.options, choice.remembered);
  const reading = readingOf(text, options);
  const { separator, expected, collectors } = reading.tokenize;
  const frame = Math.ceil(content.frameCount / 2);
  const kinds = collectors.map((collector) => collector?.kind ?? null);
  const other = second.read({ memory: room, grant, frame, mark, separator, expected, kinds });
  const [split] = await Promise.all([other.split, content.fill(bytes, framesAhead, frame)]);
  const isText = split !== null && isUtf8(text.subarray(0, split));
  const first = isText ? kernel.tokenize({ skip: mark, from: 0, to: split }, reading.tokenize) : null;
  const half = await other.half;
  // An open quote would have a say in how the second half is read.
  if (first === null || half === null || first.openQuotes.length > 0)
    return { bytes, use, table: openTable(bytes, options, place), place };
  join(reading, first, half);
  const tokens = withSeek(joinParts(first, half.part, foldedOf(room, text.length + 1), text.length), kernel);
  const found = { text, reading, tokens, encoding: { encoding: 'utf-8', mark, certain: true } } as const;
  return { bytes, use, table: tableOf(found, options), place };
}

function join({ head, collectors }: Reading, first: TokenPart, half: Half): void {
  for (const [column, part] of half.numbers.entries())
    if (part !== null) collectors.numbers[column]?.append(first.rows - head, part);
  for (const [column, part] of half.dates.entries())
    if (part !== null) collectors.dates[column]?.append(first.rows - head, part);
}
