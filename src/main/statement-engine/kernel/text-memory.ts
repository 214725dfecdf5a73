/** @file Memory for texts that the kernel searches, many times faster than Buffer.indexOf. */
import { kernelModule } from './kernel.ts';
import { isKernelFunction } from './kernel-hashing.ts';

const pageSize = 65_536;
/** Offset of the texts; the first page holds the needle. */
const textsOffset = pageSize;

export interface TextMemory {
  /** Memory of the texts. */
  readonly bytes: Uint8Array;
  /** Returns the offset of the needle, which has at least one byte, between `from` and `to`; -1 if it does not occur. */
  seek(needle: Uint8Array, from: number, to: number): number;
}

function seekInBuffer(bytes: Buffer, needle: Uint8Array, from: number, to: number): number {
  const offset = bytes.subarray(from, to).indexOf(needle);
  return offset < 0 ? -1 : from + offset;
}

function memoryWithoutKernel(bytes: Buffer): TextMemory {
  return { bytes, seek: (needle, from, to) => seekInBuffer(bytes, needle, from, to) };
}

/** Creates memory for texts. Without the kernel the search is only slower. */
export function createTextMemory(capacity: number): TextMemory {
  const module = kernelModule();
  if (module === null) return memoryWithoutKernel(Buffer.allocUnsafeSlow(capacity));
  const pages = Math.ceil((textsOffset + capacity) / pageSize);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const bytes = Buffer.from(memory.buffer, textsOffset, capacity);
  const { find } = new WebAssembly.Instance(module, {
    env: { memory },
    // No text is folded in this memory, so the import is never called.
    host: { lookUpThree: () => 0 },
  }).exports;
  if (!isKernelFunction(find)) return memoryWithoutKernel(bytes);
  const needleMemory = new Uint8Array(memory.buffer, 0, textsOffset);
  return {
    bytes,
    seek(needle, from, to) {
      if (needle.length > needleMemory.length) return seekInBuffer(bytes, needle, from, to);
      needleMemory.set(needle);
      const address = find(textsOffset + from, textsOffset + to, 0, needle.length) >>> 0;
      return address === textsOffset + to ? -1 : address - textsOffset;
    },
  };
}
