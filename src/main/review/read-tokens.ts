/** @file Reads a text with the WebAssembly kernel where available, otherwise in JavaScript, with the same result. */
import { type Kernel, openKernel } from './kernel.ts';
import { createSharedMemory, foldedOf, type SharedMemory, textOf } from './shared-memory.ts';
import { joinParts } from './token-part.ts';
import { type TokenizeOptions, type Tokens, tokenize } from './tokenize.ts';

/** Shared memory with a kernel, and the number of bytes before the text. */
export interface Place {
  readonly memory: SharedMemory;
  readonly kernel: Kernel;
  readonly skip: number;
}

/** Maximum size in bytes of texts that are read in the shared memory of the thread, and copied out. */
const maxSharedBytes = 4 * 1024 * 1024;
/** Texts below this size, in bytes, are read faster without the kernel. */
const minWorthwhileBytes = 2_048;

let shared: Place | null | undefined;

/** Creates memory for a text of `capacity` bytes; `null` without a kernel or memory. */
export function newPlace(capacity: number): Place | null {
  // Who opens a large text needs the memory of the small ones.
  if (capacity > maxSharedBytes) shared = undefined;
  const room = createSharedMemory(capacity);
  const kernel = room === null ? null : openKernel(room, 0);
  return room === null || kernel === null ? null : { memory: room, kernel, skip: 0 };
}

/** Returns the shared memory of this thread, for texts up to 4 MB that are copied out; `null` when unavailable. */
export function sharedPlace(length: number): Place | null {
  if (length > maxSharedBytes) return null;
  shared ??= newPlace(maxSharedBytes);
  return shared;
}

/** Reads a text in its memory. */
export function readInPlace(
  { memory: room, kernel, skip }: Place,
  length: number,
  options: TokenizeOptions,
): Tokens {
  const part = kernel.tokenize({ skip, from: 0, to: length }, options);
  return withSeek(joinParts(part, null, foldedOf(room, length + 1), length), kernel);
}

/** Tokens whose folded copy lies at the beginning of the kernel's own. */
export function withSeek(tokens: Tokens, kernel: Kernel): Tokens {
  return { ...tokens, seek: (needle) => kernel.seek(needle, tokens.folded.length) };
}

/** Reads a text, valid UTF-8. With `place` it lies there. */
export function readTokens(text: Uint8Array, options: TokenizeOptions, place: Place | null = null): Tokens {
  if (place !== null) return readInPlace(place, text.length, options);
  if (text.length < minWorthwhileBytes) return tokenize(text, options);
  const small = sharedPlace(text.length);
  const any = small ?? newPlace(text.length);
  if (any === null) return tokenize(text, options);
  textOf(any.memory, text.length).set(text);
  const tokens = readInPlace(any, text.length, options);
  return small === null ? tokens : { ...tokens, folded: tokens.folded.slice(), seek: null };
}
