/**
 * @file Frees memory at once, where waiting for garbage collection would accumulate too much. V8 also collects the whole heap
 * whenever about 32 MB of such memory were allocated, although only the last few buffers are in use.
 */

/** Frees the memory of a typed array. The array, and everything that shares its memory, is unusable afterwards. */
export function detach({ buffer }: { readonly buffer: ArrayBufferLike }): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
