/** @file Memory of the kernel: its buffers, a text and the folded copy of the text. */
import { maxOpenQuotes } from '../read/tokenize.ts';

/** Maximum number of rows per kernel call. */
export const maxRows = 4_096;
/** Maximum number of columns that the kernel parses; further columns are parsed afterwards. */
export const maxSlots = 16;
/** Columns after this one have no slot in the kernel. */
export const slotColumns = 512;

/** Order of the kernel's state fields; the same as in kernel/tokenize.ts. */
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

/** Sizes of the kernel's buffers, in bytes. */
const sizes = {
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
const buffersSize = Object.values(sizes).reduce((sum, size) => sum + aligned(size), 0);
const pageSize = 65_536;
/** The kernel addresses 32 bits. */
const maxBytes = 2 ** 32 - pageSize;

/** Memory of the kernel's buffers, a text and its folded copy. */
export interface SharedMemory {
  readonly memory: WebAssembly.Memory;
  /** Maximum size of a text in bytes. */
  readonly capacity: number;
}

/** Creates shared memory; `null` when the memory is not available. */
export function createSharedMemory(capacity: number): SharedMemory | null {
  const bytes = buffersSize + aligned(capacity + 16) * 2;
  if (bytes > maxBytes) return null;
  const pages = Math.ceil(bytes / pageSize);
  try {
    return { memory: new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }), capacity };
  } catch {
    return null;
  }
}

export function textAddress(): number {
  return buffersSize;
}

/** Address of the folded copy of the text. */
export function foldedAddress({ capacity }: SharedMemory): number {
  return buffersSize + aligned(capacity + 16);
}

export function textOf(memory: SharedMemory, length: number): Uint8Array {
  return new Uint8Array(memory.memory.buffer, textAddress(), length);
}

/** The folded copy of the text, at most one byte longer than the text. */
export function foldedOf(memory: SharedMemory, length: number): Uint8Array {
  return new Uint8Array(memory.memory.buffer, foldedAddress(memory), length);
}

/** Returns the addresses of the kernel's buffers. */
export function bufferAddresses(): Readonly<Record<keyof typeof sizes, number>> {
  const addresses = { ...sizes };
  let next = 0;
  for (const name of sizeNames) {
    addresses[name] = next;
    next += aligned(sizes[name]);
  }
  return addresses;
}
