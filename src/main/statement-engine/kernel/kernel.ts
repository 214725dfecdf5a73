/**
 * @file The WebAssembly reader of CSV files. It uses vector instructions: the same result as {@link tokenize}, several times
 * as fast. On a processor without them, {@link openKernel} returns `null` and the JavaScript reader is used.
 */
import { detach } from '../../workers/detach-buffer.ts';
import { cellEnd, foldedTwo, lookUpThree } from '../read/fold.ts';
import {
  type CellCollector,
  growNumbers,
  guessRows,
  maxOpenQuotes,
  NumberList,
  type Seek,
  type TokenizeOptions,
  type Tokens,
} from '../read/tokenize.ts';
import { kernelBytes } from './compiled/kernel-bytes.ts';
import { createKernelHashing, isKernelFunction } from './kernel-hashing.ts';
import {
  bufferAddresses,
  type Field,
  fields,
  foldedAddress,
  foldedOf,
  maxRows,
  maxSlots,
  type SharedMemory,
  slotColumns,
  textAddress,
  textOf,
} from './shared-memory.ts';

/** The kernel on a memory. */
export interface Kernel {
  /** Reads a text of `length` bytes after `skip` bytes, such as a byte order mark. */
  tokenize(text: { readonly skip: number; readonly length: number }, options: TokenizeOptions): Tokens;
  /** Folds a text without its quotes; returns the length of the folded copy. */
  foldAll(length: number): number;
  /** Searches the first `length` bytes of the folded copy for at least one byte; see {@link Seek}. */
  seek(needle: Uint8Array, length: number): Seek | null;
}

let cachedModule: WebAssembly.Module | null | undefined;

/** Returns the kernel, compiled once per thread; `null` if it cannot run. */
export function kernelModule(): WebAssembly.Module | null {
  if (cachedModule !== undefined) return cachedModule;
  try {
    cachedModule = new WebAssembly.Module(Buffer.from(kernelBytes, 'base64'));
  } catch {
    cachedModule = null;
  }
  return cachedModule;
}

/** Finds a cell in a folded row, for a collector whose cell the kernel could not parse. */
function findCell(folded: Uint8Array, start: number, limit: number, column: number): [number, number] | null {
  let at = start;
  for (let index = 0; index < column; index += 1) {
    while (at < limit && folded[at] !== cellEnd) at += 1;
    if (at >= limit) return null;
    at += 1;
  }
  let end = at;
  while (end < limit && folded[end] !== cellEnd) end += 1;
  return [at, end];
}

/** Collects the rows that the kernel finds, over all calls. */
class RowCollector {
  rows = 0;
  #starts: Uint32Array<ArrayBuffer>;
  #foldedStarts: Uint32Array<ArrayBuffer>;
  readonly #ragged = new NumberList();

  constructor(guess: number) {
    this.#starts = new Uint32Array(guess);
    this.#foldedStarts = new Uint32Array(guess);
  }

  add(
    count: number,
    call: {
      readonly starts: Uint32Array;
      readonly foldedStarts: Uint32Array;
      readonly cells: Uint32Array;
      readonly expected: number;
    },
  ): void {
    if (this.rows + count > this.#starts.length) {
      this.#starts = growNumbers(this.#starts, (this.rows + count) * 2);
      this.#foldedStarts = growNumbers(this.#foldedStarts, this.#starts.length);
    }
    this.#starts.set(call.starts.subarray(0, count), this.rows);
    this.#foldedStarts.set(call.foldedStarts.subarray(0, count), this.rows);
    for (let row = 0; row < count; row += 1)
      if (call.cells[row] !== call.expected) this.#ragged.push(this.rows + row);
    this.rows += count;
  }

