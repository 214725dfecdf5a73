/** @file Memory for texts in which the kernel finds bytes, many times as fast as a Buffer does. */
import { isKernelFunction, kernelModule } from './kernel.ts';

const pageSize = 65_536;
/** What is looked for lies in the first page, and the texts behind it. */
const textsAt = pageSize;

/** See the file's header. */
export interface TextMemory {
  /** Where the texts lie. */
  readonly bytes: Uint8Array;
  /** Whether bytes, at least one, stand anywhere from `from` up to `to`. */
  includes(needle: Uint8Array, from: number, to: number): boolean;
}

function plainMemory(bytes: Buffer): TextMemory {
  return { bytes, includes: (needle, from, to) => bytes.subarray(from, to).indexOf(needle) >= 0 };
}

/** New memory; without the kernel it is only slower. */
export function createTextMemory(capacity: number): TextMemory {
  const module = kernelModule();
  if (module === null) return plainMemory(Buffer.allocUnsafeSlow(capacity));
  const pages = Math.ceil((textsAt + capacity) / pageSize);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const bytes = Buffer.from(memory.buffer, textsAt, capacity);
  const { find } = new WebAssembly.Instance(module, {
    env: { memory },
    // No text is folded here.
    host: { lookUpThree: () => 0 },
  }).exports;
  if (!isKernelFunction(find)) return plainMemory(bytes);
  const wanted = new Uint8Array(memory.buffer, 0, textsAt);
  return {
    bytes,
    includes(needle, from, to) {
      if (needle.length > wanted.length) return bytes.subarray(from, to).indexOf(needle) >= 0;
      wanted.set(needle);
      return find(textsAt + from, textsAt + to, 0, needle.length) >>> 0 !== textsAt + to;
    },
  };
}
