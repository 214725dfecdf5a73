/** @file Reads a text with the kernel where there is one, and as it is where there is none. The result is the same. */
import { type Kernel, openKernel } from './kernel.ts';
import { createSharedMemory, foldedOf, type SharedMemory, textOf } from './shared-memory.ts';
import { joinParts } from './token-part.ts';
import { type TokenizeOptions, type Tokens, tokenize } from './tokenize.ts';

/** A room with the kernel in it, and how many bytes come before the text that is meant. */
export interface Place {
  readonly memory: SharedMemory;
  readonly kernel: Kernel;
  readonly skip: number;
}

/** Texts up to this many bytes are read in one room, one after the other, and their copies taken out of it. */
const maxSharedBytes = 4 * 1024 * 1024;
/** A text so short is read before the kernel has begun. */
const minWorthwhileBytes = 2_048;

let shared: Place | null | undefined;

/** A room for a text of so many bytes; `null` where there is no kernel or no memory. */
export function newPlace(capacity: number): Place | null {
  // Who opens a large text needs the memory of the small ones.
  if (capacity > maxSharedBytes) shared = undefined;
  const room = createSharedMemory(capacity);
  const kernel = room === null ? null : openKernel(room, 0);
  return room === null || kernel === null ? null : { memory: room, kernel, skip: 0 };
}

/** The room of this thread for what is soon taken out of it, for at most 4 MB; `null` where there is none. */
export function sharedPlace(length: number): Place | null {
  if (length > maxSharedBytes) return null;
  shared ??= newPlace(maxSharedBytes);
  return shared;
}

/** Reads the text that lies in a room. */
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
