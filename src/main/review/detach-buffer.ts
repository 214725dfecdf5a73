/** @file Frees memory at once, where waiting for garbage collection would accumulate too much. */

/** Frees the memory of a typed array. The array, and everything that shares its memory, is unusable afterwards. */
export function detach({ buffer }: { readonly buffer: ArrayBufferLike }): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
