/** @file Memory that is given back at once, where waiting until it is collected would let too much of it pile up. */

/** Gives the memory of a list back. Nobody may use it any more, nor anything that shares its memory. */
export function detach({ buffer }: { readonly buffer: ArrayBufferLike }): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
