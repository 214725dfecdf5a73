/** @file Frees memory before the garbage collector would. */

/**
 * Frees the memory of a buffer; all views of it are empty afterwards. Otherwise, V8 collects the whole heap whenever about
 * 32 MB of such memory were allocated, although only the last few buffers are in use.
 */
export function freeMemory(buffer: ArrayBuffer): void {
  buffer.transfer(0);
}
