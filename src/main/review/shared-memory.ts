/** @file Memory of a text and its folded copy, with a desk for each thread that reads it. */
import { maxOpenQuotes } from './tokenize.ts';

/** Rows that are read in one turn. */
export const maxRows = 4_096;
/** Columns whose cells are read on the way; further ones are read afterwards. */
export const maxSlots = 16;
export const slotColumns = 512;

/** The order of the numbers that the kernel keeps; the same as in kernel/tokenize.ts. */
export const fields = [
  'text',
  'at',
  'end',
  'folded',
  'to',
  'separator',
  'columns',
  'expected',
  'two',
  'three',
  'starts',
  'foldedStarts',
  'cells',
  'most',
  'slots',
  'slotCount',
  'kinds',
  'values',
  'codes',
  'openQuotes',
  'openCount',
  'mostOpen',
] as const;

export type Field = (typeof fields)[number];

/** Room that one thread needs beside text and copy. */
export const sizes = {
  state: fields.length * 4,
  two: 0x800 * 2,
  three: 0x10000 * 4,
  starts: maxRows * 4,
  foldedStarts: maxRows * 4,
  cells: maxRows * 4,
  slots: slotColumns,
  kinds: maxSlots,
  values: maxSlots * maxRows * 8,
  codes: maxSlots * maxRows,
  openQuotes: maxOpenQuotes * 4,
};

const sizeNames = [
  'state',
  'two',
  'three',
  'starts',
  'foldedStarts',
  'cells',
  'slots',
  'kinds',
  'values',
  'codes',
  'openQuotes',
] as const;

const aligned = (size: number) => Math.ceil(size / 64) * 64;
const regionSize = Object.values(sizes).reduce((sum, size) => sum + aligned(size), 0);
/** Threads that can read one text. */
const threadRegions = 2;
const pageSize = 65_536;
/** The kernel addresses 32 bits. */
const maxBytes = 2 ** 32 - pageSize;

/** Memory of a text and its folded copy; threads can share it. */
export interface SharedMemory {
  readonly memory: WebAssembly.Memory;
  /** Bytes that a text can have. */
  readonly capacity: number;
}

/** A new room; `null` when there is not as much memory. */
export function createSharedMemory(capacity: number): SharedMemory | null {
  const bytes = regionSize * threadRegions + aligned(capacity + 16) * 2;
  if (bytes > maxBytes) return null;
  const pages = Math.ceil(bytes / pageSize);
  try {
    return { memory: new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }), capacity };
  } catch {
    return null;
  }
}

export function textAddress(): number {
  return regionSize * threadRegions;
}

/** Address of its folded copy. */
export function foldedAddress({ capacity }: SharedMemory): number {
  return regionSize * threadRegions + aligned(capacity + 16);
}

export function textOf(memory: SharedMemory, length: number): Uint8Array {
  return new Uint8Array(memory.memory.buffer, textAddress(), length);
}

/** Where its folded copy is: at most one byte more than the text. */
export function foldedOf(memory: SharedMemory, length: number): Uint8Array {
  return new Uint8Array(memory.memory.buffer, foldedAddress(memory), length);
}

/** Where each thing on a desk lies. */
export function regionAddresses(threadRegion: 0 | 1): Readonly<Record<keyof typeof sizes, number>> {
  const places = { ...sizes };
  let next = threadRegion * regionSize;
  for (const name of sizeNames) {
    places[name] = next;
    next += aligned(sizes[name]);
  }
  return places;
}
