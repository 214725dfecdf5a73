/** @file Reads a text with the WebAssembly kernel where available, otherwise in JavaScript, with the same result. */
import { type Kernel, openKernel } from '../kernel/kernel.ts';
import { createSharedMemory, type SharedMemory, textOf } from '../kernel/shared-memory.ts';
import { type TokenizeOptions, type Tokens, tokenize } from './tokenize.ts';

/** Shared memory with a kernel. */
export interface KernelBuffer {
  readonly memory: SharedMemory;
  readonly kernel: Kernel;
  /** Number of bytes before the text, such as a byte order mark. */
  readonly skip: number;
}

/** Maximum size in bytes of texts that are read in the shared memory of the thread, and copied out. */
const maxSharedBytes = 4 * 1024 * 1024;
/** Texts below this size, in bytes, are read faster without the kernel. */
const minWorthwhileBytes = 2_048;

let threadBuffer: KernelBuffer | null | undefined;

/** Allocates memory for a text of `capacity` bytes; `null` without a kernel or memory. */
export function createKernelBuffer(capacity: number): KernelBuffer | null {
  // Frees the memory for small texts before a large one is opened.
  if (capacity > maxSharedBytes) threadBuffer = undefined;
  const memory = createSharedMemory(capacity);
  const kernel = memory === null ? null : openKernel(memory);
  return memory === null || kernel === null ? null : { memory, kernel, skip: 0 };
}

/** Returns the shared memory of this thread, for texts up to 4 MB that are copied out; `null` when unavailable. */
export function sharedKernelBuffer(length: number): KernelBuffer | null {
  if (length > maxSharedBytes) return null;
  threadBuffer ??= createKernelBuffer(maxSharedBytes);
  return threadBuffer;
}

/** Reads a text of valid UTF-8. With `buffer`, the text must already be in its memory. */
export function readTokens(
  text: Uint8Array,
  options: TokenizeOptions,
  buffer: KernelBuffer | null = null,
): Tokens {
  if (buffer !== null) return buffer.kernel.tokenize({ skip: buffer.skip, length: text.length }, options);
  if (text.length < minWorthwhileBytes) return tokenize(text, options);
  const sharedBuffer = sharedKernelBuffer(text.length);
  const kernelBuffer = sharedBuffer ?? createKernelBuffer(text.length);
  if (kernelBuffer === null) return tokenize(text, options);
  textOf(kernelBuffer.memory, text.length).set(text);
  const tokens = kernelBuffer.kernel.tokenize({ skip: 0, length: text.length }, options);
  return sharedBuffer === null
    ? tokens
    : { ...tokens, folded: tokens.folded.slice(), seek: null, hashing: null };
}