  /** Returns the rows with the ends of both texts. The collector is unusable afterwards. */
  takeRows(end: number, foldedEnd: number): Pick<Tokens, 'rows' | 'starts' | 'foldedStarts' | 'ragged'> {
    return {
      rows: this.rows,
      starts: takeOffsets(this.#starts, this.rows, end),
      foldedStarts: takeOffsets(this.#foldedStarts, this.rows, foldedEnd),
      ragged: this.#ragged.toArray(),
    };
  }
}

/** Returns the first `count` offsets and `end`, and frees the list. */
function takeOffsets(list: Uint32Array<ArrayBuffer>, count: number, end: number): Uint32Array<ArrayBuffer> {
  const offsets = new Uint32Array(count + 1);
  offsets.set(list.subarray(0, count));
  detach(list);
  offsets[count] = end;
  return offsets;
}

/** Instantiates the kernel in a memory; `null` if it cannot run. */
export function openKernel(memory: SharedMemory): Kernel | null {
  const module = kernelModule();
  if (module === null) return null;
  const { buffer } = memory.memory;
  const addresses = bufferAddresses();
  const addressOf = (name: keyof typeof addresses) => addresses[name];
  const state = new Uint32Array(buffer, addressOf('state'), fields.length);
  const set = (field: Field, value: number) => {
    state[fields.indexOf(field)] = value;
  };
  const get = (field: Field) => state[fields.indexOf(field)] ?? 0;
  const foldedThree = new Uint32Array(buffer, addressOf('three'), 0x10000);
  const instance = new WebAssembly.Instance(module, {
    env: { memory: memory.memory },
    host: {
      lookUpThree(code: number) {
        const entry = lookUpThree(code);
        foldedThree[code] = entry;
        return entry;
      },
    },
  });
  const { tokenize: runTokenize, foldAll: runFoldAll, find: runFind } = instance.exports;
  if (!isKernelFunction(runTokenize) || !isKernelFunction(runFoldAll) || !isKernelFunction(runFind))
    return null;
  const hashing = createKernelHashing(memory, instance);
  new Uint16Array(buffer, addressOf('two'), 0x800).set(foldedTwo);
  for (const name of ['two', 'three', 'starts', 'foldedStarts', 'cells', 'slots', 'kinds', 'values'] as const)
    set(name, addressOf(name));
  set('codes', addressOf('codes'));
  set('openQuotes', addressOf('openQuotes'));
  set('most', maxRows);
  set('mostOpen', maxOpenQuotes);
  const starts = new Uint32Array(buffer, addressOf('starts'), maxRows);
  const foldedStarts = new Uint32Array(buffer, addressOf('foldedStarts'), maxRows);
  const cells = new Uint32Array(buffer, addressOf('cells'), maxRows);
  const slots = new Uint8Array(buffer, addressOf('slots'), slotColumns);
  const kinds = new Uint8Array(buffer, addressOf('kinds'), maxSlots);
  const values = new Float64Array(buffer, addressOf('values'), maxSlots * maxRows);
  const codes = new Uint8Array(buffer, addressOf('codes'), maxSlots * maxRows);
  const openQuotes = new Uint32Array(buffer, addressOf('openQuotes'), maxOpenQuotes);

  /** Assigns a slot to each column with a collector, until no slot is free. */
  function assignSlots(collectors: readonly (CellCollector | null)[]): CellCollector[] {
    slots.fill(0);
    const assigned: CellCollector[] = [];
    for (const [column, collector] of collectors.slice(0, slotColumns).entries()) {
      if (collector === null || assigned.length === maxSlots) continue;
      assigned.push(collector);
      slots[column] = assigned.length;
      kinds[assigned.length - 1] = collector.kind === 'number' ? 1 : 2;
    }
    return assigned;
  }

  const seek = (needle: Uint8Array, length: number): Seek | null => {
    // The needle is stored in the memory of the values, which is unused while no text is read.
    const needleBytes = new Uint8Array(buffer, addressOf('values'), values.byteLength);
    if (needle.length > needleBytes.length) return null;
    needleBytes.set(needle);
    const folded = foldedAddress(memory);
    const end = folded + length;
    return (from) => {
      const address = runFind(folded + from, end, addressOf('values'), needle.length) >>> 0;
      return address === end ? -1 : address - folded;
    };
  };

  return {
    seek,
    tokenize({ skip, length }, { separator, expected, head = 0, collectors = [] }) {
      const text = textAddress() + skip;
      const folded = foldedAddress(memory);
      const foldedBytes = foldedOf(memory, length + 1);
      set('text', text);
      set('at', text);
      set('end', text + length);
      set('folded', folded);
      set('to', folded);
      set('separator', separator);
      set('columns', 0);
      set('openCount', 0);
      const slotCollectors = assignSlots(collectors);
      set('slotCount', Math.min(slotColumns, collectors.length));
      const collectorsWithoutSlot = collectors.flatMap((collector, column) =>
        collector === null || slotCollectors.includes(collector) ? [] : [{ collector, column }],
      );
      const rowCollector = new RowCollector(guessRows(textOf(memory, skip + length).subarray(skip)));
      for (;;) {
        codes.fill(0, 0, slotCollectors.length * maxRows);
        const count = runTokenize(addressOf('state'));
        if (count === 0) break;
        const rowsBefore = rowCollector.rows;
        rowCollector.add(count, { starts, foldedStarts, cells, expected });
        const limit = (row: number) =>
          (row + 1 < count ? (foldedStarts[row + 1] ?? 0) : get('to') - folded) - 1;
        const collectCell = (collector: CellCollector, column: number, row: number) => {
          const cell = findCell(foldedBytes, foldedStarts[row] ?? 0, limit(row), column);
          if (cell !== null && !collector.isDone)
            collector.collect(rowsBefore + row - head, foldedBytes, ...cell);
        };
        const firstDataRow = Math.min(count, Math.max(0, head - rowsBefore));
        for (const [slot, collector] of slotCollectors.entries()) {
          if (collector.isDone) continue;
          const range = [slot * maxRows + firstDataRow, slot * maxRows + count] as const;
          const column = collectors.indexOf(collector);
          const readUnparsed = (row: number) => collectCell(collector, column, row + head - rowsBefore);
          collector.collectParsed(
            rowsBefore + firstDataRow - head,
            codes.subarray(...range),
            values.subarray(...range),
            readUnparsed,
          );
        }
        for (const { collector, column } of collectorsWithoutSlot)
          for (let row = firstDataRow; row < count && !collector.isDone; row += 1)
            collectCell(collector, column, row);
      }
      const foldedEnd = get('to') - folded;
      return {
        ...rowCollector.takeRows(length, foldedEnd),
        columns: get('columns'),
        folded: foldedBytes.subarray(0, foldedEnd),
        openQuotes: [...openQuotes.subarray(0, get('openCount'))],
        seek: (needle) => seek(needle, foldedEnd),
        hashing,
      };
    },
    foldAll(length) {
      set('text', textAddress());
      set('at', textAddress());
      set('end', textAddress() + length);
      set('to', foldedAddress(memory));
      return runFoldAll(addressOf('state')) - foldedAddress(memory);
    },
  };
}
