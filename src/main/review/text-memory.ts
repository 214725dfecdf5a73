/** @file Memory for texts that the kernel searches, many times faster than Buffer.indexOf. */
import { isKernelFunction, kernelModule } from './kernel.ts';

const pageSize = 65_536;
/** Offset of the texts; the first page holds the needle. */
const textsOffset = pageSize;

export interface TextMemory {
  /** Memory of the texts. */
  readonly bytes: Uint8Array;
  /** True if the needle, which has at least one byte, occurs between `from` and `to`. */
  includes(needle: Uint8Array, from: number, to: number): boolean;
}

function memoryWithoutKernel(bytes: Buffer): TextMemory {
  return { bytes, includes: (needle, from, to) => bytes.subarray(from, to).indexOf(needle) >= 0 };
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
    includes(needle, from, to) {
      if (needle.length > needleMemory.length) return bytes.subarray(from, to).indexOf(needle) >= 0;
      needleMemory.set(needle);
      return find(textsOffset + from, textsOffset + to, 0, needle.length) >>> 0 !== textsOffset + to;
    },
  };
}
